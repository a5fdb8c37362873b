/** Completion of a sign-in: the callback of a provider, and a single-use token (specification, sections 2 and 8). */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { loginPathFrom, safeReturnPath, paths } from '../app/paths.ts';
import { findCurrentUser } from '../browser/currentUser.ts';
import { CallFailed } from '../browser/serverCalls.ts';
import { notify } from '../design/notify.ts';
import {
  loginFailureText,
  providerFailure,
  toLoginFailure,
  type LoginFailure,
} from '../features/signIn/loginFailure.ts';
import {
  completeSignIn,
  wantedPlace,
  previewToken,
  signInWithToken,
  type SignInResult,
  type SignInPreview,
} from '../browser/signIn.ts';
import { SigningIn } from '../features/signIn/SigningIn.tsx';
import { useExchange } from '../features/signIn/useExchange.ts';
import { ConfirmSignIn } from '../features/signIn/ConfirmSignIn.tsx';

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

interface Question {
  token: string;
  account: SignInPreview;
}

/** Sign-in by a single-use token at /auth/direct-access, after a confirmation. */
export function DirectAccessPage() {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);

  const toLogin = (message = '') => {
    const state: LoginFailure = { failure: 'direct', message };
    void navigate(paths.login, { replace: true, state });
  };
  const fail = (failure: unknown) => {
    console.error('The direct access failed', failure);
    toLogin((failure instanceof CallFailed && failure.message) || t('error.network'));
  };

  useExchange<Question | null>((query) => {
    const token = query.get('token');
    return {
      key: token && `preview ${token}`,
      run: async () => {
        const account = token && (await previewToken(token));
        return account ? { token, account } : null;
      },
      onDone: (found) => (found ? setQuestion(found) : toLogin()),
      onFailure: fail,
    };
  });

  if (!question) return <SigningIn loginPath={paths.login} />;
  const { token, account } = question;
  const proceed = () => {
    setBusy(true);
    signInWithToken(token).then(
      ({ redirectTo }) => void navigate(safeReturnPath(redirectTo), { replace: true }),
      fail,
    );
  };
  const cancel = () => {
    findCurrentUser().then(
      (user) => void navigate(user ? paths.dashboard : paths.login, { replace: true }),
      () => void navigate(paths.login, { replace: true }),
    );
  };
  const telegram = account.telegramUsername && `@${account.telegramUsername}`;
  return (
    <ConfirmSignIn
      name={account.name}
      detail={account.email ?? telegram}
      busy={busy}
      onProceed={proceed}
      onCancel={cancel}
    />
  );
}
