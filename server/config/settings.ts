// Settings from the environment: meaning, schema, example and secrecy of each.
import { isIP } from 'node:net';
import { z } from 'zod';
import { logLevels } from '../shared/log.ts';
import { isCronSchedule } from '../shared/cronSchedule.ts';
import { databaseAddress } from './databaseAddress.ts';

/** A setting; its key in `settings` is the name in the environment. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  about: string;
  example: string;
  /** Parses the text of the environment; `undefined` when it is not set. */
  schema: Schema;
  /** A secret may also come from the file that `NAME_FILE` names, and is never printed. */
  secret: boolean;
}

const setting = <Schema extends z.ZodType>(
  about: string,
  example: string,
  schema: Schema,
): Setting<Schema> => ({
  about,
  example,
  schema,
  secret: false,
});
const secret = <Schema extends z.ZodType>(
  about: string,
  example: string,
  schema: Schema,
): Setting<Schema> => ({
  about,
  example,
  schema,
  secret: true,
});

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for a host that only this machine reaches; null stands for every address of the machine. */
export const isLoopbackHost = (host: string | null): boolean =>
  host !== null &&
  (loopbackHosts.has(host.toLowerCase()) || host === '::1' || host.startsWith('127.'));

/** True for an address of this machine. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && loopbackHosts.has(new URL(address).hostname);
}

function hasProtocol(address: string, protocols: string[]): boolean {
  return URL.canParse(address) && protocols.includes(new URL(address).protocol);
}

const withoutEndSlash = (address: string) => address.replace(/\/+$/, '');
const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const word = z.string().min(1);
const webAddress = z
  .string()
  .refine((value) => hasProtocol(value, ['http:', 'https:']), 'must be an http or https address')
  .transform(withoutEndSlash);
const issuer = webAddress.refine(
  (value) => value.startsWith('https:') || isLoopback(value),
  'must be https (http is accepted for a loopback host only)',
);
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);
/** Scheme, host and port without a path, as browsers send it. */
const isOrigin = (value: string): boolean =>
  hasProtocol(value, ['http:', 'https:']) &&
  new URL(value).origin === value &&
  (value.startsWith('https:') || isLoopback(value));
const emailAddress = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const mailbox = /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;
const isPort = (value: number) => value >= 1 && value <= 65_535;
const hostAndPort = /^(\[[0-9a-f:]+\]|[^:\s]+):(\d{1,5})$/i;
/** Hosts that are allowed although they are not public. */
const allowedHosts = z
  .string()
  .transform(listOf)
  .refine(
    (parts) => parts.every((part) => hostAndPort.test(part)),
    'must be a comma list of host:port',
  )
  .refine(
    (parts) => parts.every((part) => isPort(Number(part.slice(part.lastIndexOf(':') + 1)))),
    'must name ports between 1 and 65535',
  )
  .default([]);
const allowedTelegramId = /^(\d{1,19})(?::([a-z][a-z0-9]*))?$/;

export const settings = {
  APP_ENV: setting(
    'What this server is for. Production refuses the developer sign-in and wants https.',
    'production',
    z
      .enum(['development', 'production', 'test'], 'must be development, production or test')
      .default('development'),
  ),
  PORT: setting('The port the server listens on.', '5176', integer(1, 65_535).default(5176)),
  HOST: setting(
    'The address the server listens on; 0.0.0.0 or :: is every one of the machine. Default: 127.0.0.1 outside production and behind a proxy (TRUST_PROXY), else every one.',
    '127.0.0.1',
    z
      .string()
      .refine(
        (value) => isIP(value) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
        'must be an address of this machine or its name, without a port',
      )
      .optional(),
  ),
  PUBLIC_URL: setting(
    'The address people open. Default outside production: http://localhost:PORT.',
    'https://loadout.example.com',
    webAddress
      .refine((value) => new URL(value).pathname === '/', 'must have no path')
      .transform((value) => new URL(value).origin)
      .optional(),
  ),
  TRUST_PROXY: setting(
    'How many reverse proxies stand in front and set X-Forwarded-For; the nearest at a private address.',
    '1',
    integer(0, 10).default(0),
  ),
  CORS_ORIGINS: setting(
    'Origins of other internal tools whose pages may call the APIs from a browser, with a token. Unset: none.',
    'https://tools.example.com',
    z
      .string()
      .transform(listOf)
      .refine(
        (parts) => parts.every(isOrigin),
        'must be a comma list of https origins without a path, such as https://tools.example.com',
      )
      .default([]),
  ),
  LOG_LEVEL: setting(
    `How much is logged: ${logLevels.join(', ')}.`,
    'info',
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
  ),
  METRICS_TOKEN: secret(
    'The bearer token that /metrics asks for; without it there is no /metrics.',
    'a long random text',
    z.string().min(16, 'must have 16 characters at least').optional(),
  ),
  SPLASH_HOST: setting(
    'A host name on which only the splash video is shown.',
    'splash.example.com',
    z
      .string()
      .regex(/^[a-z0-9.-]+$/i, 'must be a host name without port or path')
      .transform((value) => value.toLowerCase())
      .optional(),
  ),
  DATABASE_URL: secret(
    'A PostgreSQL 15 or newer. Unset: the embedded one, kept in DATA_DIR.',
    'postgres://loadout:password@db.example.com:5432/loadout',
    databaseAddress.optional(),
  ),
  DATABASE_DIRECT_URL: secret(
    'The same database past a pooler in transaction mode (PgBouncer), for what needs a session. Only where DATABASE_URL leads through one.',
    'postgres://loadout:password@db.example.com:5432/loadout',
    databaseAddress.optional(),
  ),
  DATA_DIR: setting('The folder of the embedded database.', '.data', word.default('.data')),
  SECRETS_KEY: secret(
    'Encrypts the signing secrets of webhooks in the database: 64 hex digits (openssl rand -hex 32), the same for every process. Further keys behind commas only decrypt, while a key is replaced. Unset: a file in DATA_DIR for the embedded database; with DATABASE_URL webhooks are off.',
    'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00',
    z
      .string()
      .transform(listOf)
      .refine(
        (parts) =>
          parts.length > 0 &&
          parts.length <= 10 &&
          parts.every((part) => /^[0-9a-f]{64}$/i.test(part)),
        'must be 64 hex digits (openssl rand -hex 32), or a comma list of up to ten such keys',
      )
      .optional(),
  ),
  LEGAL_TEXTS: setting(
    'A folder with the own terms and privacy policy of the company, in both languages. Unset: those that come with Loadout.',
    '/etc/loadout/legal',
    word.optional(),
  ),
  DEVELOPER_SIGN_IN: setting(
    'Sign-in as a demo user without a password; never in production. Default: on while only this machine can reach the page (HOST, PUBLIC_URL, TRUST_PROXY) and no other sign-in is set up.',
    'false',
    z.stringbool('must be true or false').optional(),
  ),
  GOOGLE_CLIENT_ID: setting(
    'The OAuth client of the Google sign-in.',
    '1234567890-abc.apps.googleusercontent.com',
    word.optional(),
  ),
  GOOGLE_CLIENT_SECRET: secret('The secret of that OAuth client.', 'GOCSPX-…', word.optional()),
  GOOGLE_ISSUER: setting(
    'The OpenID issuer of the Google sign-in.',
    'https://accounts.google.com',
    issuer.default('https://accounts.google.com'),
  ),
  GOOGLE_CALLBACK_PATH: setting(
    'The page to which Google returns; register PUBLIC_URL + this path there.',
    '/oauth/google/callback',
    z
      .string()
      .regex(/^\/(?![/\\])[^\s\\?#]*$/, 'must be a path that begins with one slash')
      .default('/oauth/google/callback'),
  ),
  REAUTHENTICATION_DAYS: setting(
    'Days after which people with a work account must sign in with their provider (Google) again, whatever they use otherwise.',
    '30',
    integer(1, 365).default(30),
  ),
  TELEGRAM_BOT_TOKEN: secret(
    'The token of the Telegram bot.',
    '123456:ABC-DEF',
    z
      .string()
      .regex(/^\d+:[\w-]+$/, 'must have the form number:letters')
      .optional(),
  ),
  TELEGRAM_BOT_NAME: setting(
    'The user name of that bot, without @.',
    'loadout_bot',
    z
      .string()
      .regex(/^@?\w{3,32}$/, 'must be a Telegram user name')
      .transform((value) => value.replace(/^@/, ''))
      .optional(),
  ),
  TELEGRAM_CLIENT_SECRET: secret(
    'The web login secret of that bot (OpenID Connect). Unset: the login widget is used.',
    'abc…',
    word.optional(),
  ),
  TELEGRAM_API_URL: setting(
    'The Bot API.',
    'https://api.telegram.org',
    webAddress.default('https://api.telegram.org'),
  ),
  TELEGRAM_ISSUER: setting(
    'The OpenID issuer of the Telegram sign-in.',
    'https://oauth.telegram.org',
    issuer.default('https://oauth.telegram.org'),
  ),
  TELEGRAM_WEBHOOK_SECRET: secret(
    'What Telegram sends with every webhook call. Unset: no webhook.',
    'a-long-random-word',
    z
      .string()
      .regex(/^[\w-]{1,256}$/, 'must be 1 to 256 letters, digits, _ or -')
      .optional(),
  ),
  TELEGRAM_ALLOWED_IDS: setting(
    'Telegram ids that may open an account, each alone or with its company.',
    '123456,234567:acme',
    z
      .string()
      .transform(listOf)
      .refine(
        (parts) => parts.every((part) => allowedTelegramId.test(part)),
        'must be a comma list of id or id:company',
      )
      .transform((parts) =>
        parts.map((part) => {
          const [id = '', company = null] = part.split(':');
          return { id, company };
        }),
      )
      .optional(),
  ),
  RAINDROP_TOKEN: secret(
    'The access token of the bookmarks service Raindrop.io.',
    'abc…',
    word.optional(),
  ),
  RAINDROP_COLLECTION: setting(
    'The collection that is synced; 0 is all.',
    '0',
    integer(-1, Number.MAX_SAFE_INTEGER).default(0),
  ),
  RAINDROP_URL: setting(
    'The base path of its API.',
    'https://api.raindrop.io/rest/v1',
    webAddress.default('https://api.raindrop.io/rest/v1'),
  ),
  BOOKMARKS_FILE: setting(
    'A Raindrop CSV or a bookmarks HTML that is synced instead of the service.',
    'bookmarks.csv',
    word.optional(),
  ),
  SYNC_SCHEDULE: setting(
    'When to sync, as five cron fields in UTC; off switches it off.',
    '0 * * * *',
    z
      .string()
      .refine(
        (value) => value === 'off' || isCronSchedule(value),
        'must be five cron fields, or off',
      )
      .default('0 * * * *'),
  ),
  LANGUAGE_MODEL_URL: setting(
    'An API of the OpenAI form, up to and with /v1.',
    'https://api.openai.com/v1',
    webAddress.optional(),
  ),
  LANGUAGE_MODEL_KEY: secret('Its key, where it wants one.', 'sk-…', word.optional()),
  LANGUAGE_MODEL_NAME: setting('The model to use.', 'gpt-5-mini', word.optional()),
  EMBEDDINGS_URL: setting(
    'An API with the OpenAI form of /embeddings, up to and with /v1. Texts of services and use cases, and what people search for, are sent to it.',
    'https://api.openai.com/v1',
    webAddress.optional(),
  ),
  EMBEDDINGS_KEY: secret('Its key, where it wants one.', 'sk-…', word.optional()),
  EMBEDDINGS_MODEL: setting(
    'The embedding model to use; a change renews all vectors.',
    'text-embedding-3-small',
    word.max(200).optional(),
  ),
  EMBEDDINGS_HIDDEN_TEXTS: setting(
    'Whether texts of hidden services may be sent to it. Default: false.',
    'true',
    z.stringbool('must be true or false').optional(),
  ),
  SMTP_URL: secret(
    'The mail server. smtp:// must offer STARTTLS, unless it runs on this machine or the address ends in ?requireTLS=false.',
    'smtps://user:password@mail.example.com:465',
    z
      .string()
      .refine(
        (value) => hasProtocol(value, ['smtp:', 'smtps:']),
        'must be an smtp or smtps address',
      )
      .optional(),
  ),
  MAIL_FROM: setting(
    'The sender of our mail.',
    'Loadout <loadout@example.com>',
    z.string().regex(mailbox, 'must be an e-mail address, with or without a name').optional(),
  ),
  ACCESS_REQUESTS_TO: setting(
    'Who receives access requests.',
    'it@example.com,security@example.com',
    z
      .string()
      .transform(listOf)
      .refine(
        (parts) => parts.length > 0 && parts.every((part) => emailAddress.test(part)),
        'must be a comma list of e-mail addresses',
      )
      .optional(),
  ),
  IMAGE_PROXY_ALLOW: setting(
    'Inside hosts from which the image proxy may fetch although they are not public.',
    'images.internal:8080',
    allowedHosts,
  ),
  WEBHOOKS_ALLOW: setting(
    'Inside hosts to which webhooks may be sent although they are not public, also by plain http.',
    'tools.internal:8080',
    allowedHosts,
  ),
  SITE_PICTURES: setting(
    'Whether the server reads pictures from the services’ own sites where a bookmark has none; public addresses only. Default: true outside tests.',
    'false',
    z.stringbool('must be true or false').optional(),
  ),
  SOURCE_WATCH: setting(
    'Whether the server reads the pages once a day that facts of data rules quote, and says when they change; public addresses only. Default: true outside tests.',
    'false',
    z.stringbool('must be true or false').optional(),
  ),
};

const noReplica = 'was removed: everything is read from DATABASE_URL. Delete this line';

/** Removed settings, each with the reason why it is refused. */
export const removedSettings = {
  DATABASE_READ_URL: noReplica,
  DATABASE_READ_MAX_LAG: noReplica,
};

export type SettingName = keyof typeof settings;

/** The parsed values of all settings. */
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
