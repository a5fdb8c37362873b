// A whole app for tests: its own database, the real transports on a real port, and people who sign in over them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../app.ts';
import { readConfig, type Config } from '../config/config.ts';
import { createListener, type ListenerLimits } from '../transports/http/listener.ts';
import type { Rates } from '../transports/http/rateLimits.ts';
import { listen, type Subscription } from '../database/listen.ts';
import { notificationTrigger } from '../transports/jobs/notificationTrigger.ts';
import type { ServiceOptions, Services } from '../composition.ts';
import type { Clock } from '../shared/clock.ts';
import { minuteMs } from '../shared/durations.ts';
import { createLog, type Log } from '../shared/log.ts';
import { assertDocumented } from './documentedAnswers.ts';
import { createGuardedServices, testKey } from './testServices.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A client with cookies of its own. */
export interface Caller {
  /** Sends and reads JSON; keeps cookies between calls. A REST answer must match the OpenAPI document. */
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  graphql<Data = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
  ): Promise<
    Answer<{ data: Data; errors?: { message: string; extensions: Record<string, unknown> }[] }>
  >;
  /** The cookies as the browser would send them. */
  cookies: Map<string, string>;
}

export interface TestApp {
  url: string;
  database: TestDatabase;
  services: Services;
  config: Config;
  visitor(): Caller;
  /** A person who signs in with the developer sign-in, which creates the account when it is missing. */
  signedIn(person?: {
    email?: string;
    name?: string;
    isAdmin?: boolean;
    company?: string | null;
  }): Promise<Caller & { userId: number }>;
  /** Subscribes to database notifications, as `server/main.ts` does. */
  listen(): void;
  /** Refuses new streams and ends the open ones, as at SIGTERM. */
  endStreams(): void;
  /** SQL statements that the app has run so far. */
  statements: string[];
  close(): Promise<void>;
}

/** Creates a token of a person, as the profile page does. */
export async function tokenOf(
  person: Caller,
  scope: 'read' | 'write' | 'admin',
): Promise<{ id: string; token: string }> {
  const { body } = await person.graphql<{ made: { token: string; apiToken: { id: string } } }>(
    `mutation { made: createApiToken(name: "Tool", scope: ${scope}) { token apiToken { id } } }`,
  );
  return { id: body.data.made.apiToken.id, token: body.data.made.token };
}

/** The cookies of a person as one header. */
export const cookieOf = ({ cookies }: Pick<Caller, 'cookies'>): string =>
  [...cookies].map((pair) => pair.join('=')).join('; ');

function caller(url: string): Caller {
  const cookies = new Map<string, string>();
  const call: Caller['call'] = async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const cookie = cookieOf({ cookies });
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        Origin: url,
        ...(cookie ? { Cookie: cookie } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    // A stream does not end: its headers are the answer.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : { text }) as Body,
    };
    assertDocumented({
      method,
      path,
      sent: body,
      status: answer.status,
      contentType: response.headers.get('content-type'),
      body: answer.body,
    });
    return answer;
  };
  return {
    call,
    cookies,
    graphql: (query, variables = {}) => call('POST', '/graphql', { query, variables }),
  };
}

/** Starts the app on a free port of this machine. Calls are not counted unless `rates` are given. */
export async function startTestApp(
  options: {
    env?: Record<string, string>;
    clock?: Clock;
    log?: Log;
    rates?: Rates | null;
    /** Registry of sign-in providers, in place of the server's own. */
    signInProviders?: ServiceOptions['signInProviders'];
    /** Delay of the refusal of a visitor, in ms; none by default. */
    holdMs?: number;
    /** Time limit of the embedding model in a search, in ms; a minute by default. */
    queryMs?: number;
    /** Time limit of a request, in ms; a minute by default. */
    timeMs?: number;
    /** Uses the listener of production with these time limits, in place of one without limits. */
    listener?: ListenerLimits;
    /** Limits of the notification streams that replace the configured ones. */
    stream?: Partial<Record<keyof Config['limits']['stream'], number>>;
    /** Number of the run of a query that compiles it, in place of the default. */
    jitThreshold?: number;
    /** A database to use instead of a new one; it is dropped when the app closes. */
    database?: TestDatabase;
    /** Folder of a built client; without it only the API is served. */
    clientDirectory?: string;
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  // A delayed test must not meet a connection that closes at that moment.
  const httpServer = options.listener
    ? createListener(options.listener)
    : createServer({ keepAliveTimeout: minuteMs });
  await new Promise<void>((resolve) => {
    httpServer.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  const given = readConfig({
    APP_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    SECRETS_KEY: testKey,
    // Beside another provider the developer sign-in must be enabled explicitly; production refuses it.
    ...(options.env?.['APP_ENV'] === 'production' ? {} : { DEVELOPER_SIGN_IN: 'true' }),
    ...options.env,
  });
  const { graphql } = given.limits;
  const config: Config = {
    ...given,
    limits: {
      ...given.limits,
      // Only a test of the limit sets it: a busy machine must not cause failures.
      graphql: { ...graphql, timeMs: options.timeMs ?? minuteMs } as Config['limits']['graphql'],
      refusal: {
        ...given.limits.refusal,
        holdMs: options.holdMs ?? 0,
      } as Config['limits']['refusal'],
      embeddings: {
        ...given.limits.embeddings,
        queryMs: options.queryMs ?? minuteMs,
      } as Config['limits']['embeddings'],
      stream: { ...given.limits.stream, ...options.stream } as Config['limits']['stream'],
    },
  };
  const statements: string[] = [];
  database.db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  const log = options.log ?? createLog(config.log);
  const services = createGuardedServices({
    db: database.db,
    config,
    log,
    version: '0.0.0',
    build: 'test',
    rates: options.rates ?? null,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.signInProviders ? { signInProviders: options.signInProviders } : {}),
  });
  const app = await createApp({
    config,
    services,
    log,
    clientDirectory: options.clientDirectory ?? '/nowhere',
    build: 'test',
    version: '0.0.0',
    ...(options.jitThreshold ? { jitThreshold: options.jitThreshold } : {}),
    isClosing: () => isClosing,
  });
  let isClosing = false;
  let listening: Subscription | null = null;
  httpServer.on('request', app.express);
  let people = 0;

  return {
    url,
    database,
    services,
    config,
    statements,
    visitor: () => caller(url),
    listen() {
      listening = listen({
        url: database.url,
        handlers: {
          loadout_notifications: app.notifyStreams,
          loadout_events: notificationTrigger(services, log),
        },
        log,
      });
    },
    endStreams() {
      isClosing = true;
      app.endStreams();
    },
    async signedIn({
      email = `person${(people += 1)}@nexters.example`,
      name = 'Test Person',
      isAdmin = false,
      company = 'nexters',
    } = {}) {
      const [row] = await database
        .db('users')
        .insert({ name, email, is_admin: isAdmin, company_key: company, is_demo: true })
        .returning<{ id: number }[]>('id');
      const person = caller(url);
      const { status } = await person.call('POST', '/api/v1/auth/dev-login', { email });
      if (status !== 200) throw new Error(`The test person could not sign in: ${status}`);
      return Object.assign(person, { userId: row?.id ?? 0 });
    },
    async close() {
      app.endStreams();
      await listening?.stop();
      await app.stop();
      await new Promise<void>((resolve) => {
        httpServer.close(() => resolve());
        httpServer.closeAllConnections();
      });
      // A run that a test started must end before its database is dropped.
      await services.sync.close();
      await database.drop();
    },
  };
}
