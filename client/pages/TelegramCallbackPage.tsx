/** /oauth/telegram/callback: completes a sign-in with Telegram's OpenID Connect. */
import { useNavigate } from 'react-router-dom';
import { paths, safePlace } from '../app/paths.ts';
import { getLoginFailure, type LoginFailure } from '../features/accounts/loginFailure.ts';
import { completeTelegramSignIn, type SignedIn } from '../browser/signIn.ts';
import { SigningIn } from '../features/accounts/SigningIn.tsx';
import { useExchange } from '../features/accounts/useExchange.ts';

export function TelegramCallbackPage() {
  const navigate = useNavigate();
  const toLogin = (failure: LoginFailure) =>
    void navigate(paths.login, { replace: true, state: failure });

  useExchange<SignedIn | LoginFailure>((query) => {
    const code = query.get('code');
    return {
      key: code,
      run: async () =>
        code && !query.has('error')
          ? completeTelegramSignIn(code, query.get('state'))
          : { failure: 'cancelled' },
      onDone: (result) => {
        if ('failure' in result) toLogin(result);
        else void navigate(safePlace(result.redirectTo), { replace: true });
      },
      onFailure: (failure) => toLogin(getLoginFailure(failure)),
    };
  });
  return <SigningIn loginPath={paths.login} />;
}
