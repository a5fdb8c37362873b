// A project for each kind of test (scripts/testKinds.ts): the server's in Node (server/testing/loadOnceRunner.mjs),
// the client's in jsdom against the real SDL.
import { testFilesByKind } from './scripts/testKinds.ts';

const swcOptions = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};
const typeScript = '^.+\\.tsx?$';
const kinds = testFilesByKind();
const project = (kind) => ({
  displayName: kind,
  transform: { [typeScript]: ['@swc/jest', swcOptions] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json'],
  testEnvironment: 'node',
  testMatch: kinds[kind].map((file) => `<rootDir>/${file}`),
});
const loadOnce = { testRunner: '<rootDir>/server/testing/loadOnceRunner.mjs' };
const withDatabase = {
  globalSetup: '<rootDir>/server/testing/globalSetup.ts',
  globalTeardown: '<rootDir>/server/testing/globalTeardown.ts',
};

export default {
  projects: [
    { ...project('unit'), ...loadOnce },
    { ...project('rooms'), ...loadOnce, ...withDatabase },
    { ...project('doors'), ...loadOnce, ...withDatabase },
    { ...project('long'), ...withDatabase },
    {
      ...project('client'),
      transform: { [typeScript]: ['<rootDir>/client/testing/moduleState.mjs', swcOptions] },
      testEnvironment: '<rootDir>/client/testing/jsdomEnvironment.mjs',
      runtime: '<rootDir>/client/testing/keptRuntime.mjs',
      setupFilesAfterEnv: ['<rootDir>/client/testing/setup.ts'],
      moduleNameMapper: {
        '^styled-components$':
          '<rootDir>/node_modules/styled-components/dist/styled-components.browser.esm.js',
      },
    },
  ],
  testSequencer: '<rootDir>/scripts/testSequencer.mjs',
  // Nothing is left open: a worker says `exit` 10 ms after it is told to end. Node then puts away its modules and windows, which
  // takes longer than Jest's half second when all cores are busy, and Jest would speak of a leak and kill it.
  workerGracefulExitTimeout: 10_000,
  // A guard against what hangs; a busy machine is not a fault.
  testTimeout: 300_000,
};
