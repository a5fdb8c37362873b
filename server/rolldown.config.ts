// Build of the server: its own code in one file and packages in a few, because a start would otherwise read two
// thousand modules.
import http from 'node:http';
import { dirname, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import { minify } from 'rolldown/utils';

const root = resolve(import.meta.dirname, '..');
const built = resolve(root, 'dist/server');

/** Points `import.meta` at the source folder of a module, where the files that it reads (data, texts) remain. */
const sourceImportMeta: Plugin = {
  name: 'source-import-meta',
  transform: {
    filter: { id: /\/server\/.*\.ts$/, code: 'import.meta.' },
    handler(code, id) {
      const folder = relative(built, dirname(id));
      return code
        .replaceAll(
          'import.meta.dirname',
          `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`,
        )
        .replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(relative(built, id))}, import.meta.url).href`,
        );
    },
  },
};

/** Modules of Apollo's usage reporting, which Loadout does not use. */
const reports =
  /[\\/]@(?:protobufjs|apollo[\\/](?:usage-reporting|utils.usagereporting|protobufjs|server[\\/].*(?:Reporting|inlineTrace|traceTree)))/;

/**
 * Chunks of packages: one for those of every process, separate ones for those that load on demand.
 * The first also takes shared dependencies such as zod. Below `node_modules` Node prints no deprecation warnings.
 */
const packages = [
  {
    name: 'node_modules/packages',
    test: (id: string) =>
      /[\\/]node_modules[\\/](?!@modelcontextprotocol|@?hono|undici[\\/])/.test(id) &&
      !reports.test(id),
  },
  { name: 'node_modules/agents', test: /[\\/]node_modules[\\/](?:@modelcontextprotocol|@?hono)/ },
  { name: 'node_modules/undici', test: /[\\/]node_modules[\\/]undici[\\/]/ },
  { name: 'node_modules/reports', test: reports },
];
const packageNames = new Set(packages.map(({ name }) => name));

/** A string with a single non-Latin-1 character takes two bytes for each character in V8. */
const codegenOptions = { asciiOnly: true };

/**
 * Minifies packages, because V8 keeps the source and the end of each line: saves 5 MB. Names of functions and classes
 * stay for stack traces; our own code is not minified.
 */
const minifyPackages: Plugin = {
  name: 'minify-packages',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !packageNames.has(chunk.name)) continue;
      const { code, errors } = await minify(chunk.fileName, chunk.code, {
        module: true,
        compress: false,
        mangle: { keepNames: { function: true, class: true } },
        codegen: { ...codegenOptions, removeWhitespace: true, legalComments: 'inline' },
      });
      if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
      chunk.code = code;
    }
  },
};

/**
 * Loads node:http by `require`, because `import` evaluates all its exports: WebSocket loads Node's undici, 20 ms of a
 * start.
 */
const httpModule = 'node_modules/required/http';
const httpExports = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, { get }]) => !get)
  .map(([name]) => name);
const httpByRequire: Plugin = {
  name: 'http-by-require',
  resolveId: {
    filter: { id: /^(?:node:)?http$/ },
    handler: (_id, _importer, { kind }) =>
      kind === 'import-statement' ? `\0/${httpModule}` : null,
  },
  load: {
    filter: { id: new RegExp(`${httpModule}$`) },
    handler: () => `
      import { createRequire } from 'node:module';
      const http = createRequire(import.meta.url)('node:http');
      export default http;
      export const { ${httpExports.join(', ')} } = http;`,
  },
};

/**
 * graphql-jit imports a JSON serializer with a schema validator (300 kB) only for `customJSONSerializer`, which is
 * unused here.
 */
const omitJsonSerializer: Plugin = {
  name: 'omit-json-serializer',
  resolveId: {
    filter: { id: /^fast-json-stringify$/ },
    handler: () => '\0/node_modules/left-out/fast-json-stringify',
  },
  load: {
    filter: { id: /left-out\/fast-json-stringify$/ },
    handler: () => `
      export default () => {
        throw new Error('The serializer of JSON is left out of the build (server/rolldown.config.ts)');
      };`,
  },
};

export default defineConfig({
  input: resolve(root, 'server/main.ts'),
  platform: 'node',
  tsconfig: false,
  // Apollo looks up Node's hash functions by `module.require`, which a bundle lacks; without them it hashes in
  // JavaScript.
  transform: { define: { 'module.require': 'require' } },
  external: [
    // Packages that read their own files or contain native code.
    /^(?:sharp|pino|pino-pretty)(?:\/|$)/,
    // Loaded on demand.
    /^(?:nodemailer|openai)(?:\/|$)/,
    // Optional dependencies of packages: database drivers, accelerators, a compiler.
    /^(?:better-sqlite3|sqlite3|mysql2?|mariadb|oracledb|tedious|pg-query-stream|pg-native|typescript)(?:\/|$)/,
  ],
  plugins: [sourceImportMeta, httpByRequire, omitJsonSerializer, minifyPackages],
  output: {
    dir: built,
    cleanDir: true,
    format: 'esm',
    entryFileNames: 'main.js',
    chunkFileNames: '[name].js',
    // V8 keeps the source of the program in memory.
    comments: { legal: true, annotation: false, jsdoc: false },
    minify: {
      compress: false,
      mangle: false,
      codegen: { ...codegenOptions, removeWhitespace: false },
    },
    codeSplitting: { groups: packages },
  },
});
