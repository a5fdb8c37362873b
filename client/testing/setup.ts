/** What jsdom lacks and every component test relies on; runs before each test file. */
import '@testing-library/jest-dom';
import { act, cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { expectNoErrors } from './expectedErrors.ts';

configure({ asyncUtilTimeout: 12000 });

/** The system's colour scheme and motion as a test sees them: light, motion allowed, wide screen. */
const mediaQuery = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

Object.defineProperty(window, 'matchMedia', { writable: true, value: mediaQuery });
Object.defineProperty(window, 'scrollTo', { writable: true, value: () => undefined });
Object.defineProperty(window, 'CSS', {
  value: { supports: () => false, escape: (text: string) => text },
});
Element.prototype.scrollIntoView = () => undefined;
/** Without a layout nothing has a size; what is not hidden counts as visible. */
Element.prototype.checkVisibility = function checkVisibility() {
  return this.closest('[hidden]') === null;
};
Element.prototype.setPointerCapture = () => undefined;

HTMLMediaElement.prototype.play = () => Promise.resolve();
HTMLMediaElement.prototype.pause = () => undefined;

afterEach(() => {
  // The library keeps messages for the next place that opens: that would be the next test's.
  act(() => void toast.dismiss());
  cleanup();
  expectNoErrors();
  localStorage.clear();
  sessionStorage.clear();
});
