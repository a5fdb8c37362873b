// What building the server changes of the packages it takes in.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import config from './rolldown.config.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'loadout-build-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

test('a built server names documents by the hash of Node, not by one in JavaScript', async () => {
  const { output: _ours, ...options } = config;
  const bundle = await rolldown({ ...options, input: '@apollo/utils.createhash' });
  const file = join(directory, 'built.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const program = `
    import { Hash } from 'node:crypto';
    import built from ${JSON.stringify(file)};
    console.log(built.createHash('sha256') instanceof Hash);`;

  expect(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 20_000,
    }),
  ).toBe('true\n');
});
