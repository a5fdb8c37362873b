// Fake Raindrop API for development and tests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from './raindrop/api.ts';
import {
  createCommands,
  runCommand,
  type Commands,
  type Control,
  type ReceivedCall,
} from './raindrop/control.ts';
import { createFaults, createRateLimit, type Fault } from './raindrop/faults.ts';
import { createLibrary, type NewRaindrop } from './raindrop/library.ts';

export interface FakeRaindrop {
  /** The whole base path, for `RAINDROP_URL`. */
  url: string;
  token: string;
  control: Control;
  close(): Promise<void>;
}

interface Options {
  /** A free port by default. */
  port?: number;
  token?: string;
  bookmarks?: NewRaindrop[];
}

interface Answer {
  status: number;
  /** A text is sent unchanged, anything else as JSON. */
  body: unknown;
  headers?: Record<string, string>;
}

const basePath = '/rest/v1';
const controlPath = '/_control';

/** Raindrop was observed to answer from its cache for more than two hours. */
const cacheMs = 2 * 60 * 60 * 1_000;

async function runControl(
  commands: Commands,
  request: IncomingMessage,
  name: string,
): Promise<Answer> {
  if (name === '') {
    const about = Object.entries(commands).map(([key, { about }]) => [key, about]);
    return { status: 200, body: Object.fromEntries(about) };
  }
  if (!Object.hasOwn(commands, name)) {
    return { status: 404, body: { error: `There is no command ${name}.` } };
  }
  try {
    return { status: 200, body: await runCommand(commands, name, await readJson(request)) };
  } catch (error) {
    return {
      status: 400,
      body: { error: error instanceof Error ? error.message : String(error) },
    };
  }
}

/** Starts the fake on the loopback address; its data is lost when it is closed. */
export async function startFakeRaindrop({
  port = 0,
  token = 'stand-in-token',
  bookmarks = [],
}: Options = {}): Promise<FakeRaindrop> {
  const library = createLibrary();
  const faults = createFaults();
  const rateLimit = createRateLimit();
  const calls: ReceivedCall[] = [];
  const cache = new Map<string, { answer: Answer; at: number }>();
  const commands = createCommands({ library, faults, rateLimit, calls, cache });
  const api = createApi(library, faults);
  for (const bookmark of bookmarks) library.add(bookmark);

  async function served(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    if (pathname.startsWith(controlPath)) {
      send(response, await runControl(commands, request, pathname.slice(controlPath.length + 1)));
      return;
    }
    const method = request.method ?? 'GET';
    const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : '';
    const body = await readJson(request);
    const call = { method, path, query: Object.fromEntries(searchParams), body, status: 0 };
    calls.push(call);

    if (request.headers.authorization !== `Bearer ${token}`) {
      call.status = 401;
      return send(response, { status: 401, body: 'Unauthorized' });
    }
    const { isAllowed, headers } = rateLimit.count();
    const fault: Fault | undefined = isAllowed
      ? faults.next(method, path)
      : { kind: '429', times: 1, delayMs: 0 };
    if (fault?.kind === 'drop') return void response.destroy();
    if (fault?.kind === 'slow') await faults.wait(fault);
    const isTrue = fault === undefined || fault.kind === 'slow' || fault.kind === 'dropAfter';
    const answer = isTrue
      ? answered({ method, path, query: searchParams, body }, path + search)
      : faulty(fault);
    if (fault?.kind === 'dropAfter') return void response.destroy();
    call.status = answer.status;
    send(response, { ...answer, headers: { ...headers, ...answer.headers } });
  }

  /** Answers repeated reads of one address from the cache, as Raindrop does. */
  function answered(call: Parameters<typeof api>[0], address: string): Answer {
    if (call.method !== 'GET') return api(call);
    const kept = cache.get(address);
    if (kept && Date.now() - kept.at < cacheMs) {
      return { ...kept.answer, headers: { 'x-api-cache': 'HIT' } };
    }
    const fresh = api(call);
    const answer = { status: fresh.status, body: JSON.stringify(fresh.body) };
    if (fresh.status === 200) cache.set(address, { answer, at: Date.now() });
    return { ...answer, headers: { 'x-api-cache': 'MISS' } };
  }

  const server = createServer((request, response) => {
    served(request, response).catch((error: unknown) => {
      send(response, { status: 500, body: { error: String(error) } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;

  const control = Object.fromEntries(
    Object.keys(commands).map((name) => [
      name,
      (input: unknown) => runCommand(commands, name, input),
    ]),
  ) as Control;

  return {
    url: `http://127.0.0.1:${taken}${basePath}`,
    token,
    control,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function faulty({ kind, retryAfter }: Fault): Answer {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (kind === 'malformed') return { status: 200, body: '<html>Bad gateway</html>' };
  if (kind === 'notAPage') return { status: 200, body: { result: true, itens: [] } };
  if (kind === 'authFalse') return { status: 200, body: { result: false, auth: false } };
  if (kind === 'empty') return { status: 204, body: '' };
  if (kind === 'resultFalse') {
    return { status: 200, body: { result: false, error: -1, errorMessage: 'Something failed' } };
  }
  if (kind === '401') return { status: 401, body: 'Unauthorized' };
  return {
    status: Number(kind),
    body: { result: false, error: kind, errorMessage: kind },
    headers,
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const isJson = typeof body !== 'string' || /^[[{]/.test(body);
  response.writeHead(status, {
    'content-type': isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    ...headers,
  });
  response.end(status === 204 ? undefined : text);
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}
