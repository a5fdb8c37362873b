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
    '<rootDir>/server/shared/{cronSchedule,publicAddress,safeRedirect}.test.ts',
    '<rootDir>/server/domain/*/{accessSteps,complaintFixes,deliveryTimes,links,normaliseAddress}.test.ts',
    '<rootDir>/server/modules/sync/{compare,desk}/{compare,decide,decision,offers}.test.ts',
    '<rootDir>/server/modules/useCases/useCaseAnalysisRules.test.ts',
  ],
};
