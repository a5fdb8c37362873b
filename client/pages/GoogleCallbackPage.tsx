/** /oauth/google/callback: completes the sign-in with Google (specification, sections 2 and 8). */
import { useNavigate } from 'react-router-dom';
import { paths, safePlace } from '../app/paths.ts';
import { getLoginFailure, type LoginFailure } from '../features/accounts/loginFailure.ts';
import { readOauthState } from '../features/accounts/oauthState.ts';
import { completeGoogleSignIn, type SignedIn } from '../browser/signIn.ts';
import { SigningIn } from '../features/accounts/SigningIn.tsx';
import { useExchange } from '../features/accounts/useExchange.ts';

export function GoogleCallbackPage() {
  const navigate = useNavigate();
  const toLogin = (failure: LoginFailure) =>
    void navigate(paths.login, { replace: true, state: failure });

  useExchange<SignedIn | LoginFailure>((query) => {
    const code = query.get('code');
    const state = query.get('state');
    const { redirectTo, telegramToken } = readOauthState(state);
    return {
      key: code,
      run: async () => {
        if (query.has('error')) return { failure: 'cancelled' };
        if (!code) return { failure: 'noCode' };
        return completeGoogleSignIn({
          code,
          ...(state ? { state } : {}),
          ...(telegramToken ? { telegramToken } : {}),
        });
      },
      onDone: (result) => {
        if ('failure' in result) toLogin(result);
        else void navigate(safePlace(result.redirectTo ?? redirectTo), { replace: true });
      },
      onFailure: (failure) => toLogin(getLoginFailure(failure)),
    };
  });
  return <SigningIn loginPath={paths.login} />;
}
