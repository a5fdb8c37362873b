// jsdom plus what the router and the client need from the platform. Node's MessageChannel stays
// outside: with it the run never ends.
import { TextDecoder, TextEncoder } from 'node:util';
import JSDOMEnvironment from 'jest-environment-jsdom';

export default class BrowserEnvironment extends JSDOMEnvironment {
  async setup() {
    await super.setup();
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
    });
  }
}
