/** What jsdom lacks and every component test relies on; runs before each test file, in the window of all (keptRuntime.mjs). */
import '@testing-library/jest-dom';
import * as matchers from '@testing-library/jest-dom/matchers';
import { act, cleanup, configure } from '@testing-library/react';
import * as react from 'react';
import { toast } from 'sonner';
import * as styled from 'styled-components';
import { forgetUsefulAct } from '../browser/usefulAct.ts';
import { announce } from '../design/Announcer.tsx';
import { forgetNotices } from '../design/notices.ts';
import { notify, openNoticePlace } from '../design/notify.ts';
import { expectNoErrors } from './expectedErrors.ts';

const windowIsSetUp = Symbol.for('loadout.windowIsSetUp');

configure({ asyncUtilTimeout: 12000 });
// The libraries say these to the first file that loads them only.
expect.extend(matchers);
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// The rules of the components of the files before: a test that asks for a role compares them all with every element.
const { mainSheet } = (
  styled as unknown as {
    __PRIVATE__: { mainSheet: { names: Map<string, unknown>; clearTag(): void } };
  }
).__PRIVATE__;
mainSheet.names.clear();
mainSheet.clearTag();

// React writes down, for each of the first ten thousand elements of a second, where in the code it was made. Nobody reads it here,
// and it takes a tenth of the time; at ten thousand it stops.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: ofReact } =
  react as unknown as Record<string, object>;
Object.defineProperty(ofReact, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set: () => undefined,
});

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
    forgetNotices();
    forgetUsefulAct();
  });
  cleanup();
  // As messages do that no place has taken yet.
  openNoticePlace({ put: () => undefined, dismiss: () => undefined })();
  emptyAnnouncer();
  expectNoErrors();
  localStorage.clear();
  sessionStorage.clear();
});

// From here on the window is to stay as it is (leftovers.mjs). Who has a window of their own leaves nothing to anybody.
(globalThis as { [windowIsSetUp]?: () => void })[windowIsSetUp]?.();
