// Jest: the server's tests in Node on a real PostgreSQL, the client's in jsdom against the real schema, the long ones apart.
const swcOptions = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};

const shared = {
  transform: { '^.+\\.tsx?$': ['@swc/jest', swcOptions] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json'],
};

const database = {
  globalSetup: '<rootDir>/server/testing/globalSetup.ts',
  globalTeardown: '<rootDir>/server/testing/globalTeardown.ts',
};

const longTests = '\\.long\\.test\\.ts$';

export default {
  projects: [
    {
      ...shared,
      ...database,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{server,scripts,fakes,bench,codegen,e2e}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', longTests],
    },
    {
      ...shared,
      displayName: 'client',
      testEnvironment: 'jest-fixed-jsdom',
      setupFilesAfterEnv: ['<rootDir>/client/testing/setup.ts'],
      testMatch: ['<rootDir>/client/**/*.test.{ts,tsx}'],
    },
    {
      ...shared,
      ...database,
      displayName: 'long',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{server,scripts}/**/*.long.test.ts'],
    },
  ],
  maxWorkers: '100%',
  // Modules of a test file stay in the memory of its worker (ESM in Jest): a worker that has grown is replaced.
  workerIdleMemoryLimit: '1GB',
  // A guard against tests that hang; a busy machine is not a fault.
  testTimeout: 300_000,
};
