// The log: JSON lines for machines, coloured lines on a developer's terminal, without secrets in either.
import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** A run of characters that may be an address; each is matched once, so the time is linear. */
const run = /[^\s"<>]+/g;
const userInfo = /\/\/[^/?#@\s]*@/g;

function stripRun(text: string): string {
  const end = text.search(/[?#]/);
  const isAddress = end >= 0 && text.lastIndexOf('/', end) >= 0;
  return (isAddress ? text.slice(0, end) : text).replaceAll(userInfo, '//');
}

/** Removes query, fragment, user name and password from every address in a text. */
export const stripQueries = (text: string): string => text.replaceAll(run, stripRun);

/** Does the same for every text in a JSON tree, including member names. */
export function stripQueriesIn(value: unknown): unknown {
  if (typeof value === 'string') return stripQueries(value);
  if (Array.isArray(value)) return value.map(stripQueriesIn);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    stripQueries(name),
    stripQueriesIn(member),
  ]);
  return Object.fromEntries(entries);
}

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** Field names whose values are redacted, at the top or up to two levels below it. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'setCookie',
  'password',
  'secret',
  'clientSecret',
  'client_secret',
  'webhookSecret',
  'token',
  'accessToken',
  'access_token',
  'idToken',
  'id_token',
  'refreshToken',
  'refresh_token',
  'telegramToken',
  'botToken',
  'apiKey',
  'code',
  'codeVerifier',
  'code_verifier',
  'nonce',
  'hash',
];

const censored = '[hidden]';
const quoted = (name: string) => `["${name}"]`;
const secretPaths = ['', '*', '*.*'].flatMap((prefix) =>
  secretNames.map((name) => `${prefix}${quoted(name)}`),
);

/** Fields of an error for the log. Its code (`57P01`) is no secret, unlike `code` of a sign-in, so it is renamed. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, ...fields } = pino.stdSerializers.err(error);
  return code === undefined ? fields : { ...fields, errorCode: code as unknown };
}

interface LogOptions {
  level: LogLevel;
  /** Coloured lines instead of JSON. */
  pretty?: boolean;
  /** Target of the lines; the standard output by default. */
  destination?: DestinationStream;
}

/** Creates the log of a process. Children (`log.child({ part: 'sync' })`) keep its level and redaction. */
export function createLog({ level, pretty: isPretty = false, destination }: LogOptions): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: censored },
    serializers: {
      err: errorFields,
      error: errorFields,
      url: (value: unknown) => (typeof value === 'string' ? stripQueries(value) : value),
    },
  };
  if (!isPretty) return destination ? pino(options, destination) : pino(options);
  return pino(
    options,
    pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', destination }),
  );
}
