// jsdom plus what the router and the client need from the platform; one window for all components' tests of a worker, as
// their modules are (keptRuntime.mjs) and hold on to the window that they were loaded in. Each file finds the page empty.
// Node's MessageChannel stays outside: with it the run never ends.
import { TextDecoder, TextEncoder } from 'node:util';
import JSDOMEnvironment from 'jest-environment-jsdom';
import { hasOwnModules } from './keptRuntime.mjs';
import { watchLeftovers } from './leftovers.mjs';
import { watchModules } from './moduleState.mjs';
import { readStylesLate } from './readStyles.mjs';

let kept = null;
/** The console of the file that runs now. */
let current = null;

/** What jsdom says goes to the file that runs, not to the one for which the window was opened. */
const consoleOfNow = new Proxy(
  {},
  { get: (_, name) => (name === 'then' ? undefined : (...said) => current[name](...said)) },
);

export default class BrowserEnvironment extends JSDOMEnvironment {
  constructor(config, context) {
    const isOwn = hasOwnModules(config.globalConfig, context.testPath);
    if (!isOwn) current = context.console;
    if (!isOwn && kept) return kept;
    super(config, isOwn ? context : { ...context, console: consoleOfNow });
    if (!isOwn) {
      kept = this;
      this.bringModulesBack = watchModules(this.global);
    }
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      fetch,
      Request,
      Response,
      Headers,
      AbortController,
      AbortSignal,
      structuredClone,
      // styled-components adds a rule to the sheet, not a text to the element: jsdom would read the whole text anew each time.
      SC_DISABLE_SPEEDY: false,
    });
    readStylesLate(this.global);
    this.findLeftovers = watchLeftovers(this.global);
  }

  /** Puts away what the file before has left. */
  async setup() {
    this.bringModulesBack?.();
    const { document, localStorage, sessionStorage } = this.global;
    this.dom.reconfigure({ url: 'http://localhost/' });
    this.dom.cookieJar.removeAllCookiesSync();
    localStorage.clear();
    sessionStorage.clear();
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const element of [document.documentElement, document.head, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }

  async teardown() {
    if (kept !== this) return super.teardown();
    this.fakeTimersModern.useRealTimers();
    const left = this.findLeftovers();
    if (left.length > 0) throw new Error(`Left to the next file of tests:\n${left.join('\n')}`);
    return undefined;
  }
}
