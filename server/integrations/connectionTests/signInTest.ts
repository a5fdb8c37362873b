// A try of the ways to sign in: each that is set up must answer and take our secret.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TryFailure, type Found } from '../../modules/setup/connectionTests.ts';
import { systemClock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { createOpenIdProvider } from '../openId/openIdProvider.ts';
import { telegramCallbackPath } from '../telegram/telegramOpenId.ts';
import { readJson } from './readJson.ts';

/** The settings that matter here; null for what is not set up. */
export interface SignInSettings {
  http: { publicUrl: string };
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  googleCallbackPath: string;
  /** Without `clientSecret` the login widget is used, which needs the bot alone. */
  telegram: { issuer: string; botToken: string; clientSecret: string | null } | null;
}

interface Around {
  log: Log;
  timeoutMs: number;
}

type Asked = Pick<
  Parameters<typeof createOpenIdProvider>[0],
  'provider' | 'issuer' | 'clientId' | 'clientSecret' | 'authentication' | 'redirectUri'
>;

const metadata = z.object({ issuer: z.string(), token_endpoint: z.string() });

/** Whether the provider refused us: in the words of OAuth, or as a server that asks for another secret (401). */
const isRefusal = (cause: unknown): boolean =>
  typeof cause === 'object' &&
  cause !== null &&
  ('error' in cause || ('status' in cause && cause.status === 401));

/** Reads the metadata, then lets the provider judge our secret: with a code that nobody has, so that no one signs in. */
async function tryOpenId(asked: Asked, { log, timeoutMs }: Around): Promise<string> {
  const until = performance.now() + timeoutMs;
  const address = `${asked.issuer}/.well-known/openid-configuration`;
  const { issuer } = await readJson(address, {}, metadata, timeoutMs);
  if (issuer.replace(/(?<!\/)\/+$/, '') !== asked.issuer) throw new TryFailure('nonsense');
  const provider = createOpenIdProvider({
    ...asked,
    scope: 'openid',
    toPerson: () => null,
    clock: systemClock,
    log,
    // The library wants whole milliseconds.
    timeoutMs: Math.max(1, Math.floor(until - performance.now())),
  });
  const unknown = {
    state: randomUUID(),
    nonce: randomUUID(),
    codeVerifier: randomUUID() + randomUUID(),
  };
  try {
    await provider.redeem(randomUUID(), unknown);
  } catch (error) {
    // It knows us, and does not know the code.
    if (error instanceof DomainError && error.reason === 'signInFailed') return issuer;
    const cause = error instanceof DomainError ? error.cause : null;
    if (isRefusal(cause)) throw new TryFailure('refused', error);
    throw new TryFailure(performance.now() >= until ? 'tooLate' : 'unreachable', error);
  }
  throw new TryFailure('nonsense');
}

/**
 * Tries Google, or the OpenID provider in its place, and Telegram, whichever are set up.
 *
 * @param tryBot the try of the bot, by which Telegram's widget signs people in
 * @throws TryFailure of the first that does not do
 */
export async function trySignIn(
  { http, google, googleCallbackPath, telegram }: SignInSettings,
  tryBot: (() => Promise<Found>) | null,
  around: Around,
): Promise<Found> {
  const waysIn = [
    google &&
      tryOpenId(
        {
          ...google,
          provider: 'google',
          authentication: 'post',
          redirectUri: http.publicUrl + googleCallbackPath,
        },
        around,
      ).then((issuer) => [issuer]),
    telegram?.clientSecret
      ? tryOpenId(
          {
            issuer: telegram.issuer,
            clientId: telegram.botToken.split(':')[0] ?? '',
            clientSecret: telegram.clientSecret,
            provider: 'telegram',
            authentication: 'basic',
            redirectUri: http.publicUrl + telegramCallbackPath,
          },
          around,
        ).then((issuer) => [issuer])
      : tryBot?.().then(({ found }) => found),
  ];
  const found = (await Promise.all(waysIn)).flatMap((names) => names ?? []);
  return { found, count: null };
}
