// The table of limits is true: each is read, none stands a second time in the code, in the schema or in the page.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from '../scripts/importGraph.ts';
import { limits, clientLimits } from './limits.ts';
import { readTypeDefinitions, withLimits } from './graphql/typeDefinitions.ts';

const root = join(import.meta.dirname, '..');
const isProduct = (file: string) =>
  !/\.test\.tsx?$|\/testing\//.test(file) && file !== 'server/limits.ts';
const read = (file: string) => ({ file, text: readFileSync(join(root, file), 'utf8') });
const server = sourceFiles()
  .filter((file) => /^(?:server|migrations)\//.test(file) && isProduct(file))
  .map(read);
const client = sourceFiles()
  .filter((file) => file.startsWith('client/') && isProduct(file))
  .map(read);
const schema = globSync('schema/*.graphql', { cwd: root }).map(read);
const code = server.map(({ text }) => text).join('\n');
const schemaText = schema.map(({ text }) => text).join('\n');

/** Every limit by its path, such as `text.search`. */
function paths(part: object, above = ''): [path: string, value: unknown][] {
  return Object.entries(part).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && !Array.isArray(value) && value !== null
      ? paths(value as object, `${above}${name}.`)
      : [[`${above}${name}`, value]],
  );
}

/** Groups that are handed over whole: the files that take them apart, and what they call them. */
const takenWhole: Record<string, { as: string; files: string[] }> = {
  firstPage: { as: 'limits', files: ['server/http/firstPage.ts'] },
  imageProxy: {
    as: 'limits',
    files: [
      'server/integrations/imageFetcher/imageFetcher.ts',
      'server/integrations/imageFetcher/download.ts',
      'server/domain/images/images.ts',
    ],
  },
  'imageProxy.pixels': {
    as: 'limits',
    files: ['server/integrations/imageFetcher/remakePicture.ts'],
  },
  refusal: { as: 'refusal', files: ['server/http/countCalls.ts'] },
  server: { as: 'limits', files: ['server/http/listener.ts'] },
  stream: {
    as: 'limits',
    files: ['server/http/notificationStream.ts', 'server/http/notificationStreams.ts'],
  },
  session: { as: 'session', files: ['server/domain/accounts/accounts.room.ts'] },
};
const textOf = (file: string) => server.find((one) => one.file === file)?.text ?? '';

/** What takes one name out of what is called `from`: `from.name`, or the name among those in braces. */
const takesOut = (name: string, from: string) =>
  new RegExp(
    `\\b${from}\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\} = (?:\\w+\\.)?${from}(?![\\w.])`,
  );

/** A rate is handed over under its name: some call must be counted by it, and the counter must read the member. */
function isRateRead([rate, name]: string[]): boolean {
  const isAsked = ['server/graphql/rates.ts', 'server/http/countCalls.ts'].some((file) =>
    textOf(file).includes(`'${rate}'`),
  );
  const counter = textOf('server/http/rateLimits.ts');
  const isCountedBeside = new RegExp(`: \\[[^\\]]*'${rate}'[^\\]]*\\],`).test(counter);
  return (isAsked || isCountedBeside) && takesOut(name!, 'rates\\[name\\]').test(counter);
}

/** Whether the code reads a limit by its path, out of its very group, or where its group is handed over whole. */
function isRead(path: string): boolean {
  const parts = path.split('.');
  const [name, group] = [parts.at(-1)!, parts.slice(0, -1)];
  if (takesOut(name, ['limits', ...group].join('\\.')).test(code)) return true;
  if (group[0] === 'lists') return schemaText.includes(`list: "${name}"`);
  if (group[0] === 'rates') return isRateRead(parts.slice(1));
  const { as = '', files = [] } = takenWhole[group.join('.')] ?? {};
  return files.some((file) => takesOut(name, as).test(textOf(file)));
}

const groups = [
  ...new Set(paths(limits).map(([path]) => path.split('.').slice(0, -1).join('.'))),
].filter(Boolean);

test('a limit that nobody reads is noticed in every group, whatever else has its name', () => {
  // Bookmarks have a title of their own.
  const unread = groups.filter((group) => group !== 'bookmark').map((group) => `${group}.title`);
  expect([...unread, 'rates.title.points'].filter(isRead)).toEqual([]);
});

test.each(paths(limits).map(([path]) => path))('%s is read', (path) => {
  expect(isRead(path)).toBe(true);
});

test.each(Object.keys(clientLimits))('%s is read by the page', (name) => {
  expect(client.some(({ text }) => text.includes(`limits.${name}`))).toBe(true);
});

test('no cap is written as a number where it is applied', () => {
  const applied =
    /\.(?:limit|max)\((\d[\d_]+)\)|\b(?:maxLength|max)=\{(\d+)\}|\b(?:longest|largest|listed|max[A-Z])\w*(?<!Ms)\s*=\s*(\d[\d_]{2,});/g;
  const known = new Set(paths(limits).map(([, value]) => value));
  const places = /^server\/(?:domain|graphql|rest|mcp)\/|^client\/(?:features|pages|app)\//;
  const asked = [...server, ...client].filter(({ file }) => places.test(file));
  const twice = asked.flatMap(({ file, text }) =>
    [...text.matchAll(applied)]
      .map((match) => Number((match[1] ?? match[2] ?? match[3] ?? '').replaceAll('_', '')))
      .filter((value) => value >= 50 && known.has(value))
      .map((value) => `${file}: ${value}`),
  );
  expect(twice).toEqual([]);
});

test('the schema says no limit as a number', () => {
  const said = /(?:at most|up to|within|per|after|past|older than|last) \d[\d,]*\b[^"\n]*/g;
  expect(
    schema.flatMap(({ file, text }) =>
      [...text.matchAll(said)].map(([words]) => `${file}: ${words}`),
    ),
  ).toEqual([]);
});

test('the limits that the schema names are filled in', () => {
  expect(
    withLimits(
      '`search` at most {text.search} characters, within {session.freshMs} or {notifications.keptMs}; /knowledge/{id}',
    ),
  ).toBe('`search` at most 200 characters, within 10 minutes or 90 days; /knowledge/{id}');
  expect(() => withLimits('{text.nothing}')).toThrow(
    'The schema names a limit that is none: text.nothing',
  );
  expect(readTypeDefinitions().join('\n')).not.toMatch(/\{\w+\.\w+/);
});
