// Runs a test file as Jest does, but lets Node load it. Jest loads all modules anew for every file, into a context of the
// file's own: for the server that took longer than most tests, and the code never got warm. Loaded by Node they are loaded
// once in a worker. The server keeps nothing in its modules that one file could leave to the next.
// Whoever imports '@jest/globals', for fake timers or spies on what is global, has Jest's own context, and so has every file
// while Jest watches: Node would not load again what has changed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

const runAsJest = circus.default;
const require = createRequire(import.meta.url);

const wantsJestsContext = (globalConfig, testPath) =>
  globalConfig.watch ||
  globalConfig.watchAll ||
  readFileSync(testPath, 'utf8').includes("'@jest/globals'");

/** The part of Jest that knows `test` and `expect`: Jest asks for it once per file, and each file needs it in its first state. */
function loadAnew(path) {
  delete require.cache[path];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  return require(path);
}

/** Jest's test runner (`testRunner` in the configuration). */
export default function run(globalConfig, config, environment, runtime, testPath, send) {
  if (wantsJestsContext(globalConfig, testPath))
    return runAsJest(globalConfig, config, environment, runtime, testPath, send);
  globalThis.console = environment.global.console;
  const loadedByNode = Object.create(runtime, {
    requireInternalModule: { value: loadAnew },
    setGlobalsForRuntime: { value: (globals) => Object.assign(globalThis, globals) },
    unstable_shouldLoadAsEsm: { value: () => true },
    unstable_importModule: { value: (path) => import(pathToFileURL(path).href) },
  });
  const settings = { ...config, injectGlobals: false };
  return runAsJest(globalConfig, settings, environment, loadedByNode, testPath, send);
}
