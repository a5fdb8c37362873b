// Runs every recipe of docs/recipes.md as a reader would. Recipes that first generate a client run in typedClients.long.test.ts.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema } from '../../transports/graphql/schema.ts';
import { buildOpenApi } from '../../transports/rest/openapi.ts';
import { anItem } from '../builders.ts';
import { filledIn, readRecipes, type Block } from '../recipes.ts';
import { startTestApp, tokenOf, type TestApp } from '../testApp.ts';

const recipes = readRecipes();

/** The program that runs the blocks of a language, and the name of the block's file. */
const programs: Record<string, { program: string; file: string }> = {
  sh: { program: 'sh', file: 'recipe.sh' },
  ts: { program: process.execPath, file: 'recipe.mts' },
  python: { program: 'python3', file: 'recipe.py' },
};

const isHere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
/** Programs that are not installed here; the names of the tests show them. */
const missing = ['python3', 'curl'].filter((program) => !isHere(program));
const neededBy = ({ language }: Block): string =>
  language === 'sh' ? 'curl' : (programs[language]?.program ?? '');
const withRuns = recipes.flatMap(({ blocks, ...recipe }) =>
  blocks.flatMap((block, index) =>
    block.language in programs && !recipe.isGenerating
      ? [{ ...recipe, block, answer: blocks[index + 1] }]
      : [],
  ),
);
const generating = recipes.filter(({ isGenerating }) => isGenerating);
const settings = recipes.flatMap(({ title, blocks }) =>
  blocks
    .filter(({ language, code }) => language === 'json' && code.includes('/mcp"'))
    .map(({ code }): [string, string] => [title, code]),
);

let app: TestApp;
let folder: string;
const tokens = { read: '', write: '' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-recipes-'));
  app = await startTestApp();
  const { db } = app.database;
  await db('company_domains').insert({ domain: 'nexters.example', company_key: 'nexters' });
  // The recipes refer to their items by these ids.
  await db.raw(`SELECT setval(pg_get_serial_sequence('items', 'id'), 11)`);
  await anItem(db, {
    titleEn: 'Trailer Dubber',
    descriptionEn: 'Dubs a trailer into another language',
    sourceUrl: 'https://dubber.example.com/',
  });
  const charts = await anItem(db, {
    titleEn: 'Chart Painter',
    descriptionEn: 'Paints charts',
    sourceUrl: 'https://charts.example.com/',
  });
  const admin = await app.signedIn({ isAdmin: true, email: 'boss@nexters.example' });
  const { status } = await admin.call('PUT', '/api/v1/rules', {
    company: 'nexters',
    rules: [
      { itemId: charts.id, verdicts: [{ dataClass: 'source_code', verdict: 'yes' }] },
      { itemId: '12', verdicts: [{ dataClass: 'public_material', verdict: 'yes' }] },
    ],
  });
  expect(status).toBe(200);
  const person = await app.signedIn({ email: 'ann@nexters.example' });
  tokens.read = (await tokenOf(person, 'read')).token;
  tokens.write = (await tokenOf(person, 'write')).token;
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function run({ language, code }: Block, token: string): Promise<string> {
  const { program, file } = programs[language]!;
  const path = join(folder, file);
  writeFileSync(path, filledIn(code, app.url, token));
  const { stdout } = await promisify(execFile)(program, [path], {
    // Excludes the environment of this run, above all a proxy; Python writes UTF-8 on every system.
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, PYTHONUTF8: '1' },
  });
  return stdout;
}

test('has ten recipes with something to run or to set', () => {
  expect(recipes.map(({ title }) => title.split('.')[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => String(index + 1)),
  );
  const used = new Set(
    [...withRuns, ...settings.map(([title]) => ({ title })), ...generating].map((one) => one.title),
  );
  expect(used.size).toBe(10);
  expect(generating).toHaveLength(2);
  expect(new Set(withRuns.map(({ block }) => block.language))).toEqual(
    new Set(['sh', 'ts', 'python']),
  );
});

test('every call of a recipe is in the OpenAPI document', () => {
  const { paths } = buildOpenApi(buildSchema(), { version: '1', serverUrl: app.url }) as {
    paths: Record<string, object>;
  };
  const known = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    ),
  );
  const called = withRuns.flatMap(({ block: { code } }) => {
    const method = /-X POST|\bdata=/.test(code) ? 'post' : 'get';
    const inFull = [...code.matchAll(/example\.com(\/api\/v1\/[\w/-]+)/g)];
    const asked = [...code.matchAll(/ask\('(\/[\w/-]+)'/g)];
    return [
      ...inFull.map(([, path]) => `${method} ${path}`),
      ...asked.map(([, path]) => `${method} /api/v1${path}`),
    ];
  });
  expect(called.length).toBe(7);
  expect(called.filter((call) => !known.some((one) => one.test(call)))).toEqual([]);
});

describe.each(withRuns)('$title', ({ block, answer, isWriting }) => {
  const needed = neededBy(block);
  if (missing.includes(needed)) {
    test.todo(`is not run: ${needed} is not here; its calls are checked above`);
    return;
  }
  test(`answers what stands below it (${block.language})`, async () => {
    const output = await run(block, isWriting ? tokens.write : tokens.read);
    if (answer?.language === 'json')
      expect(JSON.parse(output)).toMatchObject(JSON.parse(answer.code) as object);
    else expect(output).toBe(answer?.code);
  });
});

test.each(settings)('%s: the settings of an agent are valid', async (_title, code) => {
  const given = JSON.parse(filledIn(code, app.url, tokens.read)) as Record<
    'mcpServers' | 'servers',
    { loadout: { type: string; url: string; headers: Record<string, string> } } | undefined
  >;
  const { type, url, headers } = (given.mcpServers ?? given.servers)!.loadout;
  expect(type).toBe('http');
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: headers['Authorization']!.replace('${input:loadout}', tokens.read),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"search_services"');
});
