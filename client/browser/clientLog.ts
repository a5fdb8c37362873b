/** Client log, sent to the server (specification, sections 4 and 8). */
import { ownFetch } from './serverCalls.ts';

/** Levels by severity; the default `temp` lets all of them through. */
const logLevels = { error: 0, warn: 1, info: 2, debug: 3, temp: 4 } as const;
type LogLevel = keyof typeof logLevels;

type LogSource = 'console' | 'window' | 'promise' | 'vitals' | 'page';

const logWaitsMs = [2000, 4000] as const;
const path = '/api/v1/logs';
/** Limit of the entry and of its metadata. The server removes queries from addresses (server/modules/setup/health/clientLog.ts). */
const maxCharacters = 8_000;
/** More than this in a minute is a storm: the rest of that minute is dropped. */
const maxPerMinute = 30;

export interface ClientLogOptions {
  /** Entries less severe than this are not sent; default `temp`. */
  level?: LogLevel;
  /** Default: POST /api/v1/logs. */
  send?: (body: string) => Promise<boolean>;
  wait?: (ms: number) => Promise<void>;
}

const sendToServer = async (body: string): Promise<boolean> => {
  const response = await ownFetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  return response.ok;
};

const begin = (text: string): string => text.slice(0, maxCharacters).toWellFormed();

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type WriteLog = (
  level: LogLevel,
  source: LogSource,
  entry: string,
  metadata?: Record<string, unknown>,
) => Promise<void>;

/** A writer that tries three times, waiting 2 and then 4 seconds, and then gives the entry up. */
export function createClientLog(options: ClientLogOptions = {}): WriteLog {
  const { level: least = 'temp', send = sendToServer, wait = waitFor } = options;
  let minute = 0;
  let written = 0;
  return async (level, source, entry, metadata) => {
    if (logLevels[level] > logLevels[least]) return;
    const now = Math.floor(Date.now() / 60_000);
    written = now === minute ? written + 1 : 1;
    minute = now;
    if (written > maxPerMinute) return;
    const body = JSON.stringify({
      entry: begin(entry),
      level,
      source,
      timestamp: new Date().toISOString(),
      ...(metadata ? { metadata: begin(JSON.stringify(metadata)) } : {}),
    });
    for (let attempt = 0; ; attempt += 1) {
      // A failed send is not logged: that would fail too.
      if (await send(body).catch(() => false)) return;
      const pause = logWaitsMs[attempt];
      if (pause === undefined) return;
      await wait(pause);
    }
  };
}

/** One-line text of a console argument. */
function describe(value: unknown): string {
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch (circular) {
    return `${String(value)} (${String(circular)})`;
  }
}

/** Forwards uncaught errors, unhandled rejections, console errors and warnings; returns a function that stops it. */
export function forwardToLog(write: WriteLog, context: () => Record<string, unknown>): () => void {
  const original = { error: console.error, warn: console.warn };
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...values: unknown[]) => {
      original[level](...values);
      void write(level, 'console', values.map(describe).join(' '), context());
    };
  }
  const onError = (event: ErrorEvent) => {
    const place = `${event.filename}:${event.lineno}:${event.colno}`;
    void write('error', 'window', describe(event.error ?? event.message), { ...context(), place });
  };
  const onRejection = (event: PromiseRejectionEvent) =>
    void write('error', 'promise', describe(event.reason), context());
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    Object.assign(console, original);
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
