/** Setting for single-character shortcuts, stored in this browser and on by default (WCAG 2.1.4). */
import { useSyncExternalStore } from 'react';

const key = 'singleKeys';
const listeners = new Set<() => void>();

const areOn = (): boolean => localStorage.getItem(key) !== 'off';

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
