// What nobody caught, in a process of its own: a rejection is logged and the process goes on, an exception ends it in order.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const lastResort = join(import.meta.dirname, 'lastResort.ts');

/** Runs a process with the last resort in place; it says `closed` when it is ended in order, and `went on` after 50 ms. */
const run = (harm: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `import { catchTheRest } from ${JSON.stringify(lastResort)};
       const say = (fields, text) => console.log(text, fields.err.message);
       catchTheRest({
         log: { error: say, fatal: say },
         end: () => { console.log('closed'); process.exit(1); },
       });
       setTimeout(() => console.log('went on'), 50);
       ${harm}`,
    ],
    { encoding: 'utf8' },
  );

test('a rejection that nobody handles is logged, and the process goes on', () => {
  const { status, stdout } = run(`Promise.reject(new Error('forgotten'))`);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Nobody handled this rejection.* forgotten\nwent on\n$/);
});

test('an exception that nobody handles is logged, and the process ends in order', () => {
  const { status, stdout } = run(`setTimeout(() => { throw new Error('wild'); }, 5)`);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^Nobody handled this exception.* wild\nclosed\n$/);
});
