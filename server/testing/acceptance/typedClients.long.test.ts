// Runs the recipes of docs/recipes.md that generate a typed client from the schema or the OpenAPI document: in a separate folder,
// with npm packages and no file of the project.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { anItem } from '../builders.ts';
import { filledIn, readRecipes, type Recipe } from '../recipes.ts';
import { startTestApp, tokenOf, type TestApp } from '../testApp.ts';

const ours = join(import.meta.dirname, '../../../node_modules');
/** Packages that the reader has installed. */
const packages = [
  '@graphql-codegen/cli',
  '@graphql-codegen/client-preset',
  // npm hoists it beside the packages that need it.
  '@graphql-typed-document-node/core',
  '@types/node',
  'graphql',
  'graphql-request',
  'openapi-fetch',
  'openapi-typescript',
  'typescript',
];
const programs = {
  'graphql-codegen': '@graphql-codegen/cli/cjs/bin.js',
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
};

let app: TestApp;
let token: string;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app.database;
  await db('company_domains').insert({ domain: 'nexters.example', company_key: 'nexters' });
  await anItem(db, {
    titleEn: 'Trailer Dubber',
    descriptionEn: 'Dubs a trailer into another language',
    sourceUrl: 'https://dubber.example.com/',
  });
  const charts = await anItem(db, { titleEn: 'Chart Painter', descriptionEn: 'Paints charts' });
  const admin = await app.signedIn({ isAdmin: true, email: 'boss@nexters.example' });
  const { status } = await admin.call('PUT', '/api/v1/rules', {
    company: 'nexters',
    rules: [{ itemId: charts.id, verdicts: [{ dataClass: 'source_code', verdict: 'yes' }] }],
  });
  expect(status).toBe(200);
  const person = await app.signedIn({ email: 'ann@nexters.example' });
  ({ token } = await tokenOf(person, 'read'));
});
afterAll(() => app.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-client-'));
  for (const name of packages) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(ours, name), place);
  }
  const links = join(folder, 'node_modules/.bin');
  mkdirSync(links);
  for (const [name, file] of Object.entries(programs))
    symlinkSync(join(ours, file), join(links, name));
  write('package.json', '{ "type": "module", "private": true }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

async function run(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: folder,
      // The Node of this run, npx without the registry, and nothing else of this run's environment.
      env: {
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        HOME: folder,
        npm_config_offline: 'true',
      },
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
  }
}

const strict =
  '--noEmit --strict --noUncheckedIndexedAccess --skipLibCheck --types node --target esnext --module nodenext --allowImportingTsExtensions --erasableSyntaxOnly --verbatimModuleSyntax';
const checkTypes = () =>
  run(process.execPath, [join(ours, 'typescript/bin/tsc'), ...strict.split(' '), 'recipe.ts']);

/** Writes the files of a recipe and generates its client. */
async function follow({ blocks }: Recipe): Promise<{ code: string; answer: string }> {
  const of = (language: string) => {
    const code = blocks.find((block) => block.language === language)?.code ?? '';
    return filledIn(code, app.url, token);
  };
  write('codegen.yml', of('yaml'));
  write('recipe.ts', of('ts'));
  write('make.sh', of('sh'));
  await run('sh', ['-e', 'make.sh']);
  return { code: of('ts'), answer: of('text') };
}

const generating = readRecipes().filter(({ isGenerating }) => isGenerating);

test.each(generating)('$title', async (recipe) => {
  const { code, answer } = await follow(recipe);
  await checkTypes();
  expect(await run(process.execPath, ['recipe.ts'])).toBe(answer);
  // A field that the client does not have is a type error.
  write('recipe.ts', code.replaceAll('titleEn', 'titleFr'));
  await expect(checkTypes()).rejects.toThrow(/recipe\.ts\(\d+,\d+\): error/);
});
