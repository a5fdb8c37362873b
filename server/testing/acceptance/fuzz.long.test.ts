// Random calls over GraphQL and REST cause no server error, no leak and no hang (guarantee T2).
import { runFuzz } from '../fuzzRun.ts';
import { startTestApp, type TestApp } from '../testApp.ts';

const seed = 20_261_001;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('answers 1,500 random calls without a fault', async () => {
  const { statuses, faults } = await runFuzz(app, { seed, callsPerTarget: 15 });
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(1_500);
  // Refused calls test nothing: nearly all calls must be signed in and under the rate limits.
  expect(statuses.get(401) ?? 0).toBeLessThan(sent / 10);
  expect(statuses.get(429) ?? 0).toBe(0);
}, 600_000);
