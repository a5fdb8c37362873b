// Fuzzing of GraphQL and REST: no server error, no leak, no hang (promise T2).
import { runFuzz } from '../fuzzRun.ts';
import { startTestApp, type TestApp } from '../testApp.ts';

const seed = 20_261_001;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('1,500 calls by chance are answered as they must be', async () => {
  const { statuses, faults } = await runFuzz(app, { seed, callsPerTarget: 15 });
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(1_500);
  // Who is not signed in, or is held up, tries nothing: nearly all calls must come in.
  expect(statuses.get(401) ?? 0).toBeLessThan(sent / 10);
  expect(statuses.get(429) ?? 0).toBe(0);
}, 600_000);
