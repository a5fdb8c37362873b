// Which searches are wishes, and when they are counted: on the real database.
import { limits } from '../../limits.ts';
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Member } from '../accounts/accounts.ts';

let database: TestDatabase;
let user: Member;
beforeEach(async () => {
  database = await createTestDatabase();
  user = await aMember(database.db);
});
afterEach(() => database.drop());

const window = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;
/** Each call in a process of its own. */
const ask = (search: string, given = {}) => {
  const { services } = createTestServices(database.db);
  return services.knowledge.search(user, { ...window, search, ...given });
};
const counted = () => database.db('zero_result_searches').orderBy('text').select('text', 'count');
const watched = () => database.db('wishes').orderBy('text').pluck('text');

const wish = 'гравицаппа цеха';
/** As it is typed, with a letter too many that is taken back. */
const typed = [
  ...Array.from(wish, (_letter, end) => wish.slice(0, end + 1)),
  `${wish}а`,
  wish,
].filter((text) => text.trim() === text);

test('a search that is typed is one wish, that at which its person stopped, in several processes too', async () => {
  for (const text of typed) await ask(text, { settled: false });
  expect(await counted()).toEqual([]);
  expect((await ask(wish)).isWish).toBe(true);
  expect(await counted()).toEqual([{ text: wish, count: 1 }]);
});

test('what is being typed takes nothing of the texts of a day, nor a search that somebody waits for', async () => {
  await database.db.raw(
    `insert into zero_result_searches (day, language, text)
     select (now() at time zone 'UTC')::date, 'en', 'wish ' || number from generate_series(1, ?) as number`,
    [limits.searchTextsPerDay - 1],
  );
  const { services } = createTestServices(database.db);
  await services.watches.watch(user, { search: 'гравиц' });
  for (const text of typed) await ask(text, { settled: false });
  await ask(wish);
  expect(await counted()).toContainEqual({ text: wish, count: 1 });
  expect(await watched()).toContain('гравиц');
});

test('who asks without saying that they type is counted at once, as agents and other tools do', async () => {
  await ask('гравицаппа');
  await ask('гравицаппа', { settled: true });
  expect(await counted()).toEqual([{ text: 'гравицаппа', count: 2 }]);
});

test.each([
  ['гравицаппа', {}, true],
  ['https://nowhere.example/secret?token=1', {}, true],
  ['погода завтра', {}, false],
  ['book flights to cyprus', {}, false],
  // No key, and put together here: the project holds nothing that looks like one.
  [`мой ключ ${'sk'}-proj-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3xR6uD9oS2k`, {}, false],
  ['12345', {}, false],
  ['к', {}, false],
  ['claude', {}, false],
  ['гравицаппа', { page: 1 }, false],
  ['гравицаппа', { exact: true }, false],
  ['гравицаппа', { verified: true }, false],
  ['гравицаппа', { tags: ['none'] }, false],
  ['гравицаппа', { concepts: ['voiceover'] }, false],
  ['гравицаппа', { usedHere: true }, false],
  ['гравицаппа', { addedLately: true }, false],
  ['гравицаппа', { allowedFor: ['public_material'] }, false],
])('it says of a search whether it is counted: %s %j', async (text, given, isWish) => {
  await anItem(database.db, { titleEn: 'Claude' });
  expect((await ask(text, { ...given, settled: false })).isWish).toBe(isWish);
  expect(await counted()).toEqual([]);
  expect((await ask(text, given)).isWish).toBe(isWish);
  expect(await counted()).toHaveLength(isWish ? 1 : 0);
});

test('an admin is told the same', async () => {
  const { services } = createTestServices(database.db);
  const admin = await anAdmin(database.db);
  const page = await services.knowledge.search(admin, { ...window, search: 'погода завтра' });
  expect(page.isWish).toBe(false);
});
