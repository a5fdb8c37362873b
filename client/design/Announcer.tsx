/** One polite live region that is always there: screens say through it what changed without moving the focus. */
import { useEffect, useSyncExternalStore } from 'react';
import { VisuallyHidden } from './VisuallyHidden.tsx';

let announcement = '';
const listeners = new Set<() => void>();

const say = (next: string): void => {
  announcement = next;
  for (const listener of listeners) listener();
};

/** Says a text once; the same text again is said again, because the region is emptied between. */
export function announce(text: string): void {
  say('');
  setTimeout(() => say(text), 60);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => announcement);
  useEffect(() => {
    if (!text) return undefined;
    const timer = setTimeout(() => say(''), 5000);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <VisuallyHidden as="div" role="status" data-announcer="">
      {text}
    </VisuallyHidden>
  );
}
