// Commands `loadout import` and `loadout sync`: bookmarks from a file or from the configured source.
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
import type { Services } from '../composition.ts';
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

/** One line of a dry run. */
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

const sourceOf = (services: Services, file: string | undefined) =>
  file === undefined ? {} : { source: services.bookmarkFile(resolve(file)) };

/** Runs work with a progress bar until it ends or is interrupted. */
async function withProgress<Result>(
  { progressOutput }: CommandContext,
  work: (watched: Pick<RehearsalOptions, 'signal' | 'onProgress'>) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(progressOutput);
  const onProgress = (step: SyncProgress): void =>
    progress.show(
      phases[step.phase],
      doneIn(step),
      step.phase === 'settling' ? step.counts.seen : step.expected,
    );
  try {
    return await interruptible((signal) => work({ signal, onProgress }));
  } finally {
    progress.end();
  }
}

function printFailures(
  { print }: CommandContext,
  failures: readonly SyncFailure[],
  count: number,
): void {
  for (const { where, reason } of failures) print(`${where}: ${reason}`);
  if (count > failures.length) print(`and ${count - failures.length} more`);
}

function printEnd(context: CommandContext, status: SyncStatus): void {
  printFailures(context, status.failures, status.counts.failed);
  if (status.needsConfirmation)
    throw new CommandFailure(`${status.error ?? ''} To confirm it: loadout sync --allow-removals`);
  if (status.error !== null) throw new CommandFailure(status.error);
  context.print(summaryOf(status.counts));
}

const run = (
  context: CommandContext,
  options: Omit<RunOptions, 'signal' | 'startedBy'>,
  demo: DemoChoice | undefined,
  file?: string,
): Promise<void> =>
  context.withServices(async ({ services }) => {
    const choice = await askAboutDemo(services, context, demo);
    const wasLoaded = (await services.demo.state(null)).isLoaded;
    const status = await withProgress(context, (watched) =>
      services.sync.run({
        ...options,
        ...sourceOf(services, file),
        ...watched,
        demo: choice,
        startedBy: 'command line',
      }),
    );
    printEnd(context, status);
    if (wasLoaded && !(await services.demo.state(null)).isLoaded)
      context.print('The demo catalogue was removed. To load it again: loadout demo load');
  });

const rehearse = (
  context: CommandContext,
  demo: DemoChoice | undefined,
  file?: string,
): Promise<void> =>
  context.withServices(async ({ services }) => {
    const { outcome, changes } = await withProgress(context, (watched) =>
      services.sync.rehearse({ ...sourceOf(services, file), ...watched }),
    );
    for (const change of changes) context.print(lineOf(change));
    const demoLine = await demoLeftBehind(services, context, demo);
    if (demoLine !== null) context.print(demoLine);
    printFailures(context, outcome.failures, outcome.counts.failed);
    context.print(`${summaryOf(outcome.counts)}. Nothing was written.`);
  });

export function registerBookmarks(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description(
      'Import bookmarks from a Raindrop CSV or a bookmarks HTML. Known bookmarks are not added again.',
    )
    .argument('<file>', 'the export file')
    .option('--dry-run', 'only print what would change')
    .addOption(demoOption())
    .action((file: string, { dryRun, demo }: Options) =>
      dryRun ? rehearse(context, demo, file) : run(context, {}, demo, file),
    );

  program
    .command('sync')
    .description('Synchronise once with the bookmarks provider, or with BOOKMARKS_FILE.')
    .option('--dry-run', 'only print what would change')
    .option('--allow-removals', 'go on although more than a fifth of the bookmarks are gone')
    .addOption(demoOption())
    .action(({ dryRun, allowRemovals = false, demo }: Options) =>
      dryRun ? rehearse(context, demo) : run(context, { allowRemovals }, demo),
    );
}
