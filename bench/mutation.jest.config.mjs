// Jest configuration of the mutation tests: pure rules only, without a database.
import { join } from 'node:path';
import config from '../jest.config.mjs';

const { transform, extensionsToTreatAsEsm, moduleFileExtensions } = config.projects.find(
  ({ displayName }) => displayName === 'server',
);

export default {
  rootDir: join(import.meta.dirname, '..'),
  transform,
  extensionsToTreatAsEsm,
  moduleFileExtensions,
  testEnvironment: 'node',
  testMatch: [
    '<rootDir>/server/shared/{publicAddress,safeRedirect}.test.ts',
    '<rootDir>/server/modules/access/requests/accessStateMachine.test.ts',
    '<rootDir>/server/modules/feedback/complaints/complaintFixes.test.ts',
    '<rootDir>/server/modules/catalogue/pageAddresses/samePage.test.ts',
    '<rootDir>/server/modules/sync/comparison/{threeWayMerge,runDecision}.test.ts',
    '<rootDir>/server/modules/sync/review/resolution.test.ts',
    '<rootDir>/server/modules/useCases/useCaseAnalysisRules.test.ts',
  ],
};
