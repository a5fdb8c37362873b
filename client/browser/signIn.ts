/** Sign-in over the REST paths, without a GraphQL client. */
import i18next from 'i18next';
import {
  clearCurrentUser,
  forgetCurrentUser,
  setCurrentUser,
  type CurrentUser,
} from './currentUser.ts';
import {
  DemoAccountsDocument,
  SignInPreviewDocument,
  type DemoAccountsQuery,
  type SignInPreviewQuery,
} from './generated.ts';
import { graphqlCall, restCall, CallFailed } from './serverCalls.ts';

const key = 'telegramLogin';
/**
 * Telegram login that the server has not accepted yet, stored for 24 hours (specification, section 4;
 * docs/decisions/0026).
 */
export const telegramLoginLifetimeMs = 24 * 60 * 60 * 1000;

/** The fields of Telegram's login widget, as received. */
export interface TelegramLogin {
  id: number | string;
  first_name?: string;
  last_name?: string;
  username?: string;
  photo_url?: string;
  auth_date: number | string;
  hash: string;
}

interface StoredLogin extends TelegramLogin {
  /** Milliseconds since 1970. */
  stored_at: number;
}

const isStored = (value: unknown): value is StoredLogin => {
  if (typeof value !== 'object' || value === null) return false;
  const { auth_date: authDate, hash, stored_at: storedAt } = value as Partial<StoredLogin>;
  return Boolean(authDate) && typeof hash === 'string' && typeof storedAt === 'number';
};

export function storeTelegramLogin(login: TelegramLogin, now: number = Date.now()): void {
  localStorage.setItem(key, JSON.stringify({ ...login, stored_at: now }));
}

const removeTelegramLogin = (): void => localStorage.removeItem(key);

/** The kept login; one without `auth_date` or of 24 hours and older is removed, and null given. */
export function readTelegramLogin(now: number = Date.now()): TelegramLogin | null {
  const kept = localStorage.getItem(key);
  if (kept === null) return null;
  const stored = parseJson(kept);
  if (!isStored(stored) || now - stored.stored_at >= telegramLoginLifetimeMs) {
    removeTelegramLogin();
    return null;
  }
  const { stored_at: _storedAt, ...login } = stored;
  return login;
}

/** Something else than JSON reads as nothing: whoever wrote it, it is no login. */
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (failure) {
    console.debug('The kept Telegram login is not readable', failure);
    return null;
  }
}

export interface SignInResult {
  user: CurrentUser;
  /** The place that was asked for before signing in, when the server remembers it. */
  redirectTo: string | null;
}

/** Keeps the person of a sign-in's answer; after a failure the server is asked who is signed in: another tab may be. */
async function finishSignIn(call: () => Promise<Record<string, unknown>>): Promise<SignInResult> {
  try {
    const answer = await call();
    const user = setCurrentUser(answer['user']);
    if (!user) throw new Error('The answer to the sign-in names nobody');
    // A stored login is obsolete after any sign-in.
    removeTelegramLogin();
    const { redirectTo } = answer;
    return { user, redirectTo: typeof redirectTo === 'string' ? redirectTo : null };
  } catch (failure) {
    clearCurrentUser('failed');
    forgetCurrentUser();
    throw failure;
  }
}

/** Signs in as the demo user without an address. The path exists in the development environment only. */
export const signInAsDeveloper = (email?: string): Promise<SignInResult> =>
  finishSignIn(() => restCall('/api/v1/auth/dev-login', { body: email ? { email } : {} }));

export type SignInPreview = NonNullable<SignInPreviewQuery['signInPreview']>;

/** The account that a single-use token signs in to, which it stays able to do; null for a token that is worth nothing. */
export const previewToken = async (token: string): Promise<SignInPreview | null> =>
  (await graphqlCall(SignInPreviewDocument, { token })).signInPreview ?? null;

/** Exchanges a single-use token for a session. */
export const signInWithToken = (token: string): Promise<SignInResult> =>
  finishSignIn(() => restCall('/api/v1/auth/validate-token', { body: { token } }));

/** Completes a sign-in through a provider that began in this browser. */
export const completeSignIn = (
  provider: string,
  returned: { code: string; state: string },
): Promise<SignInResult> =>
  finishSignIn(() =>
    restCall(`/api/v1/auth/${encodeURIComponent(provider)}/callback`, { body: { ...returned } }),
  );

const placeKey = 'signInPlace';

/** Place to which the sign-in that began last in this tab leads, also when its attempt is over. */
export const wantedPlace = (): string => sessionStorage.getItem(placeKey) ?? '/';

/** The address of the provider's own page; the server binds the attempt to this browser. */
export async function startSignIn(
  provider: string,
  redirectTo: string,
  telegramToken?: string | null,
): Promise<string> {
  sessionStorage.setItem(placeKey, redirectTo);
  const { url } = await restCall('/api/v1/auth/login', {
    body: { provider, redirectTo, ...(telegramToken ? { telegramToken } : {}) },
  });
  if (typeof url !== 'string') throw new CallFailed('', 200, null);
  return url;
}

/**
 * Signs in with what Telegram's widget handed over. The data is kept until it has been used, so that
 * a lost connection loses no login; an answer, good or bad, uses it up: the server takes it once.
 */
export async function signInWithTelegram(login: TelegramLogin): Promise<SignInResult> {
  storeTelegramLogin(login);
  try {
    return await finishSignIn(async () => {
      const { token } = await restCall('/auth/telegram/callback', { body: { ...login } });
      if (typeof token !== 'string') throw new CallFailed('', 200, null);
      return restCall('/api/v1/auth/validate-token', { body: { token } });
    });
  } catch (failure) {
    if (!(failure instanceof CallFailed && failure.status === 0)) removeTelegramLogin();
    throw failure;
  }
}

export type DemoAccount = DemoAccountsQuery['demoAccounts'][number];

/** The accounts that the developer sign-in offers; empty where it is switched off. */
export const readDemoAccounts = async (): Promise<DemoAccount[]> =>
  (await graphqlCall(DemoAccountsDocument, {})).demoAccounts;

/** The words to show for a failure: our own for its reason, else the server's, else the given ones. */
export const failureText = (failure: unknown, otherwise: string): string =>
  failure instanceof CallFailed && failure.message !== ''
    ? // Any reason may come: one key stands for all.
      i18next.t(`guest:refusals.${failure.reason}` as 'guest:refusals.signIn', failure.message)
    : otherwise;
