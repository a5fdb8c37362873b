/** Polyfills that jsdom lacks; runs before each test file. */
import '@testing-library/jest-dom';
import { act, cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { resetContribution } from '../browser/firstContribution.ts';
import { announce } from '../design/Announcer.tsx';
import { clearNoticeHistory, notify, registerNoticeDisplay } from '../design/notify.ts';
import { expectNoErrors } from './expectedErrors.ts';

configure({ asyncUtilTimeout: 12000 });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Fixed media queries of tests: light, motion allowed, wide screen. */
const mediaQuery = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: mediaQuery,
});
Object.defineProperty(window, 'scrollTo', {
  configurable: true,
  writable: true,
  value: () => undefined,
});
Object.defineProperty(window, 'CSS', {
  configurable: true,
  value: { supports: () => false, escape: (text: string) => text },
});
/** Without a layout no size changes. */
Object.defineProperty(window, 'ResizeObserver', {
  configurable: true,
  writable: true,
  value: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
});
Element.prototype.scrollIntoView = () => undefined;
/** Without a layout nothing has a size; everything that is not hidden counts as visible. */
Element.prototype.checkVisibility = function checkVisibility() {
  return this.closest('[hidden]') === null;
};
Element.prototype.setPointerCapture = () => undefined;

HTMLMediaElement.prototype.play = () => Promise.resolve();
HTMLMediaElement.prototype.pause = () => undefined;

/**
 * The live region keeps the last message for the next page. It is emptied at once, since later it might hold a message of the next
 * test.
 */
function emptyAnnouncer(): void {
  const { setTimeout: later } = window;
  window.setTimeout = (() => 0) as unknown as typeof later;
  announce('');
  window.setTimeout = later;
}

afterEach(() => {
  // Modules keep the state of the reader, and the next file of this worker shares them.
  act(() => {
    notify.dismiss();
    // The library keeps messages for the next display, which would be that of the next test.
    toast.dismiss();
    clearNoticeHistory();
    resetContribution();
  });
  cleanup();
  // Takes the messages that no display has shown yet.
  registerNoticeDisplay({ put: () => undefined, dismiss: () => undefined })();
  emptyAnnouncer();
  expectNoErrors();
  localStorage.clear();
  sessionStorage.clear();
});
