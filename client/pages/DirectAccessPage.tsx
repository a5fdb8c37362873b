/** /auth/direct-access?token: validates the token and signs in; otherwise the login screen. */
import { useNavigate } from 'react-router-dom';
import { paths, safePlace } from '../app/paths.ts';
import type { LoginFailure } from '../features/accounts/loginFailure.ts';
import { signInWithToken, type SignedIn } from '../browser/signIn.ts';
import { SigningIn } from '../features/accounts/SigningIn.tsx';
import { useExchange } from '../features/accounts/useExchange.ts';

export function DirectAccessPage() {
  const navigate = useNavigate();
  const toLogin = () => {
    const state: LoginFailure = { failure: 'direct' };
    void navigate(paths.login, { replace: true, state });
  };
  useExchange<SignedIn | null>((query) => {
    const token = query.get('token');
    return {
      key: token,
      run: async () => (token ? signInWithToken(token) : null),
      onDone: (signedIn) => {
        if (signedIn) void navigate(safePlace(signedIn.redirectTo), { replace: true });
        else toLogin();
      },
      onFailure: (failure) => {
        console.error('The direct access failed', failure);
        toLogin();
      },
    };
  });
  return <SigningIn loginPath={paths.login} />;
}
