/** Whether the reader has already done something useful here: marked a service, saved a use case, sent a report … */
import { useSyncExternalStore } from 'react';

let contributed = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (contributed === value) return;
  contributed = value;
  for (const listener of listeners) listener();
}

/** To be called once the server has taken it. */
export const recordContribution = (): void => set(true);

/** The next person in this browser begins anew. */
export const resetContribution = (): void => set(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const hasContributed = (): boolean => contributed;

export const useHasContributed = (): boolean => useSyncExternalStore(subscribe, hasContributed);
