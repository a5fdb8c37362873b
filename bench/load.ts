// npm run bench:load: how fast Loadout is, in production mode with its limits on, against bare node:http with one prepared
// statement and against PostGraphile 5 on the same rows. Prints tables and whether the targets are met.
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { openBed, type Bed } from './load/bed.ts';
import { fixed } from './load/figures.ts';
import { measureAgents } from './load/partAgents.ts';
import { measureBusy } from './load/partBusy.ts';
import { measureFilters } from './load/partFilters.ts';
import { measureImport } from './load/partImport.ts';
import { measureLikes } from './load/partLikes.ts';
import { measurePages } from './load/partPages.ts';
import {
  measureMemory,
  measureStarts,
  measureStatements,
  showMemoryAfterImport,
} from './load/partProcess.ts';
import { measureSearches } from './load/partSearches.ts';
import { openScratch, type Scratch } from './load/scratch.ts';
import { createTargets, type Targets } from './load/targets.ts';
import { createLog } from '../server/shared/log.ts';

const partNames = [
  'pages',
  'searches',
  'filters',
  'likes',
  'agents',
  'busy',
  'import',
  'process',
] as const;
type Part = (typeof partNames)[number];

const usage = `npm run bench:load -- [--quick] [--sizes 10000,100000] [--parts ${partNames.join(',')}] [--keep FOLDER]
  --quick   fewer and shorter rounds, 10,000 items only: figures to glance at
  --sizes   how many items
  --parts   what is measured; everything by default
  --keep    a folder in which the filled databases stay for the next run
BENCH_DATABASE_URL names a PostgreSQL on this machine to work in; its role makes databases and reads files.
Without it an embedded one is started.`;

interface Options {
  sizes: number[];
  parts: Set<Part>;
  isQuick: boolean;
  keepIn: string | null;
}

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      parts: { type: 'string', default: partNames.join(',') },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const sizes = (values.sizes ?? (values.quick ? '10000' : '10000,100000')).split(',').map(Number);
  const parts = values.parts.split(',');
  const isPart = (name: string): name is Part => partNames.some((one) => one === name);
  const isFine =
    !values.help &&
    sizes.every((size) => Number.isInteger(size) && size >= 5_000) &&
    parts.every(isPart);
  if (!isFine) return null;
  return {
    sizes: sizes.sort((a, b) => a - b),
    parts: new Set(parts.filter(isPart)),
    isQuick: values.quick,
    keepIn: values.keep ?? null,
  };
}

async function measure(scratch: Scratch, options: Options, targets: Targets): Promise<void> {
  const { sizes, parts, isQuick } = options;
  const beds: Bed[] = [];
  const close = async () => {
    for (const bed of beds.splice(0)) await bed.close();
  };
  try {
    for (const size of sizes) beds.push(await openBed(scratch, size));
    if (parts.has('pages')) {
      await measurePages(
        beds,
        isQuick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 3 },
        targets,
      );
    }
    if (parts.has('searches')) await measureSearches(beds, isQuick ? 5 : 20, targets);
    if (parts.has('filters')) await measureFilters(beds, isQuick ? 10 : 40, targets);
    if (parts.has('likes')) await measureLikes(beds);
    if (parts.has('agents')) await measureAgents(beds, isQuick ? 7 : 15, targets);
    if (parts.has('busy')) await measureBusy(beds, isQuick ? 1 : 3, targets);
    if (parts.has('process')) await measureMemory(beds, targets);
    // What it brings stays in the databases: behind the other measurements.
    if (parts.has('import')) await measureImport(beds, isQuick ? 1 : 3, targets);
    const largest = beds.at(-1);
    if (parts.has('process') && largest) {
      if (parts.has('import')) showMemoryAfterImport(beds);
      await measureStatements(largest);
      const { items, databaseUrl } = largest;
      await close();
      await measureStarts(scratch, items, databaseUrl, targets);
    }
  } finally {
    await close();
  }
}

async function run(options: Options): Promise<void> {
  const startedAt = performance.now();
  const log = createLog({ level: 'warn' });
  const scratch = await openScratch({
    databaseUrl: process.env['BENCH_DATABASE_URL'] ?? null,
    keepIn: options.keepIn,
    log,
  });
  const targets = createTargets();
  try {
    console.log(
      `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${fixed(totalmem() / 2 ** 30, 0)} GiB, Node ${process.version}, ` +
        `PostgreSQL ${scratch.version}, load before ${fixed(loadavg()[0] ?? 0)}`,
    );
    await measure(scratch, options, targets);
  } finally {
    await scratch.close();
  }
  console.log('\nTargets');
  for (const { isMet, target, measured } of targets.verdicts()) {
    console.log(`  ${isMet ? 'met   ' : 'MISSED'}  ${target}: ${measured}`);
    if (!isMet) process.exitCode = 1;
  }
  console.log(`\n${fixed((performance.now() - startedAt) / 60_000)} minutes`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const options = readOptions();
if (options) await run(options);
else {
  console.error(usage);
  process.exitCode = 2;
}
