/** Polyfills that jsdom lacks and every component test relies on; runs before each test file. */
import '@testing-library/jest-dom';
import { act, cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { resetContribution } from '../browser/firstContribution.ts';
import { announce } from '../design/Announcer.tsx';
import { clearNoticeHistory } from '../design/noticeHistory.ts';
import { notify, registerNoticeDisplay } from '../design/notify.ts';
import { expectNoErrors } from './expectedErrors.ts';

configure({ asyncUtilTimeout: 12000 });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The system's colour scheme and motion as a test sees them: light, motion allowed, wide screen. */
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
/** Without a layout nothing changes its size. */
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
/** Without a layout nothing has a size; what is not hidden counts as visible. */
Element.prototype.checkVisibility = function checkVisibility() {
  return this.closest('[hidden]') === null;
};
Element.prototype.setPointerCapture = () => undefined;

HTMLMediaElement.prototype.play = () => Promise.resolve();
HTMLMediaElement.prototype.pause = () => undefined;

/** What was said last stands in the region of the next page, too. Emptied later, it might be what the next test has just said. */
function emptyAnnouncer(): void {
  const { setTimeout: later } = window;
  window.setTimeout = (() => 0) as unknown as typeof later;
  announce('');
  window.setTimeout = later;
}

afterEach(() => {
  // What modules remember of the reader: the next file of this worker has the same modules.
  act(() => {
    notify.dismiss();
    // The library keeps messages for the next place that opens: that would be the next test's.
    toast.dismiss();
    clearNoticeHistory();
    resetContribution();
  });
  cleanup();
  // As messages do that no place has taken yet.
  registerNoticeDisplay({ put: () => undefined, dismiss: () => undefined })();
  emptyAnnouncer();
  expectNoErrors();
  localStorage.clear();
  sessionStorage.clear();
});
