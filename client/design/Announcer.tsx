/** Polite live region that announces changes to assistive technology without moving the focus. */
import { useEffect } from 'react';
import { createStore } from '../browser/store.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const store = createStore('');

/** Announces a text; the region is emptied first, so that a repeated text is announced again. */
export function announce(text: string): void {
  store.set('');
  setTimeout(() => store.set(text), 60);
}

export function Announcer() {
  const text = store.use();
  useEffect(() => {
    if (!text) return undefined;
    const timer = setTimeout(() => store.set(''), 5000);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <VisuallyHidden as="div" role="status" data-announcer="">
      {text}
    </VisuallyHidden>
  );
}
