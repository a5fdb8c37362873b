// Removal and loading of the demo on a real database; work of real users is never lost.
import { aMember, anAdmin, anItem, aUser, aUseCase } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Member } from '../people/accounts/accounts.ts';
import type { MergeInput } from '../curation/duplicates/duplicateMerges.ts';
import type { Services } from '../../composition.ts';

let database: TestDatabase;
let services: Services;
let admin: Member;
let person: Member;

const env = { DEVELOPER_SIGN_IN: 'true' };

beforeEach(async () => {
  database = await createTestDatabase('demo');
  ({ services } = createTestServices(database.db, { env }));
  admin = await anAdmin(database.db);
  person = await aMember(database.db);
});
afterEach(() => database.drop());

/** Content of the database without times and ids. */
async function inventory() {
  const { rows } = await database.db.raw<{ rows: Record<string, number>[] }>(
    `select (select count(*)::int from items) as items, (select count(*)::int from users where is_demo) as people,
       (select count(*)::int from use_cases) as cases, (select count(*)::int from item_likes) as likes,
       (select count(*)::int from use_case_likes) as case_likes, (select count(*)::int from complaints) as complaints,
       (select coalesce(sum(count), 0)::int from zero_result_searches) as searches, (select count(*)::int from item_tasks) as tasks,
       (select count(*)::int from tags) as tags, (select count(*)::int from item_tags) as item_tags,
       (select count(*)::int from data_rules) as rules`,
  );
  return rows[0]!;
}

const demoItem = async (bookmarkId: number) => {
  const row: { id: number; source_url: string; likes_count: number; use_cases_count: number } =
    await database.db('items').where({ bookmark_id: bookmarkId }).first();
  return row;
};

const rowsOf = (table: string, where: Record<string, unknown>) => database.db(table).where(where);

/** A data rule of an own admin. */
const decide = (itemId: number) =>
  services.dataRules.set(admin, 'royalark', [
    {
      itemId,
      tier: 'enterprise',
      verdicts: [{ dataClass: 'public_material', verdict: 'yes' }],
    },
  ]);

describe('removal of the demo', () => {
  test('removes items, people, searches and tags, and a load restores them', async () => {
    const { db } = database;
    await db('use_case_likes').insert({
      user_id: person.user.id,
      use_case_id: (await db('use_cases').orderBy('id').first()).id,
    });
    const before = await inventory();
    await db('sessions').insert({
      token_hash: Buffer.from('x'),
      user_id: (await db('users').where({ is_demo: true }).orderBy('id', 'desc').first()).id,
      expires_at: new Date(Date.now() + 60_000),
    });
    expect(await services.demo.state(admin)).toMatchObject({
      isLoaded: true,
      choice: null,
      items: before['items'],
    });
    const preview = await services.demo.preview(admin);
    expect(await inventory()).toEqual(before);
    const removal = await services.demo.remove(admin);
    expect(removal).toEqual(preview);
    expect(removal).toMatchObject({
      items: before['items'],
      people: before['people']! - 2,
      peopleStaying: 2,
      sessions: 1,
      suspendedLikes: 1,
      movedItems: [],
      remainingItems: [],
    });
    expect(await inventory()).toEqual({
      items: 0,
      people: 2,
      cases: 0,
      likes: 0,
      case_likes: 0,
      complaints: 0,
      searches: 0,
      tasks: 0,
      tags: 0,
      item_tags: 0,
      rules: 0,
    });
    expect(await services.demo.state(admin)).toMatchObject({ isLoaded: false, choice: 'leave' });
    await services.demo.load(admin);
    expect(await inventory()).toEqual(before);
    expect(await rowsOf('use_case_likes', { user_id: person.user.id })).toHaveLength(1);
    expect(await rowsOf('demo_liked_cases', {})).toEqual([]);
    expect(await services.demo.state(admin)).toMatchObject({ isLoaded: true, choice: 'keep' });
  });

  test('removes all demo people without a developer sign-in, with their tokens', async () => {
    const other = createTestServices(database.db, { env: { DEVELOPER_SIGN_IN: 'false' } });
    const { id } = await aUser(database.db, { isDemo: true });
    await database.db('api_tokens').insert({
      name: 'Tool',
      prefix: 'lo',
      token_hash: Buffer.from('t'),
      scope: 'admin',
      created_by: id,
      expires_at: new Date(Date.now() + 60_000),
    });
    const removal = await other.services.demo.remove(admin);
    expect(removal).toMatchObject({ peopleStaying: 0, apiTokens: 1 });
    expect(await rowsOf('users', { is_demo: true })).toEqual([]);
    expect(await rowsOf('api_tokens', {})).toEqual([]);
  });

  test('happens once, also for two admins at once', async () => {
    const [one, two] = await Promise.all([
      services.demo.remove(admin),
      services.demo.remove(await anAdmin(database.db)),
    ]);
    expect([one.items, two.items].sort((a, b) => a - b)[0]).toBe(0);
    const after = await inventory();
    expect(await services.demo.remove(admin)).toMatchObject({
      items: 0,
      people: 0,
      remainingItems: [],
    });
    expect(await inventory()).toEqual(after);
    expect(await rowsOf('activity', { action: 'demo.removed' })).toHaveLength(1);
    await Promise.all([services.demo.load(admin), services.demo.load(admin)]);
    expect(await rowsOf('activity', { action: 'demo.loaded' })).toHaveLength(1);
  });

  test('is atomic', async () => {
    const before = await inventory();
    await database.db.raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'the end'; end $$;
       create trigger refuse before update of loaded_at on demo_state for each row execute function refuse()`,
    );
    await expect(services.demo.remove(admin)).rejects.toThrow('the end');
    expect(await inventory()).toEqual(before);
    expect(await rowsOf('activity', { subject_type: 'demo' })).toEqual([]);
  });
});

describe('work of a real person on a demo item', () => {
  const doThings = async (itemId: number) => {
    await services.knowledge.like(person, itemId);
    const own = await aUseCase(database.db, { itemId, userId: person.user.id });
    await database.db('complaints').insert({
      item_id: itemId,
      user_id: person.user.id,
      complaint_type: 'other',
      comment: 'Outdated',
    });
    await database.db('access_requests').insert({
      item_id: itemId,
      user_id: person.user.id,
      service: 'It',
      subscription_type: 'pro',
      features: 'All',
    });
    await services.knowledge.update(admin, itemId, { adminNotes: 'Ask Ada' });
    return own.id;
  };

  test('moves to the own item with the address', async () => {
    const chatGpt = await demoItem(1001);
    const useCase = await doThings(chatGpt.id);
    // Only a real person has requested the own item.
    const made: { id: number } = await database.db('users').where({ is_demo: true }).first('id');
    await database.db('access_requests').insert({
      item_id: chatGpt.id,
      user_id: made.id,
      service: 'Made up',
      subscription_type: 'pro',
      features: 'All',
    });
    const own = await anItem(database.db, { sourceUrl: 'http://www.chatgpt.com/?utm_source=x' });
    // Both items have the same complaint and a like of the same person.
    await services.knowledge.like(person, own.id);
    await database.db('complaints').insert({
      item_id: own.id,
      user_id: person.user.id,
      complaint_type: 'other',
      comment: 'Too dear',
    });
    await services.knowledge.update(admin, own.id, { adminNotes: 'Paid' });
    await decide(chatGpt.id);
    const removal = await services.demo.remove(admin);
    expect(removal.remainingItems).toEqual([]);
    expect(removal.movedItems).toEqual([
      expect.objectContaining({
        id: chatGpt.id,
        likes: 1,
        useCases: 1,
        complaints: 1,
        accessRequests: 1,
        hasNotes: true,
        ownItem: expect.objectContaining({ id: own.id }),
      }),
    ]);
    expect(await rowsOf('items', {})).toEqual([
      expect.objectContaining({
        id: own.id,
        likes_count: 1,
        use_cases_count: 1,
        admin_notes: 'Paid\nAsk Ada',
      }),
    ]);
    expect(await rowsOf('use_cases', {})).toEqual([
      expect.objectContaining({ id: useCase, item_id: own.id }),
    ]);
    expect(await rowsOf('complaints', {})).toEqual([
      expect.objectContaining({ item_id: own.id, comment: 'Too dear\nOutdated' }),
    ]);
    expect(await rowsOf('access_requests', {})).toEqual([
      expect.objectContaining({ item_id: own.id, user_id: person.user.id }),
    ]);
    expect(await rowsOf('data_rules', {})).toMatchObject([
      { item_id: own.id, company_key: 'royalark' },
    ]);
  });

  test('keeps the item without an own one of its address, until one is added', async () => {
    const chatGpt = await demoItem(1001);
    await doThings(chatGpt.id);
    const removal = await services.demo.remove(admin);
    expect(removal.movedItems).toEqual([]);
    expect(removal.remainingItems).toEqual([
      expect.objectContaining({ id: chatGpt.id, likes: 1, ownItem: null }),
    ]);
    expect(await rowsOf('items', {})).toEqual([
      expect.objectContaining({ id: chatGpt.id, likes_count: 1, use_cases_count: 1 }),
    ]);
    expect((await rowsOf('complaints', {})).length).toBe(1);
    // Loaded and removed again: it stays the same item.
    await services.demo.load(admin);
    expect((await demoItem(1001)).id).toBe(chatGpt.id);
    await services.demo.remove(admin);
    expect(await rowsOf('items', {})).toHaveLength(1);
  });

  test('keeps the item for each kind alone', async () => {
    const ids: number[] = await database.db('items').orderBy('id').limit(7).pluck('id');
    const [liked, used, unused, reported, requested, noted, ruled] = ids as [number, ...number[]] &
      number[];
    const userId = person.user.id;
    await services.knowledge.like(person, liked);
    await aUseCase(database.db, { itemId: used!, userId });
    await aUseCase(database.db, { itemId: unused!, userId, deletedAt: new Date() });
    await database
      .db('complaints')
      .insert({ item_id: reported, user_id: userId, complaint_type: 'spam' });
    const demoUser: { id: number } = await database
      .db('users')
      .where({ is_demo: true })
      .first('id');
    await database.db('access_requests').insert(
      [userId, demoUser.id].map((user_id) => ({
        item_id: requested,
        user_id,
        service: 'It',
        subscription_type: 'pro',
        features: 'All',
      })),
    );
    await services.knowledge.update(admin, noted!, { adminNotes: 'Ours' });
    await decide(ruled!);
    const { remainingItems } = await services.demo.remove(admin);
    expect(remainingItems.map(({ id }) => id)).toEqual(ids);
    expect(await database.db('items').orderBy('id').pluck('id')).toEqual(ids);
    expect(await rowsOf('item_likes', {})).toHaveLength(1);
    expect(await rowsOf('access_requests', {})).toMatchObject([
      { item_id: requested, user_id: userId },
    ]);
    // The demo's data rules are removed, the admin's are kept.
    expect(await rowsOf('data_rules', {})).toMatchObject([
      { item_id: ruled, company_key: 'royalark', tier: 'enterprise' },
    ]);
  });
});

test('loads the demo without items of existing addresses, and never in production', async () => {
  await services.demo.remove(admin);
  const own = await anItem(database.db, { sourceUrl: 'https://chatgpt.com' });
  const live = createTestServices(database.db, {
    env: {
      APP_ENV: 'production',
      PUBLIC_URL: 'https://loadout.example.com',
      DATABASE_URL: database.url,
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  });
  expect((await live.services.demo.state(admin)).canLoad).toBe(false);
  await expect(live.services.demo.load(admin)).rejects.toMatchObject({ reason: 'demoOff' });
  await services.demo.load(admin);
  expect(await rowsOf('items', { normalised_url: 'chatgpt.com' })).toEqual([
    expect.objectContaining({ id: own.id }),
  ]);
  expect((await services.demo.state(admin)).items).toBeGreaterThan(80);
});

test('asks admins only, while own items exist beside an undecided demo', async () => {
  for (const method of ['remove', 'preview', 'load', 'state'] as const)
    await expect(services.demo[method](person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await services.demo.state(admin)).isQuestionOpen).toBe(false);
  await anItem(database.db);
  expect((await services.demo.state(admin)).isQuestionOpen).toBe(true);
  expect(await services.demo.choose(admin, 'keep')).toMatchObject({
    choice: 'keep',
    isQuestionOpen: false,
  });
  expect((await services.demo.choose(admin, 'leave')).choice).toBe('leave');
  expect(await rowsOf('activity', { action: 'demo.chosen' })).toHaveLength(2);
});

describe('a merged demo item', () => {
  const plain: MergeInput = { take: [], tags: 'kept', bookmark: 'keep' };
  const merge = (kept: number, merged: number) =>
    services.merges.merge(admin, [kept, merged], plain);
  const own = () => anItem(database.db, { sourceUrl: 'https://own.example.com/' });
  const left = async () =>
    (await rowsOf('items', {})).map(({ id }: { id: number }) => id).toSorted((a, b) => a - b);

  test('is removed with its demo target, and so is one of an undone merge', async () => {
    const [first, second, third] = await Promise.all([1001, 1002, 1003].map(demoItem));
    const mine = await own();
    await merge(first!.id, second!.id);
    const { mergeId } = await merge(mine.id, third!.id);
    await services.merges.undo(admin, mergeId);
    await services.demo.remove(admin);
    expect(await left()).toEqual([mine.id]);
  });

  test('is our own after a merge with an own one, over several merges', async () => {
    const [first, second, third] = await Promise.all([1001, 1002, 1003].map(demoItem));
    const [one, two] = [await own(), await own()];
    await merge(first!.id, second!.id);
    await merge(one.id, first!.id);
    await merge(third!.id, two.id);
    await services.demo.remove(admin);
    expect(await left()).toEqual(
      [first, second, third, one, two].map((item) => item!.id).toSorted((a, b) => a - b),
    );
    expect(await services.knowledge.item(person, second!.id)).toMatchObject({ id: one.id });
    expect(await services.knowledge.item(person, two.id)).toMatchObject({ id: third!.id });
  });
});
