// Commands `loadout import` and `loadout sync`: bookmarks from a file or from the configured source.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { writeCsvTable } from '../integrations/csvTable/csvTable.ts';
import type { DayMonthOrder } from '../modules/sync/bookmarkFile.ts';
import { folderTagModes, selectFileRows, type FolderTags } from '../modules/sync/runs/fileRows.ts';
import { importRemarks, reportRows } from '../modules/sync/runs/importReport.ts';
import { minuteMs } from '../shared/durations.ts';
import type { Language } from '../shared/language.ts';
import { knownEncoding } from '../shared/decodeText.ts';
import type { PlannedChange } from '../modules/sync/runs/plannedChanges.ts';
import type {
  SyncCounts,
  SyncFailure,
  SyncProgress,
  SyncStatus,
  DemoChoice,
} from '../modules/sync/syncStatus.ts';
import type { RehearsalOptions, RunOptions } from '../modules/sync/runs/sync.service.ts';
import type { Services } from '../composition.ts';
import { CommandFailure, type CommandContext, interruptible } from './context.ts';
import { askAboutDemo, demoLeftBehind, demoOption } from './demo.ts';
import { createProgress } from './progress.ts';

interface SyncOptions {
  dryRun?: true;
  allowRemovals?: boolean;
  demo?: DemoChoice;
}

interface ImportOptions {
  dryRun?: true;
  demo?: DemoChoice;
  includePrivate?: true;
  excludeFolder: string[];
  includeFolder: string[];
  folderTags: FolderTags;
  dayMonthOrder?: DayMonthOrder;
  encoding?: string;
  report?: string;
  language: Language;
}

interface ImportedFile {
  path: string;
  options: ImportOptions;
}

/** Longest time to read a file. */
const readMs = minuteMs;

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
  if (change.kind === 'replacedDemoItem') return `gives way ${name}, a service of the demo`;
  if (change.type === null) return `${change.kind.padEnd(9)} ${name}`;
  return `${change.kind.padEnd(9)} ${name} ${change.type}: ${valueOf(change.oldValue)} → ${valueOf(change.newValue)}`;
}

function summaryOf(counts: SyncCounts): string {
  const { seen, new: added, changed, unchanged, removed, failed } = counts;
  return `${seen} bookmarks: ${added} new, ${changed} changed, ${unchanged} unchanged, ${removed} removed; ${failed} could not be read`;
}

/** The chosen rows of the file as a source; the report is written on the way. */
async function sourceOf(
  services: Services,
  { print }: CommandContext,
  file: ImportedFile | undefined,
): Promise<Pick<RehearsalOptions, 'source'>> {
  if (file === undefined) return {};
  const { includePrivate = false, folderTags, ...options } = file.options;
  const source = services.bookmarkFile(resolve(file.path), {
    dayMonthOrder: options.dayMonthOrder,
    encoding: options.encoding,
  });
  const files = await source.read(AbortSignal.timeout(readMs));
  const [read] = files;
  const { rows = [], dayMonthOrder = null, encoding = 'utf-8' } = read ?? {};
  if (!encoding.startsWith('utf-'))
    print(`The file is read as ${encoding}. If letters look wrong: --encoding windows-1250`);
  if (dayMonthOrder?.isAmbiguous)
    print(
      `Dates such as ${dayMonthOrder.example} are read day first. If the month comes first: --day-month-order monthFirst`,
    );
  const hidden = rows.filter(({ isPrivate }) => isPrivate).length;
  if (hidden > 0 && !includePrivate)
    print(`${hidden} private bookmarks are left out. To import them: --include-private`);
  if (options.report !== undefined) {
    const table = reportRows(importRemarks(files, includePrivate), options.language);
    await writeFile(options.report, writeCsvTable(table));
    print(`${table.length - 1} remarks are in ${options.report}`);
  }
  const choice = {
    includePrivate,
    excludeFolders: options.excludeFolder,
    includeFolders: options.includeFolder,
  };
  return { source: selectFileRows({ ...source, read: async () => files }, choice, folderTags) };
}

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

/** Addresses of one kind, as `javascript:`, are counted: browsers have many of them. */
function printFailures(
  { print }: CommandContext,
  failures: readonly SyncFailure[],
  count: number,
): void {
  const groups = Map.groupBy(failures, ({ where, reason }) =>
    reason.startsWith('the address begins with') ? reason : `${where}: ${reason}`,
  );
  for (const group of groups.values()) {
    const [{ where, reason }] = group as [SyncFailure];
    print(`${where}${group.length > 1 ? ` and ${group.length - 1} more` : ''}: ${reason}`);
  }
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
  file?: ImportedFile,
): Promise<void> =>
  context.withServices(async ({ services }) => {
    const source = await sourceOf(services, context, file);
    const choice = await askAboutDemo(services, context, demo);
    const wasLoaded = (await services.demo.state(null)).isLoaded;
    const status = await withProgress(context, (watched) =>
      services.sync.run({
        ...options,
        ...source,
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
  file?: ImportedFile,
): Promise<void> =>
  context.withServices(async ({ services }) => {
    const source = await sourceOf(services, context, file);
    const { outcome, changes } = await withProgress(context, (watched) =>
      services.sync.rehearse({ ...source, ...watched }),
    );
    for (const change of changes) context.print(lineOf(change));
    const demoLine = await demoLeftBehind(services, context, demo);
    if (demoLine !== null) context.print(demoLine);
    printFailures(context, outcome.failures, outcome.counts.failed);
    context.print(`${summaryOf(outcome.counts)}. Nothing was written.`);
  });

function parseEncoding(name: string): string {
  if (knownEncoding(name) === null) throw new InvalidArgumentError('There is no such encoding.');
  return name;
}

const collect = (path: string, paths: string[]): string[] => [...paths, path];

export function registerBookmarks(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description(
      'Import bookmarks from an export of a browser or a bookmark manager, or a table. Known bookmarks are not added again.',
    )
    .argument('<file>', 'the export file')
    .option('--dry-run', 'only print what would change')
    .option('--include-private', 'import bookmarks that the file marks as private, too')
    .option(
      '--exclude-folder <path>',
      'leave out a folder with all below it, such as "Work/Old", or / for everything; may be repeated',
      collect,
      [],
    )
    .option(
      '--include-folder <path>',
      'import a folder although one around it is left out; may be repeated',
      collect,
      [],
    )
    .addOption(
      new Option('--folder-tags <mode>', 'names of folders that become tags')
        .choices(folderTagModes)
        .default('none'),
    )
    .addOption(
      new Option(
        '--day-month-order <order>',
        'order in dates such as 09/01/2024, where no row decides it (default: dayFirst)',
      ).choices(['dayFirst', 'monthFirst']),
    )
    .option(
      '--encoding <name>',
      'encoding of a file that is not UTF-8, where it is recognised wrongly',
      parseEncoding,
    )
    .option('--report <file>', 'write a CSV of all that is left out, with line and reason')
    .addOption(
      new Option('--language <language>', 'language of the report')
        .choices(['en', 'ru'])
        .default('en'),
    )
    .addOption(demoOption())
    .action((path: string, options: ImportOptions) =>
      options.dryRun
        ? rehearse(context, options.demo, { path, options })
        : run(context, {}, options.demo, { path, options }),
    );

  program
    .command('sync')
    .description('Synchronise once with the bookmarks provider, or with BOOKMARKS_FILE.')
    .option('--dry-run', 'only print what would change')
    .option('--allow-removals', 'go on although more than a fifth of the bookmarks are gone')
    .addOption(demoOption())
    .action(({ dryRun, allowRemovals = false, demo }: SyncOptions) =>
      dryRun ? rehearse(context, demo) : run(context, { allowRemovals }, demo),
    );
}
