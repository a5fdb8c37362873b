// Groups of settings and the rules between them: completeness, requirements of production, defaults.
import { resolve } from 'node:path';
import { isLoopback, isLoopbackHost } from './settings.ts';
import type { SettingName, Settings } from './settings.ts';

export interface Refusal {
  name: SettingName;
  reason: string;
}

/** Settings of one group: all of `needs` or none; `extras` have no effect without the group. */
interface Rule {
  needs: SettingName[];
  extras?: SettingName[];
}

const rules: Rule[] = [
  {
    needs: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  },
  {
    needs: ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_BOT_NAME'],
    extras: ['TELEGRAM_CLIENT_SECRET', 'TELEGRAM_WEBHOOK_SECRET', 'TELEGRAM_ALLOWED_IDS'],
  },
  {
    needs: ['LANGUAGE_MODEL_URL', 'LANGUAGE_MODEL_NAME'],
    extras: ['LANGUAGE_MODEL_KEY'],
  },
  {
    needs: ['EMBEDDINGS_URL', 'EMBEDDINGS_MODEL'],
    extras: ['EMBEDDINGS_KEY', 'EMBEDDINGS_HIDDEN_TEXTS'],
  },
  {
    needs: ['DATABASE_URL'],
    extras: ['DATABASE_DIRECT_URL'],
  },
  {
    needs: ['SMTP_URL', 'MAIL_FROM', 'ACCESS_REQUESTS_TO'],
  },
];

type IsSet = (name: SettingName) => boolean;

function halfConfigured(isSet: IsSet): Refusal[] {
  return rules.flatMap(({ needs, extras = [] }) => {
    const present = [...needs, ...extras].filter(isSet);
    if (present.length === 0) return [];
    return needs
      .filter((name) => !isSet(name))
      .map((name) => ({ name, reason: `is missing, but ${present.join(' and ')} is set` }));
  });
}

const signInSettings: SettingName[] = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_BOT_NAME',
];

function refusedInProduction(values: Settings, isSet: IsSet): Refusal[] {
  if (values.APP_ENV !== 'production') return [];
  const refusals: Refusal[] = [];
  if (values.DEVELOPER_SIGN_IN === true) {
    refusals.push({
      name: 'DEVELOPER_SIGN_IN',
      reason: 'must not be on in production, everybody could sign in',
    });
  }
  if (!isSet('PUBLIC_URL')) {
    refusals.push({ name: 'PUBLIC_URL', reason: 'is required in production' });
  } else if (!values.PUBLIC_URL?.startsWith('https:') && !isLoopback(values.PUBLIC_URL ?? '')) {
    refusals.push({
      name: 'PUBLIC_URL',
      reason: 'must be https in production (http is accepted for a loopback host only)',
    });
  }
  if (!signInSettings.some(isSet)) {
    const reason =
      'is missing: nobody could sign in; production needs Google (GOOGLE_CLIENT_ID and ' +
      'GOOGLE_CLIENT_SECRET) or Telegram (TELEGRAM_BOT_TOKEN and TELEGRAM_BOT_NAME)';
    refusals.push({ name: 'GOOGLE_CLIENT_ID', reason });
  }
  return refusals;
}

/** With PUBLIC_URL among the CORS origins the page would lose its cookie. */
function refusedOwnOrigin(values: Settings): Refusal[] {
  return values.CORS_ORIGINS?.includes(publicUrlOf(values))
    ? [{ name: 'CORS_ORIGINS', reason: 'must not hold PUBLIC_URL, which needs no permission' }]
    : [];
}

function hostAndPortOf(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).toLowerCase(), port: Number(text.slice(colon + 1)) };
}

const publicUrlOf = (values: Settings): string =>
  values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;

/**
 * Null for every address of the machine. Outside production and behind proxies only this machine may reach the port.
 */
function hostOf({ HOST: host, APP_ENV: environment, TRUST_PROXY: proxies }: Settings) {
  return host ?? (environment !== 'production' || proxies > 0 ? '127.0.0.1' : null);
}

/** Default: on where only this machine reaches the page and no other sign-in is set up. */
function allowsDeveloperSignIn(values: Settings): boolean {
  const isLocalOnly =
    isLoopback(publicUrlOf(values)) && isLoopbackHost(hostOf(values)) && values.TRUST_PROXY === 0;
  const hasOtherSignIn = signInSettings.some((name) => values[name] !== undefined);
  return (
    values.DEVELOPER_SIGN_IN ?? (values.APP_ENV !== 'production' && isLocalOnly && !hasOtherSignIn)
  );
}

function signInOf(values: Settings) {
  return {
    signIn: {
      developer: allowsDeveloperSignIn(values),
      reauthenticationDays: values.REAUTHENTICATION_DAYS,
    },
    google:
      values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
        ? {
            clientId: values.GOOGLE_CLIENT_ID,
            clientSecret: values.GOOGLE_CLIENT_SECRET,
            issuer: values.GOOGLE_ISSUER,
          }
        : null,
    /** Route of the client for Google's callback, set also while Google is off. */
    googleCallbackPath: values.GOOGLE_CALLBACK_PATH,
    telegram:
      values.TELEGRAM_BOT_TOKEN && values.TELEGRAM_BOT_NAME
        ? {
            botToken: values.TELEGRAM_BOT_TOKEN,
            botName: values.TELEGRAM_BOT_NAME,
            apiUrl: values.TELEGRAM_API_URL,
            issuer: values.TELEGRAM_ISSUER,
            /** Set for OpenID Connect; null for the login widget. */
            clientSecret: values.TELEGRAM_CLIENT_SECRET ?? null,
            /** Null when the bot has no webhook. */
            webhookSecret: values.TELEGRAM_WEBHOOK_SECRET ?? null,
            /** Ids are text, since they may exceed a safe integer; `company` is a key or null. */
            allowedIds: values.TELEGRAM_ALLOWED_IDS ?? [],
          }
        : null,
  };
}

function sourcesOf(values: Settings) {
  return {
    raindrop: values.RAINDROP_TOKEN
      ? {
          url: values.RAINDROP_URL,
          token: values.RAINDROP_TOKEN,
          collection: values.RAINDROP_COLLECTION,
        }
      : null,
    /** Absolute path or null; takes precedence over Raindrop. */
    bookmarksFile: values.BOOKMARKS_FILE ? resolve(values.BOOKMARKS_FILE) : null,
    /** Five cron fields in UTC, or null when switched off. */
    syncSchedule: values.SYNC_SCHEDULE === 'off' ? null : values.SYNC_SCHEDULE,
  };
}

function outgoingOf(values: Settings) {
  return {
    languageModel:
      values.LANGUAGE_MODEL_URL && values.LANGUAGE_MODEL_NAME
        ? {
            url: values.LANGUAGE_MODEL_URL,
            name: values.LANGUAGE_MODEL_NAME,
            key: values.LANGUAGE_MODEL_KEY ?? null,
          }
        : null,
    embeddings:
      values.EMBEDDINGS_URL && values.EMBEDDINGS_MODEL
        ? {
            url: values.EMBEDDINGS_URL,
            model: values.EMBEDDINGS_MODEL,
            key: values.EMBEDDINGS_KEY ?? null,
            hiddenTexts: values.EMBEDDINGS_HIDDEN_TEXTS ?? false,
          }
        : null,
    mail:
      values.SMTP_URL && values.MAIL_FROM && values.ACCESS_REQUESTS_TO
        ? {
            smtpUrl: values.SMTP_URL,
            /** True when a plain connection must switch to TLS before the password is sent. */
            requireTls: !isLoopback(values.SMTP_URL),
            from: values.MAIL_FROM,
            accessRequestsTo: values.ACCESS_REQUESTS_TO,
          }
        : null,
    imageProxy: { allow: (values.IMAGE_PROXY_ALLOW ?? []).map(hostAndPortOf) },
    webhooks: { allow: (values.WEBHOOKS_ALLOW ?? []).map(hostAndPortOf) },
    sitePictures: values.SITE_PICTURES ?? values.APP_ENV !== 'test',
    sourceWatch: values.SOURCE_WATCH ?? values.APP_ENV !== 'test',
  };
}

function groupValues(values: Settings) {
  const isProduction = values.APP_ENV === 'production';
  return {
    environment: values.APP_ENV,
    http: {
      port: values.PORT,
      /** Address to listen on; null for every address of the machine. */
      host: hostOf(values),
      /** An origin, without a path or a trailing slash. */
      publicUrl: publicUrlOf(values),
      trustProxy: values.TRUST_PROXY,
      /** Origins of other tools' pages. */
      corsOrigins: values.CORS_ORIGINS ?? [],
      splashHost: values.SPLASH_HOST ?? null,
      /** Null disables /metrics. */
      metricsToken: values.METRICS_TOKEN ?? null,
    },
    log: {
      level: values.LOG_LEVEL ?? (values.APP_ENV === 'test' ? 'warn' : 'info'),
      pretty: !isProduction,
    },
    /**
     * A null `url` selects the embedded server in `dataDir`. With a `directUrl`, `url` leads to a pooler in transaction
     * mode.
     */
    database: { url: values.DATABASE_URL ?? null, directUrl: values.DATABASE_DIRECT_URL ?? null },
    /** Hexadecimal keys: the first encrypts, all decrypt. */
    secretsKeys: values.SECRETS_KEY ?? [],
    dataDir: resolve(values.DATA_DIR ?? '.data'),
    ...signInOf(values),
    ...sourcesOf(values),
    ...outgoingOf(values),
  } as const;
}

export type Groups = ReturnType<typeof groupValues>;

/**
 * Groups the parsed settings and applies the rules between them.
 * @param values without the settings that are invalid on their own
 * @param refused names of those settings
 */
export function groupsOf(
  values: Settings,
  refused: ReadonlySet<string>,
): { groups: Groups; refusals: Refusal[] } {
  const isSet: IsSet = (name) => values[name] !== undefined || refused.has(name);
  return {
    groups: groupValues(values),
    refusals: [
      ...halfConfigured(isSet),
      ...refusedInProduction(values, isSet),
      ...refusedOwnOrigin(values),
    ],
  };
}
