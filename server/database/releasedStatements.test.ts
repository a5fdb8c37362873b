/*
 * R18: the version before goes on serving while a newer one migrates (docs/decisions/0021). What it sends is kept in
 * server/testing/fixtures/releasedStatements.json: each statement of the server of fd6c5b3, as PostgreSQL logged it
 * (log_statement = all) while that version's own tests ran against it, with the values of one call for each insert.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { errorCode } from '../shared/errorCode.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';

interface Released {
  sql: string;
  /** In the text form of PostgreSQL. */
  values?: (string | null)[];
}

const released = JSON.parse(
  readFileSync(join(import.meta.dirname, '../testing/fixtures/releasedStatements.json'), 'utf8'),
) as Released[];

/** Given up on purpose: the search of that server was SQL, and searches of it wait for the upgrade (docs/decisions/0029). */
const isGivenUp = ({ sql }: Released): boolean =>
  /search_(?:page|vocabulary|phrase_key)\(|browse_page\(/.test(sql);

/** What the row refers to is not there, or it is there already: both are judged after the row itself was taken. */
const acceptable = new Set(['23503', '23505']);

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Why the schema refuses a statement; null when it does not. Nothing that it writes stays. */
async function refusalOf(text: string, values: (string | null)[] = []): Promise<string | null> {
  await client.query('begin');
  try {
    await client.query({ text, values });
    return null;
  } catch (error) {
    if (acceptable.has(errorCode(error))) return null;
    return `${error instanceof Error ? error.message : String(error)} ← ${text.slice(0, 200)}`;
  } finally {
    await client.query('rollback');
  }
}

async function refusals(
  statements: readonly Released[],
  ask: (one: Released) => Promise<string | null>,
): Promise<string[]> {
  const all: string[] = [];
  for (const one of statements) {
    const refusal = await ask(one);
    if (refusal) all.push(refusal);
  }
  return all;
}

test('R18: every statement of the released server still means something on this schema', async () => {
  expect(released.length).toBeGreaterThan(150);
  const failed = await refusals(released, async (one) => {
    const { sql } = one;
    const refusal = await refusalOf(`prepare released as ${sql}`);
    // It outlives the transaction.
    await client.query('deallocate all');
    if (!isGivenUp(one)) return refusal;
    return refusal === null ? `given up, and still there: ${sql.slice(0, 200)}` : null;
  });
  expect(failed).toEqual([]);
});

test('R18: every row that the released server writes is still taken', async () => {
  const writes = released.filter((one) => one.values && !isGivenUp(one));
  expect(writes.length).toBeGreaterThan(20);
  const failed = await refusals(writes, ({ sql, values }) => refusalOf(sql, values));
  expect(failed).toEqual([]);
});
