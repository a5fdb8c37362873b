/** Callback of a sign-in provider (/oauth/<provider>/callback): completes the sign-in (specification, sections 2 and 8). */
import { useNavigate, useParams } from 'react-router-dom';
import { paths, safeReturnPath } from '../app/paths.ts';
import {
  providerFailure,
  toLoginFailure,
  type LoginFailure,
} from '../features/signIn/loginFailure.ts';
import { completeSignIn, type SignInResult } from '../browser/signIn.ts';
import { SigningIn } from '../features/signIn/SigningIn.tsx';
import { useExchange } from '../features/signIn/useExchange.ts';

export function ProviderCallbackPage() {
  const navigate = useNavigate();
  // GOOGLE_CALLBACK_PATH may be a path without the name of the provider.
  const { provider = 'google' } = useParams();
  const toLogin = (failure: LoginFailure) =>
    void navigate(paths.login, { replace: true, state: { ...failure, provider } });

  useExchange<SignInResult | LoginFailure>((query) => {
    const code = query.get('code');
    const state = query.get('state');
    return {
      key: code,
      run: async () => {
        if (query.has('error')) return providerFailure(query);
        if (!code) return { failure: 'noCode' };
        return completeSignIn(provider, { code, ...(state ? { state } : {}) });
      },
      onDone: (result) => {
        if ('failure' in result) toLogin(result);
        else void navigate(safeReturnPath(result.redirectTo), { replace: true });
      },
      onFailure: (failure) => toLogin(toLoginFailure(failure)),
    };
  });
  return <SigningIn loginPath={paths.login} />;
}
