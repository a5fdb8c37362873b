// loadout import, loadout sync: bookmarks come in, from a file or from the configured source.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { PlannedChange } from '../modules/sync/runs/plannedChanges.ts';
import type {
  SyncCounts,
  SyncFailure,
  SyncProgress,
  SyncStatus,
  DemoChoice,
} from '../modules/sync/sync.ts';
import type { RehearsalOptions, RunOptions } from '../modules/sync/runs/sync.service.ts';
import { CommandFailure } from './context.ts';
import type { CommandContext } from './context.ts';
import { interruptible } from './interruptible.ts';
import { askAboutDemo, demoLeftBehind, demoOption } from './demo.ts';
import { createProgress } from './progress.ts';

interface Options {
  dryRun?: true;
  allowRemovals?: boolean;
  demo?: DemoChoice;
}

const phases: Record<SyncProgress['phase'], string> = {
  reading: 'Reading bookmarks',
  removals: 'Looking for removed bookmarks',
  settling: 'Settling the catalogue',
};

const doneIn = ({ phase, counts }: SyncProgress): number =>
  phase === 'settling'
    ? counts.new + counts.changed + counts.unchanged
    : counts.seen + counts.failed;

const valueOf = (value: PlannedChange['oldValue']): string =>
  Array.isArray(value) ? value.join(', ') : JSON.stringify(value ?? '');

/** One line of a rehearsal. */
function lineOf(change: PlannedChange): string {
  const name = `${change.title} <${change.url}>`;
  if (change.what === 'replacedDemoItem') return `gives way ${name}, a service of the demo`;
  if (change.type === null) return `${change.what.padEnd(9)} ${name}`;
  return `${change.what.padEnd(9)} ${name} ${change.type}: ${valueOf(change.oldValue)} → ${valueOf(change.newValue)}`;
}

function summaryOf(counts: SyncCounts): string {
  const { seen, new: added, changed, unchanged, removed, failed } = counts;
  return `${seen} bookmarks: ${added} new, ${changed} changed, ${unchanged} unchanged, ${removed} removed; ${failed} could not be read`;
}

export function registerBookmarks(program: Command, context: CommandContext): void {
  const { print } = context;

  const follow = async <Result>(
    work: (watched: Pick<RehearsalOptions, 'signal' | 'onProgress'>) => Promise<Result>,
  ): Promise<Result> => {
    const progress = createProgress(context.progressOutput);
    try {
      return await interruptible((signal) =>
        work({
          signal,
          onProgress: (step) =>
            progress.show(
              phases[step.phase],
              doneIn(step),
              step.phase === 'settling' ? step.counts.seen : step.expected,
            ),
        }),
      );
    } finally {
      progress.end();
    }
  };

  const printFailures = (failures: readonly SyncFailure[], count: number): void => {
    for (const { where, reason } of failures) print(`${where}: ${reason}`);
    if (count > failures.length) print(`and ${count - failures.length} more`);
  };

  const printEnd = (status: SyncStatus): void => {
    printFailures(status.failures, status.counts.failed);
    if (status.needsConfirmation) {
      throw new CommandFailure(
        `${status.error ?? ''} To confirm it: loadout sync --allow-removals`,
      );
    }
    if (status.error !== null) throw new CommandFailure(status.error);
    print(summaryOf(status.counts));
  };

  const run = (
    options: Omit<RunOptions, 'signal' | 'startedBy'>,
    demo: DemoChoice | undefined,
    file?: string,
  ): Promise<void> =>
    context.withServices(async ({ services }) => {
      const answer = await askAboutDemo(services, context, demo);
      const wasLoaded = (await services.demo.state(null)).isLoaded;
      const source = file === undefined ? {} : { source: services.bookmarkFile(resolve(file)) };
      printEnd(
        await follow((watched) =>
          services.sync.run({
            ...options,
            ...source,
            ...watched,
            demo: answer,
            startedBy: 'command line',
          }),
        ),
      );
      if (wasLoaded && !(await services.demo.state(null)).isLoaded)
        print('The demo catalogue is gone. To have it back: loadout demo load');
    });

  const rehearse = (demo: DemoChoice | undefined, file?: string): Promise<void> =>
    context.withServices(async ({ services }) => {
      const source = file === undefined ? {} : { source: services.bookmarkFile(resolve(file)) };
      const { outcome, changes } = await follow((watched) =>
        services.sync.rehearse({ ...source, ...watched }),
      );
      for (const change of changes) print(lineOf(change));
      const left = await demoLeftBehind(services, context, demo);
      if (left !== null) print(left);
      printFailures(outcome.failures, outcome.counts.failed);
      print(`${summaryOf(outcome.counts)}. Nothing was written.`);
    });

  program
    .command('import')
    .description(
      'Bring bookmarks in from a Raindrop CSV or a bookmarks HTML. What is there already is not added again.',
    )
    .argument('<file>', 'the export file')
    .option('--dry-run', 'only say what would happen')
    .addOption(demoOption())
    .action((file: string, { dryRun, demo }: Options) =>
      dryRun ? rehearse(demo, file) : run({}, demo, file),
    );

  program
    .command('sync')
    .description('Synchronise with the bookmarks service, or with BOOKMARKS_FILE, once and now.')
    .option('--dry-run', 'only say what would happen')
    .option('--allow-removals', 'go on although more than a fifth of the bookmarks are gone')
    .addOption(demoOption())
    .action(({ dryRun, allowRemovals = false, demo }: Options) =>
      dryRun ? rehearse(demo) : run({ allowRemovals }, demo),
    );
}
