/** Whether shortcuts of one character work; kept in this browser, on unless switched off (WCAG 2.1.4). */
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

/** Screens with shortcuts of their own (the admin's lists) obey it too. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areOn);
