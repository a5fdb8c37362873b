// The feed of a tag on the real database: whoever writes its name another way finds the same one.
import { aMember, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Services } from '../../services.ts';

let database: TestDatabase;
let services: Services;
let secret: string;
beforeAll(async () => {
  database = await createTestDatabase();
  services = createTestServices(database.db).services;
  const { address } = await services.feeds.renew(await aMember(database.db));
  secret = address.split('/').at(-1)!;
});
afterAll(() => database.drop());

const feedOf = (tag: string) => services.feeds.read(secret, { name: 'tag', lang: 'en', tag });
const titles = async (tag: string) => (await feedOf(tag))?.entries.map(({ title }) => title);

test.each([
  ['NFD', 'йога', 'NFC'],
  ['NFC', 'café', 'NFD'],
] as const)(
  'a tag that is kept in %s (%s) is found by its name in %s',
  async (kept, name, other) => {
    const stored = name.normalize(kept);
    await anItem(database.db, { titleEn: `Of ${name}`, tags: [stored] });
    expect(stored).not.toBe(name.normalize(other));
    for (const written of [stored, name.normalize(other)])
      expect(await titles(written)).toEqual([`Of ${name}`]);
    const [own, same] = [await feedOf(stored), await feedOf(name.normalize(other))];
    expect(same).toEqual(own);
    expect(own?.link).toContain(new URLSearchParams({ tags: stored }).toString());
  },
);

test('where both ways are kept each is its own, and another tag is none of them', async () => {
  for (const form of ['NFC', 'NFD'] as const)
    await anItem(database.db, { titleEn: form, tags: ['ёлка'.normalize(form)] });
  for (const form of ['NFC', 'NFD'] as const)
    expect(await titles('ёлка'.normalize(form))).toEqual([form]);
  expect(await feedOf('елка')).toBeNull();
});

test('a tag by which a company approves has no feed', async () => {
  await anItem(database.db, { titleEn: 'Approved', tags: ['gdevapproved'] });
  await expect(
    database.db('tags').where({ original_name: 'gdevapproved' }).first('is_approval'),
  ).resolves.toEqual({ is_approval: true });
  expect(await feedOf('gdevapproved')).toBeNull();
});
