// List of items with their problems, over the API.
import { anItem } from '../../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';

let app: TestApp;
let admin: Caller;
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app.database;
  admin = await app.signedIn({ email: 'admin@gdev.example', name: 'Admin', isAdmin: true });
  const both = {
    titleRu: 'Полный',
    descriptionRu: 'Текст',
    descriptionEn: 'Text',
    imageUrl: 'https://pictures.example.com/one.png',
  };
  const add = async (name: string, given: Parameters<typeof anItem>[1] = {}) => {
    ids[name] = (await anItem(db, { titleEn: name, ...both, ...given })).id;
    await db('items').where('id', ids[name]).update({ use_cases_count: 1 });
    await db('data_rules').insert({
      item_id: ids[name],
      company_key: 'gdev',
      tier: 'team',
      verdicts: { public_material: { verdict: 'yes' } },
    });
  };
  await add('Whole');
  await add('Hidden', { adminVisibility: 'hidden' });
  await add('Broken', { sourceUrl: 'https://broken.example.com/' });
  await add('Moved', { sourceUrl: 'https://moved.example.com/' });
  await add('100% plain', { titleRu: null, imageUrl: null });
  await add('Removed', { imageUrl: null });
  await db('items').where('id', ids['Removed']!).update({ removed_at: new Date() });
  await db('items').where('id', ids['100% plain']!).update({ use_cases_count: 0, likes_count: 3 });
  // A rule without verdicts does not count.
  await db('data_rules').where('item_id', ids['100% plain']!).update({ verdicts: {} });
  const checked = { checked_at: new Date(), state: 'broken', status: '404' };
  await db('link_checks').insert([
    { ...checked, item_id: ids['Broken'], url: 'https://broken.example.com/' },
    // A check of a former address.
    { ...checked, item_id: ids['Moved'], url: 'https://former.example.com/' },
  ]);
  await db('complaints').insert([
    { item_id: ids['Broken'], complaint_type: 'broken_link' },
    { item_id: ids['Moved'], complaint_type: 'spam', status: 'rejected' },
  ]);
});
afterAll(() => app.close());

interface Listed {
  items?: { item: { titleEn: string }; problems: string[] }[];
  total?: number;
  counts?: { problem: string; count: number }[];
}
const ask = (query: string) =>
  admin.call<Listed>('GET', `/api/v1/knowledge/problems?perPage=2${query}`);
const list = async (query = '') => (await ask(query)).body;

test('lists all items with problems, hidden ones too, the most used first', async () => {
  const { items, total, counts } = await list();
  expect(total).toBe(5);
  expect(items).toMatchObject([
    {
      item: { titleEn: '100% plain' },
      problems: ['noRules', 'oneLanguage', 'noPicture', 'noUseCases'],
    },
    { item: { titleEn: 'Whole' }, problems: [] },
  ]);
  expect(Object.fromEntries((counts ?? []).map(({ problem, count }) => [problem, count]))).toEqual({
    hidden: 1,
    brokenLink: 1,
    openReports: 1,
    noRules: 1,
    oneLanguage: 1,
    noPicture: 1,
    noUseCases: 1,
  });
});

test('filters by problem, and refuses invalid pages and problems', async () => {
  for (const [query, titles] of [
    ['&problem=hidden', ['Hidden']],
    ['&problem=brokenLink', ['Broken']],
    ['&problem=openReports', ['Broken']],
    ['&search=0%25%20P', ['100% plain']],
    ['&search=BROKEN.example', ['Broken']],
    ['&search=%25', ['100% plain']],
    ['&problem=hidden&search=whole', []],
    ['&page=2', ['Moved']],
  ] as const) {
    const { items } = await list(query);
    expect([query, items?.map(({ item }) => item.titleEn)]).toEqual([query, titles]);
  }
  expect((await ask('&page=10001')).status).toBe(400);
  expect((await ask('&problem=odd')).status).toBe(400);
});
