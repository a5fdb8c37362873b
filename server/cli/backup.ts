// Commands `loadout backup` and `loadout restore`.
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Knex } from 'knex';
import { assertDatabase } from '../database/assertDatabase.ts';
import { restoreBackup } from '../database/backup/restoreBackup.ts';
import { writeBackup, type TableCount } from '../database/backup/writeBackup.ts';
import { migrationStatus } from '../database/migrate.ts';
import { restoreReviewOn } from '../modules/setup/restoreReview/restoreReview.module.ts';
import { auditLogOn } from '../modules/people/auditLog/auditLog.module.ts';
import { systemClock } from '../shared/clock.ts';
import { readVersion } from '../process/version.ts';
import type { RestoreCounts } from '../modules/setup/restoreReview/restoreReview.store.ts';
import { CommandFailure, type CommandContext, interruptible } from './context.ts';
import { reviewLines } from './restoreReview.ts';

/** Records the backup for the set-up page; a database with pending migrations cannot record it. */
async function recordBackup(db: Knex, facts: { file: string; kilobytes: number }): Promise<void> {
  const { pending } = await migrationStatus(db);
  if (pending.length > 0) return;
  await auditLogOn(db, systemClock).record({
    action: 'backup.made',
    subjectType: 'backup',
    subjectId: '',
    before: null,
    after: { name: facts.file, kilobytes: facts.kilobytes },
  });
}

interface JsonOption {
  json?: boolean;
}

export function registerBackup(program: Command, context: CommandContext): void {
  const { print } = context;

  function printResult(
    what: string,
    file: string,
    counts: TableCount[],
    startedAt: number,
    { json = false, ...more }: JsonOption & { review?: RestoreCounts },
  ) {
    const seconds = Math.round((performance.now() - startedAt) / 10) / 100;
    const rows = counts.reduce((sum, one) => sum + one.rows, 0);
    if (json) {
      print(JSON.stringify({ file, tables: counts, rows, seconds, ...more }));
      return;
    }
    for (const one of counts) print(`${String(one.rows).padStart(9)}  ${one.table}`);
    print(`${String(rows).padStart(9)}  rows ${what} in ${seconds} s`);
  }

  program
    .command('backup')
    .description('Write a backup of the database into a file; also beside a running server.')
    .argument('<file>', 'where to, for example loadout.backup', (file) => resolve(file))
    .option('--force', 'replace the file if there is one')
    .option('--json', 'print the result as JSON')
    .action(
      (file: string, { force: replace = false, json = false }: { force?: boolean } & JsonOption) =>
        context.withDatabase(async ({ db }) => {
          const { applied } = await migrationStatus(db);
          if (applied.length === 0)
            throw new CommandFailure('The database is empty: there is nothing to back up');
          const startedAt = performance.now();
          const counts = await interruptible((signal) =>
            writeBackup(db, file, { version: readVersion(), replace, signal }),
          );
          const kilobytes = Math.ceil(statSync(file).size / 1_000);
          await recordBackup(db, { file: basename(file), kilobytes });
          printResult(`written to ${file} (${kilobytes} kB)`, file, counts, startedAt, { json });
        }),
    );

  program
    .command('restore')
    .description(
      'Restore a backup, completely or not at all. The server must be stopped. All sessions end; people, API tokens, feed addresses, webhooks and other access work only after they are confirmed (loadout restore-review), unless the overwritten database had them too.',
    )
    .argument('<file>', 'a file that backup has written', (file) => resolve(file))
    .option('--yes', 'replace everything that the database holds')
    .option('--json', 'print the result as JSON')
    .action((file: string, { yes = false, json = false }: { yes?: boolean } & JsonOption) =>
      context.withDatabase(async ({ db }) => {
        await assertDatabase(db);
        const startedAt = performance.now();
        const { counts, review } = await restoreBackup(db, file, {
          replace: yes,
          hooks: restoreReviewOn(systemClock, basename(file)),
        });
        await db.raw('analyze');
        printResult(`restored from ${file}`, file, counts, startedAt, { json, review });
        if (!json) for (const line of reviewLines(review)) print(line);
      }),
    );
}
