/** The server in one file and its packages in another: a start reads those in place of two thousand modules. */
import http from 'node:http';
import { dirname, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import { minify } from 'rolldown/utils';

const root = resolve(import.meta.dirname, '..');
const built = resolve(root, 'dist/server');

/** Files beside a module of ours (data, texts) are read where the module stands, not where it is built to. */
const whereItStands: Plugin = {
  name: 'where-it-stands',
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

/** What Apollo reads to report to its makers, which nobody asked for. */
const reports =
  /[\\/]@(?:protobufjs|apollo[\\/](?:usage-reporting|utils.usagereporting|protobufjs|server[\\/].*(?:Reporting|inlineTrace|traceTree)))/;

/**
 * The packages of a process in one file, and in files of their own those that wait for the first who needs them.
 * The first takes what those behind it need as well, such as zod. Below a folder of this name Node does not warn of what packages use: it is for their authors to mend.
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

/** Of a text with one letter that is not Latin a process keeps two bytes of each that there are. */
const letters = { asciiOnly: true };

/**
 * A process keeps the text of its program, and where each of its lines ends: packages stand in one line, with short names of
 * what is local to a function, 5 MB less. Functions and classes keep their names, and a stack says the column; ours stays as it is
 * written.
 */
const packagesInOneLine: Plugin = {
  name: 'packages-in-one-line',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !packageNames.has(chunk.name)) continue;
      const { code, errors } = await minify(chunk.fileName, chunk.code, {
        module: true,
        compress: false,
        mangle: { keepNames: { function: true, class: true } },
        codegen: { ...letters, removeWhitespace: true, legalComments: 'inline' },
      });
      if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
      chunk.code = code;
    }
  },
};

/**
 * `import` of node:http reads all that it offers, the WebSocket among it, and so loads Node's own undici: 20 ms of a start. `require` leaves
 * that alone.
 */
const required = 'node_modules/required/http';
const offered = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, { get }]) => !get)
  .map(([name]) => name);
const httpAlone: Plugin = {
  name: 'http-alone',
  resolveId: {
    filter: { id: /^(?:node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'import-statement' ? `\0/${required}` : null),
  },
  load: {
    filter: { id: new RegExp(`${required}$`) },
    handler: () => `
      import { createRequire } from 'node:module';
      const http = createRequire(import.meta.url)('node:http');
      export default http;
      export const { ${offered.join(', ')} } = http;`,
  },
};

/**
 * graphql-jit would read a writer of JSON with a validator of schemas, which nobody here asks it for (`customJSONSerializer`): 300 kB of
 * text, and all that it sets up.
 */
const serializerLeftOut: Plugin = {
  name: 'serializer-left-out',
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
  // By it Apollo asks for Node's own hash; a bundle has no such module, and the package would work it out in JavaScript.
  transform: { define: { 'module.require': 'require' } },
  external: [
    // They read files of their own, or are made for one kind of machine.
    /^(?:sharp|pino|pino-pretty)(?:\/|$)/,
    // They wait for the first who needs them.
    /^(?:nodemailer|openai)(?:\/|$)/,
    // What packages would take where it is installed: drivers of other databases, accelerators, a compiler.
    /^(?:better-sqlite3|sqlite3|mysql2?|mariadb|oracledb|tedious|pg-query-stream|pg-native|typescript)(?:\/|$)/,
  ],
  plugins: [whereItStands, httpAlone, serializerLeftOut, packagesInOneLine],
  output: {
    dir: built,
    cleanDir: true,
    format: 'esm',
    entryFileNames: 'main.js',
    chunkFileNames: '[name].js',
    // A process keeps the text of its program.
    comments: { legal: true, annotation: false, jsdoc: false },
    minify: {
      compress: false,
      mangle: false,
      codegen: { ...letters, removeWhitespace: false },
    },
    codeSplitting: { groups: packages },
  },
});
