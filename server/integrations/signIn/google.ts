// Sign-in with Google (developers.google.com/identity/openid-connect).
import { textClaim, workPersonOf } from './openIdClient.ts';
import type { SignInProviderDefinition } from './signInProviderDefinition.ts';

export const google: SignInProviderDefinition = {
  kind: 'work',
  name: 'google',
  label: 'Google',
  callbackPath: ({ googleCallbackPath }) => googleCallbackPath,
  openId: ({ google: settings }) =>
    settings && {
      ...settings,
      authentication: 'post',
      scope: 'openid email profile',
      parameters: { prompt: 'select_account' },
      toPerson: (claims) => ({ ...workPersonOf(claims), hostedDomain: textClaim(claims['hd']) }),
    },
};
