// What building the server changes of the packages it takes in.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
      timeout: 300_000,
    }),
  ).toBe('true\n');
});

test('the text of a built server is Latin letters only, and says what was written; licences stay', async () => {
  const input = join(directory, 'words.mjs');
  writeFileSync(
    input,
    "/*! © somebody's licence */\n/** «Слова» */\n// слово\nconsole.log('Ёж', `${'😀'}…`, /[а-яё😀]+/u.exec('xёж')[0]);\n",
  );
  const { output, ...options } = config;
  const { comments, minify } = Array.isArray(output) ? output[0]! : output!;
  const bundle = await rolldown({ ...options, input });
  const file = join(directory, 'words.built.mjs');
  await bundle.write({
    file,
    format: 'esm',
    ...(comments ? { comments } : {}),
    ...(minify ? { minify } : {}),
  });
  await bundle.close();

  const text = readFileSync(file, 'utf8');
  expect([...text].filter((letter) => letter > 'ÿ')).toEqual([]);
  expect(text).toContain("© somebody's licence");
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 300_000 })).toBe(
    'Ёж 😀… ёж\n',
  );
});

test('packages stand in one line with their licences and names, ours as it is written; what they do is the same', async () => {
  const input = join(directory, 'ours.mjs');
  const ownPackages = join(directory, 'node_modules');
  mkdirSync(ownPackages);
  writeFileSync(
    join(ownPackages, 'theirs.mjs'),
    "/*! © their authors */\n// a remark\nexport function named(word) {\n  return word + '!';\n}\n",
  );
  writeFileSync(
    input,
    "import { named } from './node_modules/theirs.mjs';\n\nexport function own() {\n  return named.name;\n}\nconsole.log(own(), named('so'));\n",
  );
  const { output, ...options } = config;
  const bundle = await rolldown({ ...options, input });
  const dir = join(directory, 'parts');
  await bundle.write({ ...(Array.isArray(output) ? output[0]! : output!), dir });
  await bundle.close();

  const theirs = readFileSync(join(dir, 'node_modules/packages.js'), 'utf8');
  expect(theirs).toMatch(/\/\*! .* their authors \*\//);
  expect(theirs).not.toContain('a remark');
  expect(theirs).toMatch(/function named\((\w)\)\{return \1\+/);
  const ours = readFileSync(join(dir, 'main.js'), 'utf8');
  expect(ours).toMatch(/function own\(\) \{\n\s+return named\.name;\n\}/);
  expect(
    execFileSync(process.execPath, [join(dir, 'main.js')], { encoding: 'utf8', timeout: 300_000 }),
  ).toBe('named so!\n');
});

test('packages that few requests need stand in files of their own, which a start does not read', async () => {
  const { output, ...options } = config;
  const bundle = await rolldown(options);
  const built = await bundle.generate(Array.isArray(output) ? output[0]! : output!);
  await bundle.close();
  const parts = new Map(
    built.output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])),
  );
  const read = new Set(['main.js']);
  for (const file of read) for (const next of parts.get(file)?.imports ?? []) read.add(next);

  const packagesOf = (files: Iterable<string>) =>
    [...files].flatMap((file) => parts.get(file)?.moduleIds ?? []).join('\n');
  const waiting = [...parts.keys()].filter((file) => !read.has(file));
  const late =
    /node_modules\/(?:@modelcontextprotocol|@hono|undici|@apollo\/usage-reporting-protobuf)\//;
  expect(packagesOf(read)).toMatch(/node_modules\/zod\//);
  expect(packagesOf(read)).not.toMatch(late);
  expect(packagesOf(waiting)).toMatch(late);
  // Of what compiles queries the part that nobody asks for is in none.
  expect(packagesOf(parts.keys())).toMatch(/node_modules\/graphql-jit\//);
  expect(packagesOf(parts.keys())).not.toMatch(/node_modules\/(?:fast-json-stringify|ajv)\//);
});

test('a built server refuses a query that is no text: nothing that only refuses is left out', async () => {
  const { output: _ours, ...options } = config;
  const bundle = await rolldown({
    ...options,
    input: join(import.meta.dirname, 'http/readQuery.ts'),
  });
  const file = join(directory, 'readQuery.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const program = `
    import { readQuery } from ${JSON.stringify(file)};
    console.log(readQuery('a=%D1%8F&b=').a);
    readQuery('a=%zz');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 300_000,
  });

  expect(stdout).toBe('я\n');
  expect(stderr).toContain('The request cannot be read');
});

test('a built server takes what it needs of node:http, and no WebSocket, for which Node loads an undici of its own', async () => {
  const input = join(directory, 'http.mjs');
  writeFileSync(
    input,
    `import http, { createServer, STATUS_CODES } from 'node:http';
    import * as all from 'http';
    console.log(http.createServer === createServer, all.createServer === createServer, STATUS_CODES[404]);
    console.log(process.moduleLoadList.filter((name) => name.includes('deps/undici')));`,
  );
  const { output, ...options } = config;
  const bundle = await rolldown({ ...options, input });
  const dir = join(directory, 'http');
  await bundle.write({ ...(Array.isArray(output) ? output[0]! : output!), dir });
  await bundle.close();

  const run = (file: string) =>
    execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 300_000 });
  expect(run(join(dir, 'main.js'))).toBe('true true Not Found\n[]\n');
});
