// Search for pasted addresses over the demo catalogue.
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { ask, openSearch } from '../../../testing/searchFixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { titleIn, type KnowledgeItem, type SearchInput } from './items.ts';

let database: TestDatabase;
let user: Member;
let admin: Member;
let tx: ReturnType<typeof openSearch>;

const titlesOf = (items: readonly KnowledgeItem[]): string[] =>
  items.map((item) => titleIn('en', item));
const search = async (text: string, given: Partial<SearchInput> = {}, viewer: Member = user) => {
  const { items, near, total, unsure, correctedTo } = await tx.page(
    viewer,
    ask({ search: text, ...given }),
  );
  return { items: titlesOf(items), near: titlesOf(near), total, unsure, correctedTo };
};

beforeAll(async () => {
  database = await createTestDatabase('demo');
  user = await aMember(database.db);
  admin = await anAdmin(database.db);
  await anItem(database.db, {
    titleEn: 'Hidden tool',
    sourceUrl: 'https://hidden-tool.example.com/',
    adminVisibility: 'hidden',
  });
  await anItem(database.db, {
    titleEn: 'Called otherwise',
    sourceUrl: 'https://x7.example.org/app',
  });
  tx = openSearch(database.db);
});
afterAll(() => database.drop());

test('finds only the item of the page for a pasted address', async () => {
  for (const [text, title] of [
    ['https://www.midjourney.com/?utm_source=chat', 'Midjourney'],
    ['midjourney.com', 'Midjourney'],
    ['  HTTPS://Midjourney.com/ ', 'Midjourney'],
    ['https://github.com/features/copilot#pricing', 'GitHub Copilot'],
    ['https://x7.example.org/app/', 'Called otherwise'],
  ] as const)
    expect({ text, ...(await search(text)) }).toMatchObject({
      text,
      items: [title],
      total: 1,
      unsure: false,
      correctedTo: null,
    });
});

test('shows other pages of the site as near, on the first page only, not in exact searches', async () => {
  const gemini = await search('https://gemini.google.com/');
  expect(gemini).toMatchObject({ items: ['Gemini'], total: 1 });
  expect(gemini.near).toContain('NotebookLM');
  expect(gemini.near).not.toContain('Gemini');
  expect((await search('https://gemini.google.com/', { page: 1 })).near).toEqual([]);
  expect(await search('https://gemini.google.com/', { exact: true })).toMatchObject({
    items: ['Gemini'],
    near: [],
  });
});

test('finds items of the site for an unknown page, as uncertain', async () => {
  const found = await search('https://www.adobe.com/products/illustrator.html');
  expect(found.unsure).toBe(true);
  expect(found.items).toEqual(expect.arrayContaining(['Adobe Photoshop', 'Adobe Firefly']));
  expect(found.total).toBe(found.items.length);
});

test('ranks the nearest address first, also after a known page and in suggestions', async () => {
  for (let place = 0; place < 14; place += 1)
    await anItem(database.db, {
      titleEn: `Suite ${place}`,
      sourceUrl: `https://s${place}.suite29.com/`,
    });
  await anItem(database.db, {
    titleEn: 'Deep nearest',
    sourceUrl: 'https://deep.suite29.com/a/b/c',
  });
  const address = 'https://deep.suite29.com/a/b/x';
  const found = await search(address);
  expect(found).toMatchObject({ unsure: true, total: 15 });
  expect(found.items.slice(0, 2)).toEqual(['Deep nearest', 'Suite 0']);
  expect((await search(address, { page: 1 })).items).toEqual(['Suite 11', 'Suite 12', 'Suite 13']);
  expect((await search(address, { sortBy: 'title', sortOrder: 'asc' })).items[0]).toBe(
    'Deep nearest',
  );
  const [first] = await tx.suggestions(user, address, 'en');
  expect(first).toMatchObject({ type: 'popular', text: 'Deep nearest' });
  await anItem(database.db, { titleEn: 'Deep', sourceUrl: 'https://deep.suite29.com/a/b' });
  expect((await search('https://deep.suite29.com/a/b')).near[0]).toBe('Deep nearest');
  expect((await search('https://deep.suite29.com/a/b', { page: 1 })).near).toEqual([]);
});

test('finds a hidden item by its address for admins only', async () => {
  expect((await search('hidden-tool.example.com')).items).not.toContain('Hidden tool');
  expect((await search('hidden-tool.example.com', {}, admin)).items).toEqual(['Hidden tool']);
});

test('applies filters, counts and suggestions to the page too', async () => {
  const [tag] = await tx.tagCounts(user, ask({ search: 'midjourney.com' }));
  expect(tag).toMatchObject({ count: 1 });
  expect(await search('midjourney.com', { tags: [tag!.tag] })).toMatchObject({
    items: ['Midjourney'],
  });
  expect(await search('midjourney.com', { tags: ['audio'] })).toMatchObject({ total: 0 });
  const suggested = await tx.suggestions(user, 'https://midjourney.com/explore', 'en');
  expect(suggested.filter(({ type }) => type === 'popular').map(({ text }) => text)).toEqual([
    'Midjourney',
  ]);
});

test('excludes disallowed items by address too', async () => {
  const member = await aMember(database.db, { companyKey: 'gdev' });
  const sourceUrl = (name: string) => `https://${name}.rules29.example/`;
  for (const verdict of ['yes', 'no']) {
    const item = await anItem(database.db, { titleEn: verdict, sourceUrl: sourceUrl(verdict) });
    await database.db('data_rules').insert({
      item_id: item.id,
      company_key: 'gdev',
      tier: 'team',
      status: 'approved',
      version: 1,
      verdicts: JSON.stringify({ source_code: { verdict } }),
    });
  }
  expect(await search(sourceUrl('yes'), { allowedFor: ['source_code'] }, member)).toMatchObject({
    items: ['yes'],
    total: 1,
    near: [],
  });
  expect(await search(sourceUrl('no'), { allowedFor: ['source_code'] }, member)).toMatchObject({
    items: [],
    total: 0,
  });
});
