// Google as an OpenID provider (developers.google.com/identity/openid-connect).
import type { IDToken } from 'openid-client';
import type {
  GooglePerson,
  OpenIdProvider,
} from '../../modules/people/signIn/identityProviders.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { createOpenIdProvider } from '../openId/openIdProvider.ts';

interface Options {
  google: { issuer: string; clientId: string; clientSecret: string };
  /** Public address of the client's route that Google sends the browser back to. */
  redirectUri: string;
  clock: Clock;
  log: Log;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Google's claims as our person; `email_verified` must be true itself, not something like it. */
const googlePersonOf = (claims: IDToken): GooglePerson => ({
  issuer: claims.iss,
  subject: claims.sub,
  name: textOf(claims['name']),
  email: textOf(claims['email']),
  isEmailVerified: claims['email_verified'] === true,
  hostedDomain: textOf(claims['hd']),
  pictureUrl: textOf(claims['picture']),
});

export const createGoogle = ({
  google,
  redirectUri,
  clock,
  log,
}: Options): OpenIdProvider<GooglePerson> =>
  createOpenIdProvider({
    ...google,
    provider: 'google',
    authentication: 'post',
    redirectUri,
    scope: 'openid email profile',
    parameters: { prompt: 'select_account' },
    toPerson: googlePersonOf,
    clock,
    log,
  });
