// npm run bench:index [-- --sizes 10000,100000]: what the index of the search takes: memory, the processor's time for a search,
// and for building it. Over generated services, each size in a process that does nothing else, without a database. Prints the
// figures and ends with 1 when a target is missed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figures } from './index/measure.ts';
import { generateData } from './load/data.ts';
import { fixed, printTable } from './load/figures.ts';
import { createTargets } from './load/targets.ts';

/** By the number of services: MB of the index with the thesaurus, and milliseconds of the processor for the median search. */
const demanded = new Map([
  [10_000, { memoryMb: 40, searchMs: 0.5 }],
  [100_000, { memoryMb: 250, searchMs: 1.5 }],
]);

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: [...demanded.keys()].join(',') } },
});
const sizes = values.sizes.split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 1_000))
  throw new Error('--sizes takes numbers of services from 1000 on, with commas between them');

function measure(size: number): Figures {
  const directory = mkdtempSync(join(tmpdir(), 'loadout-index-'));
  try {
    generateData(size, directory);
    // As the product is started, and with collections at will.
    const flags = ['--expose-gc', '--max-semi-space-size=16'];
    const script = join(import.meta.dirname, 'index/measure.ts');
    const printed = execFileSync(process.execPath, [...flags, script, directory], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return JSON.parse(printed) as Figures;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const targets = createTargets();
const rows = sizes.map((size) => {
  const figures = measure(size);
  const memoryMb = figures.thesaurusMb + figures.itemsMb;
  const bounds = demanded.get(size);
  if (bounds) {
    targets.atMost(
      `${size} services: at most ${bounds.memoryMb} MB`,
      memoryMb,
      bounds.memoryMb,
      `${fixed(memoryMb)} MB`,
    );
    targets.atMost(
      `${size} services: the processor at most ${bounds.searchMs} ms for the median search`,
      figures.searchMs,
      bounds.searchMs,
      `${fixed(figures.searchMs, 2)} ms`,
    );
  }
  return { size, memoryMb, ...figures };
});
printTable(
  'The index of the search: memory, and time of the processor',
  rows.map(({ size, memoryMb, thesaurusMb, searchMs, slowSearchMs, buildMs }) => ({
    services: size,
    'MB in all': fixed(memoryMb),
    'of them the thesaurus': fixed(thesaurusMb),
    'search, median ms': fixed(searchMs, 2),
    'p95 ms': fixed(slowSearchMs, 2),
    'built in s': fixed(buildMs / 1000),
  })),
);
printTable(
  'The median search by kind, ms of the processor',
  Object.keys(rows[0]?.kindsMs ?? {}).map((kind) => ({
    search: kind,
    ...Object.fromEntries(
      rows.map(({ size, kindsMs }) => [`at ${size}`, fixed(kindsMs[kind]!, 2)]),
    ),
  })),
);
console.log();
for (const { target, measured, isMet } of targets.verdicts())
  console.log(`${isMet ? '  ' : '✗ '}${target}: ${measured}`);
if (targets.verdicts().some(({ isMet }) => !isMet)) process.exitCode = 1;
