/** /oauth/google/callback: completes the sign-in with Google (specification, sections 2 and 8). */
import { useNavigate } from 'react-router-dom';
import { paths, safePlace } from '../app/paths.ts';
import {
  providerFailure,
  toLoginFailure,
  type LoginFailure,
} from '../features/signIn/loginFailure.ts';
import { completeGoogleSignIn, type SignedIn } from '../browser/signIn.ts';
import { SigningIn } from '../features/signIn/SigningIn.tsx';
import { useExchange } from '../features/signIn/useExchange.ts';

export function GoogleCallbackPage() {
  const navigate = useNavigate();
  const toLogin = (failure: LoginFailure) =>
    void navigate(paths.login, { replace: true, state: failure });

  useExchange<SignedIn | LoginFailure>((query) => {
    const code = query.get('code');
    const state = query.get('state');
    return {
      key: code,
      run: async () => {
        if (query.has('error')) return providerFailure(query);
        if (!code) return { failure: 'noCode' };
        return completeGoogleSignIn({ code, ...(state ? { state } : {}) });
      },
      onDone: (result) => {
        if ('failure' in result) toLogin(result);
        else void navigate(safePlace(result.redirectTo), { replace: true });
      },
      onFailure: (failure) => toLogin(toLoginFailure(failure)),
    };
  });
  return <SigningIn loginPath={paths.login} />;
}
