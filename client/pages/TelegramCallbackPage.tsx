/** Completion of the Telegram sign-in at /oauth/telegram/callback. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths, safeReturnPath } from '../app/paths.ts';
import {
  providerFailure,
  toLoginFailure,
  type LoginFailure,
} from '../features/signIn/loginFailure.ts';
import { completeTelegramSignIn, failureText, type SignInResult } from '../browser/signIn.ts';
import { SigningIn } from '../features/signIn/SigningIn.tsx';
import { useExchange } from '../features/signIn/useExchange.ts';

export function TelegramCallbackPage() {
  const { t } = useTranslation('guest');
  const navigate = useNavigate();
  const toLogin = (failure: LoginFailure) =>
    void navigate(paths.login, { replace: true, state: failure });

  useExchange<SignInResult | LoginFailure>((query) => {
    const code = query.get('code');
    return {
      key: code,
      run: async () =>
        code && !query.has('error')
          ? completeTelegramSignIn(code, query.get('state'))
          : providerFailure(query),
      onDone: (result) => {
        if ('failure' in result) toLogin(result);
        else void navigate(safeReturnPath(result.redirectTo), { replace: true });
      },
      // GraphQL refuses in English, and the specified sentence names Google.
      onFailure: (failure) =>
        toLogin({
          ...toLoginFailure(failure),
          message: failureText(failure, t('login.telegramFailed')),
        }),
    };
  });
  return <SigningIn loginPath={paths.login} />;
}
