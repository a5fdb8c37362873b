/** Keyboard of the page: keys of an input method are hidden from it, and single-character shortcuts can be switched off. */
import { useSyncExternalStore } from 'react';

/** Key code of a key that an input method handles; Safari sends it behind the end of the composition. */
const inputMethodKey = 229;

/** Hides such keys from every handler of the page; the browser still gets them. Returns a function that stops it. */
export function hideCompositionKeys(): () => void {
  const hide = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === inputMethodKey) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', hide, { capture: true });
  return () => window.removeEventListener('keydown', hide, { capture: true });
}

const key = 'singleKeys';
const listeners = new Set<() => void>();

const areOn = (): boolean => localStorage.getItem(key) !== 'off';

/** Setting for single-character shortcuts, stored in this browser and on by default (WCAG 2.1.4). */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** Screens with their own shortcuts (the admin's lists) respect it too. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areOn);
