/** Callback of a sign-in provider (/oauth/<provider>/callback): completes the sign-in (specification, sections 2 and 8). */
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { loginPathFrom, safeReturnPath } from '../app/paths.ts';
import { findCurrentUser } from '../browser/currentUser.ts';
import { CallFailed } from '../browser/serverCalls.ts';
import { notify } from '../design/notify.ts';
import {
  loginFailureText,
  providerFailure,
  toLoginFailure,
  type LoginFailure,
} from '../features/signIn/loginFailure.ts';
import { completeSignIn, wantedPlace, type SignInResult } from '../browser/signIn.ts';
import { SigningIn } from '../features/signIn/SigningIn.tsx';
import { useExchange } from '../features/signIn/useExchange.ts';

export function ProviderCallbackPage() {
  const { t } = useTranslation('guest');
  const navigate = useNavigate();
  // GOOGLE_CALLBACK_PATH may be a path without the name of the provider.
  const { provider = 'google' } = useParams();
  const loginPath = loginPathFrom(wantedPlace());
  // The login screen leads on whoever has a session: of another tab, or of this one before a reload.
  const toLogin = (failure: LoginFailure) =>
    void navigate(loginPath, { replace: true, state: { ...failure, provider } });

  /** Tells whoever is led on that this sign-in failed; the login screen tells everybody else. */
  const tellOfFailure = (failure: LoginFailure) =>
    findCurrentUser().then(
      (user) =>
        user &&
        notify.error(t('login.errorTitle'), {
          id: 'sign-in-error',
          description: loginFailureText({ ...failure, provider }, t) ?? '',
        }),
      (fault: unknown) => console.info('The signed-in user could not be loaded', fault),
    );

  useExchange<SignInResult | LoginFailure>((query) => {
    const code = query.get('code');
    const state = query.get('state');
    return {
      key: code,
      run: async () => {
        if (query.has('error')) return providerFailure(query);
        if (!code || !state) return { failure: 'noCode' };
        return completeSignIn(provider, { code, state });
      },
      onDone: (result) => {
        if ('failure' in result) toLogin(result);
        else void navigate(safeReturnPath(result.redirectTo), { replace: true });
      },
      onFailure: (failure) => {
        const told = toLoginFailure(failure);
        if (!(failure instanceof CallFailed && failure.reason === 'signInExpired'))
          void tellOfFailure(told);
        toLogin(told);
      },
    };
  });
  return <SigningIn loginPath={loginPath} />;
}
