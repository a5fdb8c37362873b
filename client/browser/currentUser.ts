/** The signed-in person: looked up once, kept, and forgotten at log-out (specification, section 4). */
import { useSyncExternalStore } from 'react';
import { CallFailed, restCall } from './restCall.ts';
import { announceSignedOut, type SignedOutReason } from './signedOut.ts';

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
  /** Null where the answer does not say it. */
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

/** Undefined until somebody has looked. */
let user: CurrentUser | null | undefined;
let lookUp: Promise<CurrentUser | null> | null = null;
const listeners = new Set<() => void>();

/** Takes what the page or a sign-in says; null for a visitor. */
export function keepCurrentUser(given: unknown): CurrentUser | null {
  if (given !== null && !isUser(given)) throw new Error('The answer names no person');
  user = given;
  lookUp = null;
  for (const listener of listeners) listener();
  return user;
}

/** The person, from memory after the first time; null for a visitor. */
export function findCurrentUser(): Promise<CurrentUser | null> {
  if (user !== undefined) return Promise.resolve(user);
  lookUp ??= askServer();
  return lookUp;
}

async function askServer(): Promise<CurrentUser | null> {
  try {
    const { data } = await restCall('/api/v1/auth/me', { method: 'GET' });
    return keepCurrentUser(data);
  } catch (failure) {
    lookUp = null;
    if (failure instanceof CallFailed && failure.status === 401) return keepCurrentUser(null);
    throw failure;
  }
}

/** Asks again, for example after Telegram was connected elsewhere. */
export function refreshCurrentUser(): Promise<CurrentUser | null> {
  lookUp = askServer();
  return lookUp;
}

/** Forgets the person and tells the whole page. */
export function forgetCurrentUser(reason: SignedOutReason): void {
  keepCurrentUser(null);
  announceSignedOut(reason);
}

/** Ends the session. A 401 says that it had ended before, which is what was wanted. */
export async function logOut(reason: SignedOutReason): Promise<void> {
  try {
    await restCall('/api/v1/auth/logout');
  } catch (failure) {
    if (!(failure instanceof CallFailed && failure.status === 401)) throw failure;
  }
  forgetCurrentUser(reason);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The person now; null for a visitor and before the first look-up. */
export const useCurrentUser = (): CurrentUser | null =>
  useSyncExternalStore(subscribe, () => user ?? null);

/** For screens behind the sign-in only: somebody is there. */
export function useSignedInUser(): CurrentUser {
  const current = useCurrentUser();
  if (!current) throw new Error('This part of the page needs a signed-in person');
  return current;
}
