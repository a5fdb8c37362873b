// A step ends well when its program does and has said nothing that it must not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { endedByForce, run } from './steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'loadout-steps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program that says something and ends. */
function runSaying(words: string, exitCode = 0): Promise<boolean> {
  const path = join(folder, 'program.mjs');
  writeFileSync(path, `console.error(${JSON.stringify(words)}); process.exitCode = ${exitCode};`);
  const program = relative(join(import.meta.dirname, '..'), path);
  return run({ name: 'a trial', program, args: [], mustNotSay: /a forbidden word/ }, true);
}

test('a step that ends well has passed', async () => {
  expect(await runSaying('Ran all test suites.')).toBe(true);
});

test('a step that ends otherwise has failed', async () => {
  expect(await runSaying('Ran all test suites.', 1)).toBe(false);
});

test('a step that ends well but says what it must not has failed', async () => {
  expect(await runSaying('Here is a forbidden word.')).toBe(false);
});

// Nothing says it aloud here: the step that runs these tests listens for it.
test('a worker of Jest that had to be ended by force is such a word', () => {
  const said = 'A worker process has failed to exit gracefully and has been force exited.';
  expect(said).toMatch(endedByForce);
});
