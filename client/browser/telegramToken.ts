/** A link of the bot (`?telegramToken=`) that somebody opened who is signed in already. Kept by this page alone. */
import { useSyncExternalStore } from 'react';

let token: string | null = null;
const listeners = new Set<() => void>();

export function keepTravellingToken(given: string | null): void {
  token = given;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTravellingToken = (): string | null => useSyncExternalStore(subscribe, () => token);
