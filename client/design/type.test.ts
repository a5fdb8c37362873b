/** Every size of type and every weight comes from the tokens: two weights beside those that a size brings itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(process.cwd(), 'client');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== 'design/theme.ts',
);

test.each([
  ['sizes', /font-size:\s*([^;]+)/g, []],
  ['weights', /font-weight:\s*([^;]+)/g, ['400', '600']],
] as const)('the %s of type are those of the tokens', (_what, pattern, allowed) => {
  const stray = sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)]
      .map(([, value = '']) => value.trim())
      .filter((value) => !(allowed as readonly string[]).includes(value))
      .map((value) => `${file}: ${value}`),
  );
  expect(stray).toEqual([]);
});
