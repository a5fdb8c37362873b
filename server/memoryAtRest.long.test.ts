// A process at rest gives back the memory of a busy hour: without what memoryAtRest.ts does, it never would.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from './shared/freePort.ts';
import { until } from './testing/followStream.ts';
import { launchServer } from './testing/serverProcess.ts';
import { createTestDatabase } from './testing/testDatabase.ts';

/** Fills the heap for a while as requests do, drops all of it, and rests; prints what is resident at its most and within 40 s of rest. */
const program = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { letMemoryRest } from ${JSON.stringify(join(import.meta.dirname, 'memoryAtRest.ts'))};
  letMemoryRest();
  let kept = [];
  for (let turn = 0; turn < 400; turn += 1) {
    kept.push(Array.from({ length: 4_000 }, (_, place) => ({ turn, place, text: 'x' + turn + place })));
    if (kept.length > 120) kept = kept.slice(60);
    await pause(1);
  }
  const busy = process.memoryUsage.rss();
  kept = [];
  let resting = busy;
  for (let second = 0; second < 40 && resting > busy / 2; second += 1) {
    await pause(1_000);
    resting = Math.min(resting, process.memoryUsage.rss());
  }
  console.log(JSON.stringify({ busy, resting }));
  process.exit();`;

test('what a process no longer uses is given back within 40 s of rest', () => {
  const printed = execFileSync(
    process.execPath,
    ['--max-semi-space-size=16', '--input-type=module', '-e', program],
    { encoding: 'utf8', timeout: 90_000 },
  );
  const { busy, resting } = JSON.parse(printed) as { busy: number; resting: number };
  expect(busy).toBeGreaterThan(100e6);
  expect(resting).toBeLessThan(busy / 2);
}, 100_000);

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
