// The demo on the command line, on a real database: it goes, comes, and is asked about when own bookmarks come in.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemoCatalogue } from '../modules/demo/seed/demoSeed.ts';
import { createLog } from '../shared/log.ts';
import { aMember } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { createTestServices } from '../testing/testServices.ts';
import { createContext, type CommandContext } from './context.ts';
import { runCommand } from './program.ts';

let database: TestDatabase;
let folder: string;
let file: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await loadDemoCatalogue(database.db, createLog({ level: 'silent' }));
  folder = mkdtempSync(join(tmpdir(), 'loadout-demo-'));
  file = join(folder, 'own.csv');
  writeFileSync(file, 'url,title\nhttps://chatgpt.com/,Ours\nhttps://own.example.com/,Own\n');
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function run(args: string[], ask: CommandContext['ask'] = null) {
  const said: string[] = [];
  const complained: string[] = [];
  const context = createContext({
    env: { APP_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: database.url },
    print: (line) => void said.push(line),
    progressOutput: { write: () => undefined },
    ask,
  });
  const code = await runCommand(args, context, (message) => void complained.push(message));
  return { code, said, complained: complained.join('\n') };
}

const services = async () => {
  const rows: { id: number; title_en: string }[] = await database.db('items').orderBy('id');
  return rows;
};

test('remove says what goes, --dry-run writes nothing, and load brings it back', async () => {
  const { services: rooms } = createTestServices(database.db);
  const person = await aMember(database.db);
  const [first] = await services();
  await rooms.knowledge.like(person, first!.id);
  const before = (await services()).length;
  const rehearsed = await run(['demo', 'remove', '--dry-run']);
  expect(rehearsed.said[0]).toMatch(/^goes {3}\d+ demo services, \d+ demo people/);
  expect(rehearsed.said).toContainEqual(expect.stringMatching(/^stays {2}ChatGPT <.*>: likes 1$/));
  expect(rehearsed.said.at(-1)).toBe('Nothing was written.');
  expect(await services()).toHaveLength(before);
  const removed = await run(['demo', 'remove']);
  expect(removed.said).toEqual(rehearsed.said.slice(0, -1));
  expect(await services()).toHaveLength(1);
  expect((await run(['demo', 'load'])).said[0]).toMatch(
    /^The demo is loaded: \d+ services, 26 people$/,
  );
  expect(await services()).toHaveLength(before);
});

test('an import where nobody can answer leaves the demo behind, and says so', async () => {
  const { code, said } = await run(['import', file]);
  expect(code).toBe(0);
  expect(said[0]).toMatch(/^The demo catalogue is left behind/);
  expect(said.at(-1)).toMatch(/^The demo catalogue is gone/);
  expect((await services()).map((one) => one.title_en).sort()).toEqual(['Ours', 'Own']);
});

test('an import that keeps the demo has no service of it beside an own one with its address', async () => {
  const before = (await services()).length;
  const { said } = await run(['import', file, '--demo', 'keep']);
  expect(said.at(-1)).toMatch(/^2 bookmarks: 2 new/);
  const after = await services();
  expect(after).toHaveLength(before + 1);
  expect(after.map((one) => one.title_en)).not.toContain('ChatGPT');
});

test('a person at a terminal is asked once; Enter leaves the demo', async () => {
  const asked: string[] = [];
  const answers = ['perhaps', ''];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? 'keep';
  };
  await run(['import', file], ask);
  expect(asked).toHaveLength(2);
  expect(await services()).toHaveLength(2);
  await run(['demo', 'load'], ask);
  await run(['import', file], ask);
  expect(asked).toHaveLength(2);
});

test('a run that nobody has answered for leaves the demo, but for what the own services have', async () => {
  const { services: rooms } = createTestServices(database.db);
  const before = (await services()).length;
  await rooms.sync.run({
    source: rooms.bookmarkFile(file),
    startedBy: 'schedule',
    signal: new AbortController().signal,
  });
  expect(await services()).toHaveLength(before + 1);
});

test('a rehearsed import says where the whole demo would be left behind, and nothing of it where it would stay or somebody would be asked', async () => {
  const said = async (given: string[], ask: CommandContext['ask'] = null) =>
    (await run(['import', file, '--dry-run', ...given], ask)).said.filter((line) =>
      line.startsWith('The demo catalogue'),
    );
  const ask = async () => 'leave';
  const left = [expect.stringMatching(/^The demo catalogue \(\d+ services\) would be left behind/)];
  expect(await said([])).toEqual(left);
  expect(await said([], ask)).toEqual([]);
  expect(await said(['--demo', 'leave'], ask)).toEqual(left);
  expect(await said(['--demo', 'keep'])).toEqual([]);
  const { services: rooms } = createTestServices(database.db);
  await rooms.demo.choose(null, 'leave');
  expect(await said([], ask)).toEqual(left);
  await rooms.demo.choose(null, 'keep');
  expect(await said([])).toEqual([]);
  await rooms.demo.remove(null);
  expect(await said([])).toEqual([]);
});

test.each([
  ['sync', []],
  ['sync', ['--demo', 'leave']],
  ['import', ['/nowhere/own.csv']],
  ['import', ['/nowhere/own.csv', '--demo', 'leave']],
])('%s %j that brings nothing in decides nothing about the demo', async (command, args) => {
  expect(await run([command, ...args])).toMatchObject({ code: 1 });
  const { services: rooms } = createTestServices(database.db);
  expect(await rooms.demo.state(null)).toMatchObject({ isLoaded: true, choice: null });
});
