/** Fake of `fetch` for tests: answers by method and path, and records the requests. */

interface FakeCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Answer of a path: a JSON value with status 200, a whole response, or a failure to connect. */
export type FakeAnswer = (call: FakeCall) => Answer | Promise<Answer>;
type Answer = Response | Record<string, unknown> | 'no connection';

export interface FakeServer {
  calls: FakeCall[];
  /** Calls of one path, in order. */
  callsTo: (path: string) => FakeCall[];
  /** Restores `fetch`. */
  close: () => void;
}

/** `table` maps `POST /api/v1/auth/login` to its answer; anything else answers 404. */
export function openFakeServer(table: Record<string, FakeAnswer>): FakeServer {
  const former = globalThis.fetch;
  const calls: FakeCall[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const call: FakeCall = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as FakeCall['body']) : {},
    };
    calls.push(call);
    const given = table[`${call.method} ${call.path}`];
    const answer = given ? await given(call) : json({ success: false }, 404);
    if (answer === 'no connection') throw new TypeError('Failed to fetch');
    return answer instanceof Response ? answer : json(answer);
  };
  return {
    calls,
    callsTo: (path) => calls.filter((call) => call.path === path),
    close: () => {
      globalThis.fetch = former;
    },
  };
}

export const json = (value: Record<string, unknown>, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
