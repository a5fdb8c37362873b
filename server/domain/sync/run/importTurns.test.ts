// A look at many rows leaves others their turns; the clock is the test's own, the database real.
import { performance } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { openUploadedFiles } from '../../../integrations/bookmarkFile/bookmarkFile.ts';
import type { Services } from '../../../services.ts';
import { anAdmin } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Member } from '../../accounts/accounts.ts';

let database: TestDatabase;
let services: Services;
let admin: Member;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ services } = createTestServices(database.db));
  admin = await anAdmin(database.db);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await services.sync.close();
  await database.drop();
});

const preview = (lines: readonly string[]) => {
  const text = ['id,title,url,tags,excerpt', ...lines].join('\n');
  const source = openUploadedFiles(
    [{ name: 'own.csv', bytes: Buffer.from(text) }],
    new Date('2026-01-01'),
  );
  return services.sync.preview(admin, { source, signal: new AbortController().signal });
};

test('every loop over the rows of a file leaves everybody else a turn', async () => {
  const rows = 800;
  // A millisecond goes by whenever somebody looks at the clock: between two rows of each loop.
  let at = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (at += 1));
  // Nobody else is busy: a rest is a turn for everybody, and no pause.
  const used = { active: 0, idle: 0, utilization: 0 };
  jest.spyOn(performance, 'eventLoopUtilization').mockReturnValue(used);
  const rests = jest.spyOn(globalThis, 'setImmediate');
  const { newTags } = await preview(
    Array.from({ length: rows }, (_, n) => `${n + 1},T ${n},https://t${n}.example.com/,a,`),
  );
  const count = rests.mock.calls.length;
  expect(newTags).toEqual(['a']);
  // Taking the file apart, and of each row its plain address, what a run would do, its keys, and its twins.
  expect(count).toBeGreaterThanOrEqual(5 * Math.floor(rows / 9));
});

/** Looks at so many rows while somebody else is busy and each statement takes so long: what happened, and how long the rests were. */
async function lookBesideOthers(rows: number, statementMs: number) {
  let at = 0;
  let active = 0;
  let restedMs = 0;
  const told: string[] = [];
  jest.spyOn(performance, 'now').mockImplementation(() => at);
  jest.spyOn(performance, 'eventLoopUtilization').mockImplementation((before) => ({
    active: (active += 1) - (before?.active ?? 0),
    idle: 0,
    utilization: 0,
  }));
  const { setTimeout: later } = globalThis;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
    done: () => void,
    ms: number,
    ...rest: []
  ) => {
    if (ms > 2_000) return later(done, ms, ...rest);
    at += ms;
    restedMs += ms;
    told.push('rest');
    return later(done, 0);
  }) as unknown as typeof setTimeout);
  const asked = ({ sql }: { sql: string }) => {
    at += statementMs;
    if (sql.includes('item_name_key')) told.push('twins');
    if (sql.includes('bookmark_id = any')) told.push('known');
  };
  database.db.on('query', asked);
  try {
    await preview(
      Array.from({ length: rows }, (_, n) => `${n + 1},T ${n},https://t${n}.example.com/,a,`),
    );
  } finally {
    database.db.off('query', asked);
  }
  return {
    told: told
      .join(' ')
      .replaceAll(/(?:rest ?)+/g, 'rest ')
      .trim(),
    restedMs,
  };
}

test('a look rests behind every part that it asks the database about, as long as somebody else is busy', async () => {
  const { told } = await lookBesideOthers(5_001, 2);
  expect(told.replace(/^known known/, 'known rest known')).toBe(
    `${'known rest '.repeat(11)}${'twins rest '.repeat(11)}`.trim(),
  );
});

test('the rests of a look behind its reading add up to a bound, however slow the database is', async () => {
  const { restedMs } = await lookBesideOthers(4_001, 30);
  expect(Math.round(restedMs)).toBe(1_050);
});
