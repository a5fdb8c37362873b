/** Colour mode: light, dark or the system's, in step with other tabs. */
import { useSyncExternalStore } from 'react';

export type ColourMode = 'system' | 'light' | 'dark';

const key = 'theme';
/** Background in both modes for the browser's frame (token `bg`). */
const frameColour = { light: '#F5F3EC', dark: '#0E1413' };
const listeners = new Set<() => void>();

const readMode = (): ColourMode => {
  const kept = localStorage.getItem(key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
};

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The displayed mode. */
const shownColourMode = (mode: ColourMode = readMode()): 'light' | 'dark' => {
  if (mode !== 'system') return mode;
  return systemIsDark().matches ? 'dark' : 'light';
};

function apply(): void {
  const shown = shownColourMode();
  const root = document.documentElement;
  root.dataset['theme'] = shown;
  root.style.colorScheme = shown;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', frameColour[shown]);
  for (const listener of listeners) listener();
}

/** Follows the system and other tabs; returns a function that stops it. */
export function followColourMode(): () => void {
  const system = systemIsDark();
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) apply();
  };
  system.addEventListener('change', apply);
  window.addEventListener('storage', onStorage);
  apply();
  return () => {
    system.removeEventListener('change', apply);
    window.removeEventListener('storage', onStorage);
  };
}

export function setColourMode(mode: ColourMode): void {
  if (mode === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, mode);
  apply();
}

/** Cycle: system, the opposite of the system's mode (a visible first step), the system's mode by choice. */
export const nextColourMode = (mode: ColourMode): ColourMode => {
  const systems = shownColourMode('system');
  if (mode === systems) return 'system';
  if (mode !== 'system') return systems;
  return systems === 'dark' ? 'light' : 'dark';
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The chosen mode of three. */
export const useColourMode = (): ColourMode => useSyncExternalStore(subscribe, readMode);
