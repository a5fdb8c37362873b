// Complete list of the people who use an item, over GraphQL and REST, page by page.
import { anItem, aMember } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
let itemId: number;
const names = Array.from({ length: 24 }, (_unused, place) => `Liker ${place}`);

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app.database;
  itemId = (await anItem(db, { titleEn: 'Liked by many' })).id;
  for (const [place, name] of names.entries()) {
    const { user } = await aMember(db);
    await db('users').where({ id: user.id }).update({ name });
    await db('item_likes').insert({
      item_id: itemId,
      user_id: user.id,
      created_at: new Date(Date.UTC(2026, 9, 1, 0, place)),
    });
  }
});
afterAll(() => app.close());

const latestFirst = names.toReversed();

test('the field names the latest twenty of 24; the pages name all, each once', async () => {
  const person = await app.signedIn();
  const asked = await person.graphql<{
    knowledgeItem: { likes: { count: number; users: { name: string }[] } };
  }>('query ($id: ID!) { knowledgeItem(id: $id) { likes { count users { name } } } }', {
    id: String(itemId),
  });
  const { likes } = asked.body.data!.knowledgeItem;
  expect(likes.count).toBe(24);
  expect(likes.users.map(({ name }) => name)).toEqual(latestFirst.slice(0, 20));

  const found: string[] = [];
  for (const page of [0, 1, 2]) {
    const { status, body } = await person.call<{ data: { name: string }[]; total: number }>(
      'GET',
      `/api/v1/knowledge/${itemId}/likes?page=${page}&perPage=10`,
    );
    expect([status, body.total]).toEqual([200, 24]);
    found.push(...body.data.map(({ name }) => name));
  }
  expect(found).toEqual(latestFirst);
});

interface Likes {
  count: number;
  users: { name: string }[];
  hasMore: boolean;
  allUsersPath: string | null;
}

async function searchedLikes(person: Caller, title: string): Promise<Likes> {
  const { body } = await person.call<{ data: { titleEn: string; likes: Likes }[] }>(
    'GET',
    `/api/v1/knowledge/search?search=${encodeURIComponent(title)}`,
  );
  return body.data.find(({ titleEn }) => titleEn === title)!.likes;
}

test('the field says that there are more than twenty, and its path leads to all of them', async () => {
  const person = await app.signedIn();
  const overGraphql = await person.graphql<{ knowledgeItem: { likes: Likes } }>(
    'query ($id: ID!) { knowledgeItem(id: $id) { likes { hasMore allUsersPath } } }',
    { id: String(itemId) },
  );
  const likes = await searchedLikes(person, 'Liked by many');
  const more = { hasMore: true, allUsersPath: `/api/v1/knowledge/${itemId}/likes` };
  expect(overGraphql.body.data!.knowledgeItem.likes).toEqual(more);
  expect(likes).toMatchObject(more);
  const all = await person.call<{ data: { name: string }[] }>(
    'GET',
    `${likes.allUsersPath}?perPage=100`,
  );
  expect(all.body.data.map(({ name }) => name)).toEqual(latestFirst);
});

test('the field says when it names everybody, at exactly twenty too', async () => {
  const { db } = app.database;
  const { id } = await anItem(db, { titleEn: 'Liked by exactly twenty' });
  const people = await db('item_likes').where({ item_id: itemId }).limit(20).select('user_id');
  await db('item_likes').insert(people.map(({ user_id }) => ({ item_id: id, user_id })));
  const person = await app.signedIn();
  const likes = await searchedLikes(person, 'Liked by exactly twenty');
  expect([likes.count, likes.users.length]).toEqual([20, 20]);
  expect(likes).toMatchObject({ hasMore: false, allUsersPath: null });
});

test.each([
  ['perPage=101', 400],
  ['page=10001', 400],
  ['page=-1', 400],
])('%s is refused', async (query, status) => {
  const person = await app.signedIn();
  const answer = await person.call('GET', `/api/v1/knowledge/${itemId}/likes?${query}`);
  expect(answer.status).toBe(status);
});

test('a hidden item has no likers for a user, and a visitor is asked to sign in', async () => {
  const { id } = await anItem(app.database.db, { adminVisibility: 'hidden' });
  const person = await app.signedIn();
  const path = (item: number) => `/api/v1/knowledge/${item}/likes`;
  expect((await person.call('GET', path(id))).status).toBe(404);
  expect((await app.visitor().call('GET', path(itemId))).status).toBe(401);
});

test('what the field leaves out is told where it is read', async () => {
  const { body } = await app.visitor().call('GET', '/api/v1/openapi.json');
  expect(JSON.stringify(body)).toContain('fewer than `count` for a popular item');
});
