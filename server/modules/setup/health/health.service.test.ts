import type { HealthPart, HealthProbe } from '../../../shared/healthProbe.ts';
import { createHealth } from './health.service.ts';

/** Health probes; the external one answers when it is told to, or never. */
function openParts({ database = 'ok' }: { database?: HealthPart['state'] } = {}) {
  const google = Promise.withResolvers<HealthPart['state']>();
  const probes: HealthProbe[] = [
    { name: 'database', isVital: true, check: async () => database },
    { name: 'mail', isVital: false, check: async () => ({ state: 'off', detail: 'not set up' }) },
    { name: 'google', isVital: false, isOutside: true, check: () => google.promise },
  ];
  const startedAt = new Date('2026-01-01T00:00:00Z');
  const health = createHealth({
    probes,
    version: '1',
    build: 'a',
    startedAt,
    clock: () => startedAt,
  });
  return { health, google };
}

const states = (parts: readonly HealthPart[]) => parts.map(({ name, state }) => `${name} ${state}`);

test('is ready while an external part has not answered, and includes its last result later', async () => {
  const { health, google } = openParts();
  const checked = health.check();
  const ready = await health.ready();
  expect(ready.status).toBe('ok');
  expect(states(ready.parts)).toEqual(['database ok', 'mail off']);

  google.resolve('failing');
  const whole = await checked;
  expect(whole.status).toBe('ok');
  expect(states(whole.parts)).toEqual(['database ok', 'mail off', 'google failing']);
  expect(states((await health.ready()).parts)).toEqual(states(whole.parts));
});

test('is not ready while a vital part fails', async () => {
  const { health } = openParts({ database: 'failing' });
  expect((await health.ready()).status).toBe('failing');
});
