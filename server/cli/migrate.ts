// Command `loadout migrate`: applies pending migrations, or lists or rehearses them.
import type { Command } from 'commander';
import { assertDatabase } from '../database/assertDatabase.ts';
import { prepareJobQueue } from '../database/jobQueue.ts';
import { migrateToLatest, migrationStatus, rehearseMigrations } from '../database/migrate.ts';
import type { CommandContext } from './context.ts';

interface Options {
  status?: true;
  dryRun?: true;
  json?: true;
}

export function registerMigrate(program: Command, context: CommandContext): void {
  const { print, log } = context;

  async function showStatus(json = false): Promise<void> {
    await context.withDatabase(async ({ db }) => {
      const { applied, pending } = await migrationStatus(db);
      if (json) {
        print(JSON.stringify({ applied, pending }));
        return;
      }
      for (const { name, at } of applied) print(`applied ${at.toISOString()} ${name}`);
      for (const name of pending) print(`pending ${name}`);
      print(`${applied.length} applied, ${pending.length} pending`);
    });
  }

  async function rehearse(): Promise<void> {
    await context.withDatabase(async ({ db }) => {
      const { names, statements } = await rehearseMigrations(db);
      for (const statement of statements) print(`${statement.trim().replace(/;+$/, '')};`);
      for (const name of names) print(`-- would apply ${name}`);
      print(`-- ${names.length} would be applied; nothing was changed`);
    });
  }

  async function migrate(): Promise<void> {
    await context.withDatabase(async ({ db, url }) => {
      await assertDatabase(db);
      const names = await migrateToLatest(db, log);
      await prepareJobQueue(url, log);
      await assertDatabase(db);
      for (const name of names) print(`applied ${name}`);
      print(names.length === 0 ? 'nothing to apply' : `${names.length} applied`);
    });
  }

  program
    .command('migrate')
    .description(
      'Apply the migrations that the database lacks. The server does this by itself when it starts.',
    )
    .option('--status', 'only list which migrations are applied and which are pending')
    .option('--json', 'with --status: list them as JSON')
    .option('--dry-run', 'run the pending ones, print their SQL, and take everything back')
    .action(async ({ status, dryRun, json }: Options) => {
      if (status) await showStatus(json);
      else if (dryRun) await rehearse();
      else await migrate();
    });
}
