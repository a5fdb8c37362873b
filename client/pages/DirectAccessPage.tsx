/** Sign-in by a single-use token at /auth/direct-access, after a confirmation. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths, safeReturnPath } from '../app/paths.ts';
import { findCurrentUser } from '../browser/currentUser.ts';
import { CallFailed } from '../browser/serverCalls.ts';
import { previewToken, signInWithToken, type SignInPreview } from '../browser/signIn.ts';
import { ConfirmSignIn } from '../features/signIn/ConfirmSignIn.tsx';
import type { LoginFailure } from '../features/signIn/loginFailure.ts';
import { SigningIn } from '../features/signIn/SigningIn.tsx';
import { useExchange } from '../features/signIn/useExchange.ts';

interface Question {
  token: string;
  account: SignInPreview;
}

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
