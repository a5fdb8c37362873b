// Command demo, and its question in import and sync.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemoCatalogue } from '../modules/demo/seed/demoSeed.ts';
import { createLog } from '../shared/log.ts';
import { aMember } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { createTestServices } from '../testing/testServices.ts';
import type { CommandContext } from './context.ts';
import { runCli } from '../testing/runCli.ts';

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

const run = (args: string[], ask: CommandContext['ask'] = null) =>
  runCli(args, { DATABASE_URL: database.url }, ask);

const services = async () => {
  const rows: { id: number; title_en: string }[] = await database.db('items').orderBy('id');
  return rows;
};

test('removes, rehearses the removal of, and loads the demo', async () => {
  const { services: testServices } = createTestServices(database.db);
  const person = await aMember(database.db);
  const [first] = await services();
  await testServices.knowledge.like(person, first!.id);
  const before = (await services()).length;
  const rehearsed = await run(['demo', 'remove', '--dry-run']);
  expect(rehearsed.lines[0]).toMatch(/^goes {3}\d+ demo services, \d+ demo people/);
  expect(rehearsed.lines).toContainEqual(expect.stringMatching(/^stays {2}ChatGPT <.*>: likes 1$/));
  expect(rehearsed.lines.at(-1)).toBe('Nothing was written.');
  expect(await services()).toHaveLength(before);
  const removed = await run(['demo', 'remove']);
  expect(removed.lines).toEqual(rehearsed.lines.slice(0, -1));
  expect(await services()).toHaveLength(1);
  expect((await run(['demo', 'load'])).lines[0]).toMatch(
    /^The demo is loaded: \d+ services, 27 people$/,
  );
  expect(await services()).toHaveLength(before);
});

test('an import without a terminal leaves the demo behind, with a note', async () => {
  const { code, lines } = await run(['import', file]);
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/^The demo catalogue is left behind/);
  expect(lines.at(-1)).toMatch(/^The demo catalogue was removed/);
  expect((await services()).map((one) => one.title_en).sort()).toEqual(['Ours', 'Own']);
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

test('a dry run says that the demo would be left behind, only where it would', async () => {
  const lines = async (given: string[], ask: CommandContext['ask'] = null) =>
    (await run(['import', file, '--dry-run', ...given], ask)).lines.filter((line) =>
      line.startsWith('The demo catalogue'),
    );
  const ask = async () => 'leave';
  const left = [expect.stringMatching(/^The demo catalogue \(\d+ services\) would be left behind/)];
  expect(await lines([])).toEqual(left);
  expect(await lines([], ask)).toEqual([]);
  expect(await lines(['--demo', 'leave'], ask)).toEqual(left);
  expect(await lines(['--demo', 'keep'])).toEqual([]);
  const { services: testServices } = createTestServices(database.db);
  await testServices.demo.choose(null, 'leave');
  expect(await lines([], ask)).toEqual(left);
  await testServices.demo.choose(null, 'keep');
  expect(await lines([])).toEqual([]);
  await testServices.demo.remove(null);
  expect(await lines([])).toEqual([]);
});

test.each([
  ['sync', []],
  ['sync', ['--demo', 'leave']],
  ['import', ['/nowhere/own.csv']],
  ['import', ['/nowhere/own.csv', '--demo', 'leave']],
])('%s %j without imported rows keeps the choice about the demo open', async (command, args) => {
  expect(await run([command, ...args])).toMatchObject({ code: 1 });
  const { services: testServices } = createTestServices(database.db);
  expect(await testServices.demo.state(null)).toMatchObject({ isLoaded: true, choice: null });
});
