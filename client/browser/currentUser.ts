/** Signed-in person: looked up once and cleared at sign-out (specification, section 4). */
import { CallFailed, restCall } from './serverCalls.ts';
import { announceSignedOut, type SignedOutReason } from './signedOut.ts';
import { createStore } from './store.ts';

/** A Telegram that wants to be connected, or what became of it (schema/accounts.graphql). */
interface TelegramLink {
  id: string;
  state: 'asked' | 'waiting' | 'connected' | 'declined';
  name: string | null;
  username: string | null;
  replaces: boolean;
  needsFreshSignIn: boolean;
}

export interface CurrentUser {
  id: string;
  name: string;
  email: string | null;
  avatarUrl: string | null;
  isAdmin: boolean;
  telegramId: string | null;
  telegramUsername: string | null;
  company: { key: string; name: string } | null;
  telegramLink?: TelegramLink | null;
  /** Null when the answer does not contain it. */
  unreadNotifications?: number | null;
  progress: {
    /** 10, 55 or 100. */
    value: number;
    hasWrittenUseCase: boolean;
    hasLikedUseCase: boolean;
    complete: boolean;
  };
}

const isUser = (given: unknown): given is CurrentUser =>
  typeof given === 'object' && given !== null && 'id' in given && 'progress' in given;

/** Undefined until the first look-up; null for a visitor. */
const store = createStore<CurrentUser | null | undefined>(undefined);
let lookUp: Promise<CurrentUser | null> | null = null;

/** Takes over the person from the page or a sign-in; null for a visitor. */
export function setCurrentUser(given: unknown): CurrentUser | null {
  if (given !== null && !isUser(given)) throw new Error('The answer names no person');
  lookUp = null;
  store.set(given);
  return given;
}

/** The person, from memory after the first time; null for a visitor. */
export function findCurrentUser(): Promise<CurrentUser | null> {
  const user = store.get();
  if (user !== undefined) return Promise.resolve(user);
  lookUp ??= askServer();
  return lookUp;
}

async function askServer(): Promise<CurrentUser | null> {
  try {
    const { data } = await restCall('/api/v1/auth/me', { method: 'GET' });
    return setCurrentUser(data);
  } catch (failure) {
    lookUp = null;
    if (failure instanceof CallFailed && failure.status === 401) return setCurrentUser(null);
    throw failure;
  }
}

/** Asks again, for example after Telegram was connected elsewhere. */
export function refreshCurrentUser(): Promise<CurrentUser | null> {
  lookUp = askServer();
  return lookUp;
}

/** Makes the next look-up ask the server. */
export function forgetCurrentUser(): void {
  lookUp = null;
  store.set(undefined);
}

/** Forgets the person and tells the whole page. */
export function clearCurrentUser(reason: SignedOutReason): void {
  setCurrentUser(null);
  announceSignedOut(reason);
}

/** Ends the session. A 401 says that it had ended before, which is what was wanted. */
export async function logOut(reason: SignedOutReason): Promise<void> {
  try {
    await restCall('/api/v1/auth/logout');
  } catch (failure) {
    if (!(failure instanceof CallFailed && failure.status === 401)) throw failure;
  }
  clearCurrentUser(reason);
}

/** The person now; null for a visitor and before the first look-up. */
export const useCurrentUser = (): CurrentUser | null => store.use() ?? null;

/** For screens behind the sign-in. Throws when nobody is signed in. */
export function useSignedInUser(): CurrentUser {
  const current = useCurrentUser();
  if (!current) throw new Error('This part of the page needs a signed-in person');
  return current;
}
