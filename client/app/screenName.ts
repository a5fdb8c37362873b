/** The name of what a screen shows, where it has one: it stands in the title and at the end of the path in place of the kind. */
import { useLayoutEffect, useSyncExternalStore } from 'react';

let name: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  name = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Null where the screen's kind says enough. */
export const useScreenName = (): string | null => useSyncExternalStore(subscribe, () => name);

/** Names what the screen shows as long as it is shown; null as long as that is not known. */
export function useSetScreenName(wanted: string | null): void {
  useLayoutEffect(() => {
    set(wanted);
    return () => set(null);
  }, [wanted]);
}
