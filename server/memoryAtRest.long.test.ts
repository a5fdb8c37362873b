// A process at rest gives back the memory of a busy hour: without what memoryAtRest.ts does, it never would.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from './shared/freePort.ts';
import { until } from './testing/followStream.ts';
import { launchServer } from './testing/serverProcess.ts';
import { createTestDatabase } from './testing/testDatabase.ts';

/** Fills the heap as requests do beside what stays, drops all that, and rests; then once more, with less. Prints what is resident. */
const program = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { letMemoryRest } from ${JSON.stringify(join(import.meta.dirname, 'memoryAtRest.ts'))};
  letMemoryRest();
  const rss = () => process.memoryUsage.rss();
  const made = (turn) => Array.from({ length: 4_000 }, (_, place) => ({ turn, place, text: 'x' + turn + place }));
  const stays = Array.from({ length: 160 }, (_, turn) => made(turn));
  const worked = async (turns, most) => {
    let kept = [];
    for (let turn = 0; turn < turns; turn += 1) {
      kept.push(made(turn));
      if (kept.length > most) kept = kept.slice(most / 2);
      await pause(1);
    }
    return rss();
  };
  const rested = async (isEnough) => {
    let least = rss();
    for (let second = 0; second < 40 && !isEnough(least); second += 1) {
      await pause(1_000);
      least = Math.min(least, rss());
    }
    return least;
  };
  const busy = await worked(400, 120);
  const resting = await rested((least) => least < busy * 0.75);
  await pause(5_000);
  const base = rss();
  const busyAgain = await worked(200, 6);
  const restingAgain = await rested((least) => least < base + 10e6);
  console.log(JSON.stringify({ busy, resting, base, busyAgain, restingAgain, stays: stays.length }));
  process.exit();`;

test('what a process no longer uses is given back within 40 s of rest, also what work between two collections has left', () => {
  const printed = execFileSync(
    process.execPath,
    ['--max-semi-space-size=16', '--heap-growing-percent=60', '--input-type=module', '-e', program],
    { encoding: 'utf8', timeout: 150_000 },
  );
  const seen = JSON.parse(printed) as Record<string, number>;
  expect(seen['resting']).toBeLessThan(seen['busy']! * 0.75);
  expect(seen['busyAgain']).toBeGreaterThan(seen['base']! + 30e6);
  expect(seen['restingAgain']).toBeLessThan(seen['base']! + 10e6);
}, 160_000);

const hasGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

/** Fills a cache, frees pieces of memory beside the heap, each sixteenth of which is still used, and rests. */
const pieces = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { letMemoryRest } from ${JSON.stringify(join(import.meta.dirname, 'memoryAtRest.ts'))};
  import { createByteCache } from ${JSON.stringify(join(import.meta.dirname, 'shared/byteCache.ts'))};
  const cache = createByteCache({ bytes: 2_000, sizeOf: () => 100 });
  for (let key = 0; key < 30; key += 1) cache.set(key, {});
  const cached = cache.calculatedSize;
  let held = Array.from({ length: 40_000 }, () => new Uint8Array(8_000).fill(1));
  held = held.filter((_, place) => place % 16 === 0);
  gc();
  await pause(500);
  const freed = process.memoryUsage.rss();
  letMemoryRest();
  let resting = freed;
  for (let second = 0; second < 20 && resting > freed * 0.5; second += 1) {
    await pause(1_000);
    resting = process.memoryUsage.rss();
  }
  console.log(JSON.stringify({ freed, resting, held: held.length, cached, kept: cache.calculatedSize }));
  process.exit();`;

(hasGlibc ? test : test.skip)(
  'at rest an eighth of a cache stays, and pieces that are freed between others are given back',
  () => {
    const printed = execFileSync(
      process.execPath,
      ['--expose-gc', '--input-type=module', '-e', pieces],
      { encoding: 'utf8', timeout: 60_000 },
    );
    const seen = JSON.parse(printed) as Record<string, number>;
    expect(seen['freed']).toBeGreaterThan(250e6);
    expect(seen['resting']).toBeLessThan(seen['freed']! * 0.5);
    expect([seen['cached'], seen['kept']]).toEqual([2_000, 200]);
  },
  70_000,
);

test('a process whose heap is nearly full is left alone', () => {
  const full = `
    import { letMemoryRest } from ${JSON.stringify(join(import.meta.dirname, 'memoryAtRest.ts'))};
    letMemoryRest();
    const stays = [];
    while (process.memoryUsage().heapUsed < 238e6) stays.push(Array.from({ length: 1_000 }, (_, place) => ({ place })));
    setTimeout(() => console.log('lives', stays.length > 0), 16_000);`;
  const flags = [
    '--max-semi-space-size=16',
    '--heap-growing-percent=60',
    '--max-old-space-size=256',
  ];
  const printed = execFileSync(process.execPath, [...flags, '--input-type=module', '-e', full], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(printed).toBe('lives true\n');
}, 70_000);

/** Says when an empty script is compiled. */
const watch = `
  import vm from 'node:vm';
  import { syncBuiltinESMExports } from 'node:module';
  const { Script } = vm;
  vm.Script = class extends Script {
    constructor(code, options) {
      super(code, options);
      if (code === '') console.log('An empty script is compiled');
    }
  };
  syncBuiltinESMExports();`;

test('a server does so', async () => {
  const database = await createTestDatabase();
  const server = launchServer(await freePort(), {
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watch)}`,
  });
  try {
    await until(() => server.said().includes('An empty script is compiled'));
  } finally {
    await server.end('SIGTERM');
    await database.drop();
  }
});
