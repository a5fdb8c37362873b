// Command `loadout doctor`: checks everything that a start depends on.
import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Knex } from 'knex';
import { ConfigError, type Config } from '../config/config.ts';
import { clockOffset } from '../database/databaseClock.ts';
import { inspectDatabase, unmetRequirements, assertPooler } from '../database/assertDatabase.ts';
import { openDatabase } from '../database/connection.ts';
import { connectionFault } from '../database/connectionFault.ts';
import { migrationStatus } from '../database/migrate.ts';
import { openSecretKeys } from '../config/secretKeys.ts';
import { createSecretBox } from '../shared/secrets.ts';
import { listenOnAddress } from '../transports/http/listenOnAddress.ts';
import { signInProviderDefinitions } from '../integrations/signIn/signInProviders.ts';
import { openBookmarkFile } from '../integrations/bookmarkFile/bookmarkFile.ts';
import { errorMessage } from '../shared/errorCode.ts';
import { CommandFailure, type CommandContext } from './context.ts';

type Verdict = 'ok' | 'off' | 'wrong';

interface Finding {
  verdict: Verdict;
  about: string;
  detail: string;
}

const megabyte = 1_000_000;
/** With less free space the database will soon stop. */
const minFreeBytes = 500 * megabyte;
const maxClockOffsetSeconds = 5;
/** Further people are only counted. */
const namedAtMost = 20;

/** Reads the first page of the bookmarks file. */
async function bookmarksFinding(path: string): Promise<Finding> {
  const about = 'bookmarks';
  try {
    for await (const _page of openBookmarkFile(path).pages(new AbortController().signal)) break;
    return { verdict: 'ok', about, detail: path };
  } catch (error) {
    return { verdict: 'wrong', about, detail: `BOOKMARKS_FILE: ${errorMessage(error)}` };
  }
}

/** Listens on HOST at a free port: at PORT a running server may listen. */
async function addressFinding({ http: { host, port } }: Config): Promise<Finding> {
  const about = 'address';
  const server = createServer();
  try {
    await listenOnAddress(server, { host, port: 0 }, () => undefined);
    return { verdict: 'ok', about, detail: `${host ?? 'every one of this machine'}, port ${port}` };
  } catch (error) {
    const reason =
      error instanceof ConfigError
        ? error.problems.map(({ name, reason }) => `${name}: ${reason}`).join('; ')
        : errorMessage(error);
    return { verdict: 'wrong', about, detail: reason };
  } finally {
    server.close();
  }
}

async function partsOf(config: Config): Promise<Finding[]> {
  const part = (about: string, on: string | null, off: string): Finding =>
    on === null ? { verdict: 'off', about, detail: off } : { verdict: 'ok', about, detail: on };
  const { telegram, raindrop, bookmarksFile, syncSchedule, languageModel, embeddings, mail } =
    config;
  return [
    part(
      'developer sign-in',
      config.signIn.developer ? 'on' : null,
      config.environment === 'production'
        ? 'never in production'
        : 'DEVELOPER_SIGN_IN is false, or unset where others may reach the page or another sign-in is set up',
    ),
    ...signInProviderDefinitions
      .filter(({ kind }) => kind === 'work')
      .map(({ label, name, openId }) => {
        const client = openId(config);
        const prefix = name.toUpperCase();
        return part(
          `${label} sign-in`,
          client && `client ${client.clientId} at ${client.issuer}`,
          `${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET are not set`,
        );
      }),
    part(
      'Telegram',
      telegram && `@${telegram.botName}`,
      'TELEGRAM_BOT_TOKEN and TELEGRAM_BOT_NAME are not set',
    ),
    bookmarksFile === null
      ? part(
          'bookmarks',
          raindrop && `Raindrop collection ${raindrop.collection}`,
          'neither BOOKMARKS_FILE nor RAINDROP_TOKEN is set',
        )
      : await bookmarksFinding(bookmarksFile),
    part('sync schedule', syncSchedule, 'SYNC_SCHEDULE is off'),
    part(
      'language model',
      languageModel && `${languageModel.name} at ${languageModel.url}`,
      'LANGUAGE_MODEL_URL and LANGUAGE_MODEL_NAME are not set: texts are checked by rules and not translated',
    ),
    part(
      'embedding model',
      embeddings && `${embeddings.model} at ${embeddings.url}`,
      'EMBEDDINGS_URL and EMBEDDINGS_MODEL are not set: the search goes by words and concepts',
    ),
    part(
      'mail',
      mail && `from ${mail.from}`,
      'SMTP_URL, MAIL_FROM and ACCESS_REQUESTS_TO are not set: access requests are kept only',
    ),
  ];
}

function existingFolder(path: string): string {
  return existsSync(path) ? path : existingFolder(dirname(path));
}

function diskFinding(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(existingFolder(dataDir));
  const free = bavail * bsize;
  return {
    verdict: free < minFreeBytes ? 'wrong' : 'ok',
    about: 'disk',
    detail: `${Math.round(free / megabyte)} MB free for ${dataDir}`,
  };
}

/** Demo people, who may be left from a trial and have access only with the developer sign-in. */
async function demoFinding(db: Knex, config: Config): Promise<Finding[]> {
  if (!(await db.schema.hasColumn('users', 'is_demo'))) return [];
  const people: { email: string | null }[] = await db('users')
    .where({ is_demo: true })
    .orderBy('id')
    .select('email');
  if (people.length === 0) return [];
  const names = people.slice(0, namedAtMost).map(({ email }) => email ?? 'without an address');
  const more = people.length > namedAtMost ? ` and ${people.length - namedAtMost} more` : '';
  const canAct = config.signIn.developer
    ? 'who may sign in with the developer sign-in'
    : 'who cannot act here, neither by a session nor by a token';
  return [
    {
      verdict: config.signIn.developer ? 'ok' : 'off',
      about: 'demo people',
      detail: `${people.length}, ${canAct}: ${names.join(', ')}${more}`,
    },
  ];
}

/** Times come from the database (server/database/databaseClock.ts), those of certificates and logs from the machine. */
async function clockFinding(db: Knex): Promise<Finding> {
  const seconds = Math.round((await clockOffset(db)) / 1_000);
  const isWrong = Math.abs(seconds) > maxClockOffsetSeconds;
  return {
    verdict: isWrong ? 'wrong' : 'ok',
    about: 'clock',
    detail: isWrong
      ? `the database's clock is ${seconds} s ahead of this machine's: set both by a time server`
      : `within ${maxClockOffsetSeconds} s of the database's`,
  };
}

/** Access of a restored backup that waits for confirmation. */
async function restoreFinding(db: Knex): Promise<Finding[]> {
  if (!(await db.schema.hasTable('restore_reviews'))) return [];
  const [row] = await db('restore_reviews').count<{ count: number }[]>({ count: '*' });
  const count = Number(row?.count ?? 0);
  if (count === 0) return [];
  const detail = `${count} entries of the restored backup wait for confirmation: loadout restore-review list`;
  return [{ verdict: 'off', about: 'restore', detail }];
}

/** Decrypts the secrets of webhooks with the keys of the settings. */
async function secretsFinding(db: Knex, config: Config): Promise<Finding[]> {
  if (!(await db.schema.hasTable('webhook_endpoints'))) return [];
  const about = 'secrets key';
  const stored: string[] = await db('webhook_endpoints').pluck('secret');
  const box = createSecretBox(openSecretKeys(config));
  const problem = box.problem();
  if (problem !== null)
    return [
      {
        verdict: stored.length > 0 ? 'wrong' : 'off',
        about,
        detail: `${problem}: webhooks are off; make a key with openssl rand -hex 32`,
      },
    ];
  const sealed = stored.filter((one) => box.isSealed(one));
  const lost = sealed.filter((one) => box.open(one) === null).length;
  const clear = stored.length - sealed.length;
  return [
    lost > 0
      ? {
          verdict: 'wrong',
          about,
          detail: `${lost} of ${stored.length} webhooks have secrets of another key: set the former key too, or make new secrets`,
        }
      : {
          verdict: 'ok',
          about,
          detail: `${stored.length} webhooks${clear > 0 ? `, ${clear} of them in clear until the next start` : ''}`,
        },
  ];
}

/** Checks the pooler; the other checks go past it. */
async function poolerFinding(db: Knex, { database }: Config): Promise<Finding[]> {
  if (database.url === null || database.directUrl === null) return [];
  const pooled = openDatabase(database.url, { isPooled: true, poolMax: 1 });
  try {
    await assertPooler(pooled, db);
    const detail = 'DATABASE_URL leads through one, DATABASE_DIRECT_URL past it';
    return [{ verdict: 'ok', about: 'pooler', detail }];
  } catch (error) {
    const detail = connectionFault(error) ?? errorMessage(error);
    return [{ verdict: 'wrong', about: 'pooler', detail }];
  } finally {
    await pooled.destroy();
  }
}

async function databaseFindings(context: CommandContext, config: Config): Promise<Finding[]> {
  const ownName = config.database.directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  const kind = config.database.url === null ? `embedded in ${config.dataDir}` : ownName;
  if (config.database.url === null && !existsSync(join(config.dataDir, 'embedded.json'))) {
    const detail = `${kind}, not created yet; the first start does it`;
    return [{ verdict: 'off', about: 'database', detail }];
  }
  try {
    return await context.withDatabase(async ({ db }) => {
      const facts = await inspectDatabase(db);
      const reasons = unmetRequirements(facts);
      const { applied, pending } = await migrationStatus(db);
      const seen = `PostgreSQL ${facts.version}, ${facts.encoding}, LC_CTYPE ${facts.ctype}, ${kind}`;
      const trigrams =
        facts.similarity === null
          ? 'similar words cannot be judged before the first migration'
          : `similarity of Cyrillic words ${facts.similarity.toFixed(2)}`;
      return [
        { verdict: 'ok', about: 'database', detail: seen },
        ...(reasons.length === 0
          ? [{ verdict: 'ok' as const, about: 'locale', detail: trigrams }]
          : reasons.map((detail) => ({ verdict: 'wrong' as const, about: 'locale', detail }))),
        {
          verdict: pending.length === 0 ? 'ok' : 'off',
          about: 'migrations',
          detail: `${applied.length} applied, ${pending.length} pending${pending.length > 0 ? ', which the next start applies' : ''}`,
        },
        ...(await poolerFinding(db, config)),
        await clockFinding(db),
        ...(await demoFinding(db, config)),
        ...(await secretsFinding(db, config)),
        ...(await restoreFinding(db)),
      ] satisfies Finding[];
    });
  } catch (error) {
    const detail = connectionFault(error, kind) ?? `${kind}: ${errorMessage(error)}`;
    return [{ verdict: 'wrong', about: 'database', detail }];
  }
}

export function registerDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description(
      'Check settings, database, locale, migrations and disk, and list what is switched off.',
    )
    .option('--json', 'print the findings as JSON')
    .action(async ({ json }: { json?: true }) => {
      const config = context.readConfig();
      const findings: Finding[] = [
        { verdict: 'ok', about: 'node', detail: process.versions.node },
        {
          verdict: 'ok',
          about: 'settings',
          detail: `${config.environment}, ${config.http.publicUrl}`,
        },
        ...(await databaseFindings(context, config)),
        diskFinding(config.dataDir),
        await addressFinding(config),
        ...(await partsOf(config)),
      ];
      if (json) context.print(JSON.stringify(findings));
      for (const { verdict, about, detail } of json ? [] : findings) {
        context.print(`${verdict.padEnd(5)}  ${about.padEnd(17)}  ${detail}`);
      }
      const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length;
      if (wrong > 0) throw new CommandFailure(`${wrong} of ${findings.length} are wrong`);
    });
}
