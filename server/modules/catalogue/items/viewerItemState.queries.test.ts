// Viewer state of items: each fact for one viewer and for many at once.
import type { Knex } from 'knex';
import { openDatabase } from '../../../database/connection.ts';
import { aMember, anAdmin, anItem, aUseCase } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { pageTier } from '../../access/dataRules/preloadedRules.ts';
import { findViewerItemStates } from './viewerItemState.queries.ts';

let database: TestDatabase;
let db: Knex;
let reader: Member;
let colleague: Member;

beforeAll(async () => {
  database = await createTestDatabase();
  // A single connection, whose prepared statements the test can inspect.
  db = openDatabase(database.url, { poolMax: 1 });
  reader = await aMember(db);
  colleague = await aMember(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const now = async () => {
  const { rows } = await db.raw<{ rows: { snapshot: string }[] }>(
    'select pg_current_snapshot()::text as snapshot',
  );
  return { engine: null, snapshot: rows[0]!.snapshot };
};

test('returns current likes, use cases, requests and rules of the reader and the company', async () => {
  const ids: number[] = [];
  for (let place = 0; place < 6; place += 1) ids.push((await anItem(db)).id);
  const [liked, written, requested, ruled, hidden, removed] = ids as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const like = (member: Member, id: number) =>
    db('item_likes').insert({ user_id: member.user.id, item_id: id });
  await like(reader, liked);
  await like(colleague, written);
  const caseOf = (member: Member) => aUseCase(db, { itemId: written, userId: member.user.id });
  await caseOf(reader);
  await caseOf(reader);
  await caseOf(colleague);
  const gone = await caseOf(reader);
  await db('use_cases').where({ id: gone.id }).update({ deleted_at: new Date() });
  const request = (member: Member, id: number, status: string) =>
    db('access_requests').insert({
      user_id: member.user.id,
      item_id: id,
      service: 'It',
      subscription_type: 'pro',
      features: 'All',
      status,
    });
  await request(reader, requested, 'requested');
  await request(reader, liked, 'withdrawn');
  await request(colleague, ruled, 'requested');
  const rule = (id: number, company: string, reviewBy: number) =>
    db('data_rules').insert({
      item_id: id,
      company_key: company,
      tier: pageTier,
      status: 'approved',
      review_by: db.raw(`(now() at time zone 'UTC')::date + ?::integer`, [reviewBy]),
    });
  const company = reader.company!.key;
  const another = (await db('companies')
    .whereNot({ key: company })
    .orderBy('key')
    .first('key')) as {
    key: string;
  };
  await rule(ruled, company, -1);
  await rule(liked, company, 0);
  await rule(requested, another.key, -1);
  await db('items').where({ id: hidden }).update({ admin_visibility: 'hidden' });
  await db('items').where({ id: removed }).update({ removed_at: new Date() });

  const order = ids.toReversed();
  const [{ rows }, ofAdmin, ofNobody] = await Promise.all([
    findViewerItemStates(db, reader, order, await now()),
    findViewerItemStates(db, await anAdmin(db), order, await now()),
    findViewerItemStates(db, { kind: 'visitor' }, order, await now()),
  ]);
  const told = rows.map(({ id, isLiked, ownUseCasesCount, page }) => ({
    id,
    isLiked,
    ownUseCasesCount,
    hasRule: page!.rule !== null,
    isPastReview: page!.rule?.is_past_review ?? false,
    hasRequest: page!.hasRequest,
  }));
  const nothing = {
    isLiked: false,
    ownUseCasesCount: 0,
    hasRule: false,
    isPastReview: false,
    hasRequest: false,
  };
  expect(told).toEqual([
    { ...nothing, id: ruled, hasRule: true, isPastReview: true },
    { ...nothing, id: requested, hasRequest: true },
    { ...nothing, id: written, ownUseCasesCount: 2 },
    { ...nothing, id: liked, isLiked: true, hasRule: true },
  ]);
  expect(ofAdmin.rows.map(({ id }) => id)).toEqual([hidden, ruled, requested, written, liked]);
  expect(ofNobody.rows.map(({ id, isLiked }) => [id, isLiked])).toEqual(
    [ruled, requested, written, liked].map((id) => [id, false]),
  );
});

test('returns an item once when it is requested twice', async () => {
  const [first, second] = [await anItem(db), await anItem(db)];
  const { rows } = await findViewerItemStates(
    db,
    reader,
    [second.id, first.id, second.id],
    await now(),
  );
  expect(rows.map(({ id }) => id)).toEqual([second.id, first.id]);
});
