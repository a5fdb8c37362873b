/** Name of what a screen shows: it replaces the screen's title in the document title and the breadcrumbs. */
import { useLayoutEffect } from 'react';
import { createStore } from '../browser/store.ts';

const store = createStore<string | null>(null);

/** Null where the screen's title says enough. */
export const useScreenName = store.use;

/** Sets the name while the screen is shown; null as long as it is not known. */
export function useSetScreenName(name: string | null): void {
  useLayoutEffect(() => {
    store.set(name);
    return () => store.set(null);
  }, [name]);
}
