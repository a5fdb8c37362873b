// Search over the demo catalogue as users see it.
import { aMember, anAdmin } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { titleIn, type FoundPage, type SearchInput } from './items.ts';
import { ask, openSearch } from '../../../testing/searchFixture.ts';
import type { Language } from '../../../shared/language.ts';

const titles = (found: FoundPage): string[] => found.items.map((item) => titleIn('en', item));

describe('the demo catalogue', () => {
  let database: TestDatabase;
  let user: Member;
  let admin: Member;
  let tx: ReturnType<typeof openSearch>;
  const search = (given: Partial<SearchInput> | string, viewer: Member = user) =>
    tx.page(viewer, ask(typeof given === 'string' ? { search: given } : given));
  const suggest = (text: string, language: Language = 'ru', viewer: Member = user) =>
    tx.suggestions(viewer, text, language);

  beforeAll(async () => {
    database = await createTestDatabase('demo');
    user = await aMember(database.db);
    admin = await anAdmin(database.db);
    tx = openSearch(database.db);
  });
  afterAll(() => database.drop());

  test.each([
    ['ChatGPT', 'ChatGPT'],
    ['  chatgpt  ', 'ChatGPT'],
    ['chat gpt', 'ChatGPT'],
    ['Chat-GPT!', 'ChatGPT'],
    ['DALL-E', 'DALL·E 3'],
    ['dall e', 'DALL·E 3'],
    ['dalle', 'DALL·E 3'],
    ['claude', 'Claude'],
    ['git hub copilot', 'GitHub Copilot'],
    ['шедеврум', 'Shedevrum'],
    ['lmstudio', 'LM Studio'],
    ['ml agents', 'Unity ML-Agents'],
  ])('ranks the name first, ignoring case, punctuation and spacing: %s', async (text, name) => {
    const found = await search(text);
    expect(titles(found)[0]).toBe(name);
    expect(found.correctedTo).toBeNull();
  });

  test.each([
    ['изобр', 'Midjourney'],
    ['animat', 'Runway'],
    ['midj', 'Midjourney'],
    ['m', 'Midjourney'],
    ['photosh', 'Adobe Photoshop'],
    ['нейросети с н', 'Neural Networks: Zero to Hero'],
  ])('matches the last word by its prefix: %s', async (text, name) => {
    expect(titles(await search(text))).toContain(name);
  });

  test.each([
    ['midjorney', 'midjourney', 'Midjourney'],
    ['нейрость', 'нейросеть', 'Midjourney'],
    ['trasnlator', 'translator', 'DeepL'],
    ['cluade', 'claude', 'Claude'],
    ['stabel diffusion', 'stable diffusion', 'Stable Diffusion'],
    ['ьшвощгктун', 'midjourney', 'Midjourney'],
    ['ghtptynfwbz', 'презентация', 'Gamma'],
    [',kjuths', 'блогеры', 'Modash'],
    ['срфе пзе', 'chat gpt', 'ChatGPT'],
    ['миджорни', 'midjourney', 'Midjourney'],
    ['клод', 'claude', 'Claude'],
    ['элевенлабс', 'elevenlabs', 'ElevenLabs'],
    ['neyroset', 'нейросеть', 'Midjourney'],
  ])('%s is corrected to %s', async (text, corrected, name) => {
    const found = await search(text);
    expect(found.correctedTo).toBe(corrected);
    expect(titles(found)).toContain(name);
    const exactly = await search({ search: text, exact: true });
    expect(exactly).toMatchObject({ total: 0, correctedTo: null });
  });

  test('searches both languages at once', async () => {
    expect(titles(await search('unity скрипты'))[0]).toBe('Unity AI');
    expect(titles(await search({ search: 'unity скрипты', exact: true }))).toEqual(['Unity AI']);
    const everywhere = await search({ search: 'презентация', language: 'en' });
    expect(everywhere.total).toBe((await search({ search: 'презентация', language: 'ru' })).total);
  });

  test('filters: all tags, verified, text; an unknown tag finds nothing', async () => {
    const both = await search({ tags: ['voice', 'npc'] });
    expect(titles(both).sort()).toEqual(['Convai', 'ElevenLabs', 'Inworld', 'NVIDIA ACE']);
    expect(both.total).toBe(4);
    const verified = await search({ tags: ['voice', 'npc'], verified: true });
    expect(titles(verified)).toEqual(['Inworld']);
    expect(titles(await search({ search: 'Unity', tags: ['voice', 'npc'] })).sort()).toEqual([
      'Convai',
      'Inworld',
    ]);
    expect(await search({ tags: ['voice', 'no such tag'] })).toMatchObject({ total: 0, items: [] });
    expect((await search({ tags: ['voice'] })).total).toBe(
      (await search({ tags: ['voice'], search: 'voice' })).total,
    );
  });

  test('has stable pages and exact totals', async () => {
    for (const given of [{}, { search: 'игр' }, { sortBy: 'title' as const }]) {
      const whole = await search({ ...given, perPage: 100 });
      const more = await search({ ...given, perPage: 100, page: 1 });
      const all = [...whole.items, ...more.items].map((item) => item.id);
      expect({ given, found: all.length }).toEqual({ given, found: whole.total });
      expect(new Set(all).size).toBe(all.length);
      const pages = [];
      for (let page = 0; page * 25 < whole.total; page += 1) {
        const { items, total } = await search({ ...given, page, perPage: 25 });
        expect(total).toBe(whole.total);
        pages.push(...items.map((item) => item.id));
      }
      expect({ given, pages }).toEqual({ given, pages: all });
      expect(await search({ ...given, page: 10_000 })).toMatchObject({
        items: [],
        total: whole.total,
      });
    }
  });

  test('suggests tags in the requested language, then at most three items', async () => {
    expect(await suggest('музы')).toContainEqual({
      type: 'tag',
      text: 'музыка',
      count: 4,
      value: 'music',
    });
    expect((await suggest('музы', 'en')).map(({ text }) => text)).toContain('music');
    const mended = await suggest('презинтация');
    expect(mended[0]).toMatchObject({ type: 'tag', text: 'презентации' });
    expect(mended.filter(({ type }) => type === 'popular')).toHaveLength(3);
    expect((await suggest('midj')).filter(({ type }) => type === 'popular')).toMatchObject([
      { text: 'Midjourney' },
    ]);
    expect(await suggest('%')).toEqual([]);
  });

  test('finds hidden items for admins only', async () => {
    for (const text of ['Tome', 'Character.AI', 'character', 'tom', 'tomme']) {
      const found = await search(text);
      expect(titles(found)).not.toContain('Tome');
      expect(titles(found)).not.toContain('Character.AI');
      expect(found.correctedTo === 'tome').toBe(false);
      const suggested = (await suggest(text)).map((one) => one.text);
      expect(suggested).not.toContain('Tome');
      expect(suggested).not.toContain('Character.AI');
    }
    expect(titles(await search('Tome', admin))).toContain('Tome');
    expect(titles(await search('tomme', admin))).toContain('Tome');
    expect((await search({}, admin)).total).toBe(160);
    expect((await suggest('Tome', 'en', admin)).map((one) => one.text)).toContain('Tome');
  });

  test('uses approval tags as words, suggestions and filters for admins only', async () => {
    for (const text of ['gdevapproved', 'gdevappr', 'nextersaproved', 'nextersapproved']) {
      expect((await search(text)).items).toEqual([]);
      expect(await suggest(text)).toEqual([]);
    }
    expect(await search({ tags: ['nextersapproved'] })).toMatchObject({ total: 0, items: [] });
    expect(await search({ tags: ['NextersApproved'] })).toMatchObject({ total: 0, items: [] });
    expect((await search({ tags: ['nextersapproved'] }, admin)).total).toBeGreaterThan(20);
    expect(await suggest('nextersapp', 'ru', admin)).toEqual([]);
    const tags = await tx.tags(user, {
      text: 'approved',
      language: null,
      first: 500,
    });
    expect(tags).toEqual([]);
  });
});
