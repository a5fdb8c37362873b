// Context of a command: settings, log, database and services, opened when a command needs them.
import { createInterface } from 'node:readline/promises';
import type { Knex } from 'knex';
import { readConfig, readEnvironment, type Config } from '../config/config.ts';
import { assertDatabase } from '../database/assertDatabase.ts';
import { prepareJobQueue } from '../database/jobQueue.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { createServices, type Services } from '../composition.ts';
import { createLog, type Log } from '../shared/log.ts';
import { readVersion } from '../process/version.ts';
import type { ProgressOutput } from './progress.ts';
import { minuteMs } from '../shared/durations.ts';
import { openDatabase } from '../database/connection.ts';
import { connectEmbedded } from '../database/embedded/embedded.ts';
import { DomainError } from '../shared/domainError.ts';

/** Failure of a command with a message in one line: exit code 1. */
export class CommandFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandFailure';
  }
}

interface OpenServices {
  services: Services;
  db: Knex;
  /** Address of the database, for separate connections. */
  url: string;
}

export interface CommandContext {
  /** @throws ConfigError, so only inside a command: `--help` works with wrong settings too. */
  readConfig(): Config;
  log: Log;
  /** Prints a line of the result. */
  print(line: string): void;
  /** Asks at a terminal; null without one. */
  ask: ((question: string) => Promise<string>) | null;
  /** Output of the progress of long commands. */
  progressOutput: ProgressOutput;
  /** Runs work on the database, without migrating it. */
  withDatabase<Result>(
    work: (database: CommandDatabase, config: Config) => Promise<Result>,
  ): Promise<Result>;
  /** Migrates the database and runs work with all services. */
  withServices<Result>(
    work: (open: OpenServices, config: Config) => Promise<Result>,
  ): Promise<Result>;
}

interface ContextOptions {
  env?: NodeJS.Dict<string>;
  print?: (line: string) => void;
  progressOutput?: ProgressOutput;
  ask?: CommandContext['ask'];
}

async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Context of the process; tests pass options. */
export function createContext({
  env,
  print = console.log,
  progressOutput = process.stderr,
  ask = process.stdin.isTTY && process.stderr.isTTY ? askAtTerminal : null,
}: ContextOptions = {}): CommandContext {
  const readOwnConfig = () => readConfig(env ?? readEnvironment());
  // Results go to the standard output, so the log goes to the standard error.
  const log = createLog({ level: 'warn', destination: process.stderr });

  const withDatabase: CommandContext['withDatabase'] = async (work) => {
    const config = readOwnConfig();
    const database = await openCommandDatabase(config, log);
    try {
      return await work(database, config);
    } finally {
      await database.close();
    }
  };

  return {
    readConfig: readOwnConfig,
    log,
    print,
    ask,
    progressOutput,
    withDatabase,
    withServices: (work) =>
      withDatabase(async ({ db, url }, config) => {
        await assertDatabase(db);
        await migrateToLatest(db, log);
        await prepareJobQueue(url, log);
        await assertDatabase(db);
        const services = createServices({
          db,
          config,
          log,
          version: readVersion(),
          build: 'command',
        });
        return work({ services, db, url }, config);
      }),
  };
}

interface CommandDatabase {
  db: Knex;
  url: string;
  /** Closes the connection, and stops an embedded database that was started for the command. */
  close(): Promise<void>;
}

/** A command may take longer than a page. */
const statementTimeoutMs = 10 * minuteMs;

/** Connects without migrating. */
async function openCommandDatabase(config: Config, log: Log): Promise<CommandDatabase> {
  const embedded = config.database.url
    ? null
    : await connectEmbedded({ dataDir: config.dataDir, log, searchPath: config.searchPath });
  const url = config.database.directUrl ?? config.database.url ?? embedded?.url ?? '';
  const db = openDatabase(url, { log, statementTimeoutMs, applicationName: 'loadout command' });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await embedded?.stop();
    },
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that a signal aborts. @throws DomainError UNAVAILABLE when it was interrupted */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = () =>
    controller.abort(
      new DomainError('UNAVAILABLE', 'Interrupted; nothing was changed', { reason: 'interrupted' }),
    );
  for (const name of signals) process.once(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.removeListener(name, stop);
  }
}
