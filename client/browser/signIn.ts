/** Sign-in over the REST paths, without a GraphQL client. */
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
import { graphqlCall } from './graphqlCall.ts';
import { restCall } from './restCall.ts';
import {
  removeTelegramLogin,
  storeTelegramLogin,
  type TelegramLogin,
} from './storedTelegramLogin.ts';
import i18next from 'i18next';
import { CallFailed } from './restCall.ts';

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
