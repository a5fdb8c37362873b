/** Whether the reader has already done something useful here: marked a service, saved a use case, sent a report … */
import { useSyncExternalStore } from 'react';

let acted = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (acted === value) return;
  acted = value;
  for (const listener of listeners) listener();
}

/** To be called once the server has taken it. */
export const noteUsefulAct = (): void => set(true);

/** The next person in this browser begins anew. */
export const forgetUsefulAct = (): void => set(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const hasActed = (): boolean => acted;

export const useHasActed = (): boolean => useSyncExternalStore(subscribe, hasActed);
