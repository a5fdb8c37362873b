// What is near where a search finds nothing, through both doors.
import { openDatabase } from '../database/connection.ts';
import { loadDemoCatalogue } from '../demo/load.ts';
import { limits } from '../limits.ts';
import { createLog } from '../shared/log.ts';
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';

const document = `
  query Near($search: String, $perPage: Int! = 12, $page: Int! = 0, $tags: [String!], $verified: Boolean! = false,
      $exact: Boolean! = false) {
    searchKnowledge(search: $search, perPage: $perPage, page: $page, tags: $tags, verified: $verified, exact: $exact) {
      total pageCount correctedTo items { id } matches { itemId }
      near { id titleEn isLiked likesCount adminNotes raindropTags experts { id } }
    }
  }`;

interface Near {
  id: string;
  titleEn: string;
  isLiked: boolean;
  adminNotes: string | null;
  raindropTags: string[];
}

interface Page {
  searchKnowledge: { total: number; correctedTo: string | null; items: object[]; near: Near[] };
}

const russian = 'убрать фон с фото';
const english = 'erase the background behind a person';

let app: TestApp;
let person: Caller & { userId: number };
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  await loadDemoCatalogue(app.database.db, createLog({ level: 'silent' }));
  person = await app.signedIn({ company: 'gdev' });
  admin = await app.signedIn({ email: 'admin@gdev.inc', isAdmin: true });
});
afterAll(() => app.close());

const ask = async (variables: Record<string, unknown>, caller: Caller = person) => {
  const { body } = await caller.graphql<Page>(document, variables);
  expect(body.errors).toBeUndefined();
  return body.data.searchKnowledge;
};
const titles = ({ near }: { near: Near[] }) => near.map(({ titleEn }) => titleEn);

test('until the index is built a search answers as ever, and nothing is near', async () => {
  expect(await ask({ search: russian })).toMatchObject({ total: 0, items: [], near: [] });
});

describe('with the index', () => {
  beforeAll(() => app.services.nearIndex.refresh());

  test.each([russian, english])('a task that no item says in these words: %s', async (search) => {
    const found = await ask({ search });
    expect(found).toMatchObject({ total: 0, items: [], correctedTo: null });
    expect(found.near.length).toBeLessThanOrEqual(limits.lists.near);
    expect(titles(found)).toContain('Adobe Photoshop');
  });

  test.each(['qwrtpsdfghj', 'щщщыыы ъъъ', '?!', '   '])('nonsense: %s', async (search) => {
    expect((await ask({ search })).near).toEqual([]);
  });

  test.each([
    [{ search: 'midjourney' }],
    [{ search: russian, tags: ['images'] }],
    [{ search: russian, verified: true }],
    [{ search: russian, exact: true }],
    [{ search: russian, page: 1 }],
    [{}],
  ])('nothing is near of %j', async (variables) => {
    expect((await ask(variables)).near).toEqual([]);
  });

  test('no more than a page holds', async () => {
    expect((await ask({ search: russian, perPage: 1 })).near).toHaveLength(1);
    expect((await ask({ search: russian, perPage: limits.lists.near })).near).toHaveLength(
      limits.lists.near,
    );
    expect((await ask({ search: russian, perPage: 100 })).near).toHaveLength(limits.lists.near);
  });

  test('the cards are the viewer’s: own mark, and admins alone see notes and approvals', async () => {
    const [first] = (await ask({ search: russian })).near;
    await person.call('POST', `/api/v1/knowledge/${first!.id}/like`);
    await app.database.db('items').where({ id: first!.id }).update({ admin_notes: 'For us' });
    const [own] = (await ask({ search: russian })).near;
    expect(own).toMatchObject({ id: first!.id, isLiked: true, adminNotes: null });
    const [seen] = (await ask({ search: russian }, admin)).near;
    expect(seen).toMatchObject({ id: first!.id, isLiked: false, adminNotes: 'For us' });
  });

  test('a hidden item is not near in the moment in which another process hides it', async () => {
    const before = (await ask({ search: russian })).near;
    const other = openDatabase(app.database.url);
    const { id } = before[0]!;
    await other('items').where({ id }).update({ admin_visibility: 'hidden' });
    // The index has not heard of it.
    expect(app.services.nearIndex.near(russian, 1)).toEqual([Number(id)]);
    for (const caller of [person, admin]) {
      const now = (await ask({ search: russian }, caller)).near;
      expect(now.map((item) => item.id)).not.toContain(id);
      expect(now).toHaveLength(before.length);
    }
    await other('items')
      .where({ id })
      .update({ admin_visibility: 'visible', removed_at: new Date() });
    expect((await ask({ search: russian })).near.map((item) => item.id)).not.toContain(id);
    await other('items').where({ id }).update({ removed_at: null });
    await other.destroy();
    expect((await ask({ search: russian })).near[0]!.id).toBe(id);
  });

  test('a search is a wish as before, once in a document', async () => {
    const wishes = () => app.database.db('zero_result_searches').where({ text: english });
    await app.database.db('zero_result_searches').delete();
    await ask({ search: english });
    expect(await wishes()).toMatchObject([{ count: 1 }]);
  });

  test.each(['', '&perPage=100'])('over REST too%s', async (more) => {
    const { status, body } = await person.call<{ data: object[]; total: number; near: Near[] }>(
      'GET',
      `/api/v1/knowledge/search?search=${encodeURIComponent(russian)}${more}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], total: 0 });
    expect(titles(body)).toContain('Adobe Photoshop');
    const found = await person.call<{ near: Near[] }>(
      'GET',
      `/api/v1/knowledge/search?search=midjourney${more}`,
    );
    expect(found.body.near).toEqual([]);
  });
});
