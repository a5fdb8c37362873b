// Context of a command: settings, log, database and services, opened when a command needs them.
import { createInterface } from 'node:readline/promises';
import type { Knex } from 'knex';
import { readConfig, readEnvironment } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { assertDatabase } from '../database/assertDatabase.ts';
import { openCommandDatabase } from '../database/commandDatabase.ts';
import type { CommandDatabase } from '../database/commandDatabase.ts';
import { prepareJobQueue } from '../database/jobQueue.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { createServices } from '../composition.ts';
import type { Services } from '../composition.ts';
import { createLog } from '../shared/log.ts';
import type { Log } from '../shared/log.ts';
import { readVersion } from '../process/version.ts';
import type { ProgressOutput } from './progress.ts';

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
