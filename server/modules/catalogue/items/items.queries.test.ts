// Search over the demo catalogue as users see it.
import fc from '../../../testing/fastCheck.ts';
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
  const tagCounts = (given: Partial<SearchInput>, viewer: Member = user) =>
    tx.tagCounts(viewer, ask(given));
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
    ['ghtpbltynfwbz', 'презентация', 'Gamma'],
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

  test.each([
    ['чатгпт', 'ChatGPT'],
    ['копилот', 'GitHub Copilot'],
  ])('%s is a common spelling of a name and stays uncorrected', async (text, name) => {
    const found = await search(text);
    expect(titles(found)[0]).toBe(name);
    expect(found).toMatchObject({ correctedTo: null, unsure: false });
    expect(await search({ search: text, exact: true })).toMatchObject({ total: 0 });
  });

  test('never corrects known words, and explains no empty result', async () => {
    expect((await search('генерация')).correctedTo).toBeNull();
    expect(await search('qwrtpsdfghj')).toMatchObject({ total: 0, correctedTo: null });
  });

  test('marks partial matches as uncertain', async () => {
    const found = await search('midjorney xzxzxzxz');
    expect(titles(found)).toEqual(['Midjourney']);
    expect(found).toMatchObject({ unsure: true, correctedTo: 'midjourney xzxzxzxz' });
    expect((await search('midjourney')).unsure).toBe(false);
  });

  test('searches both languages at once', async () => {
    expect(titles(await search('unity скрипты'))[0]).toBe('Unity AI');
    expect(titles(await search({ search: 'unity скрипты', exact: true }))).toEqual(['Unity AI']);
    const everywhere = await search({ search: 'презентация', language: 'en' });
    expect(everywhere.total).toBe((await search({ search: 'презентация', language: 'ru' })).total);
  });

  test.each([
    ['генерация', 'генерировать'],
    ['переводить', 'переводчик'],
    ['localize', 'localization'],
    ['озвучивать', 'озвучка'],
    ['moderators', 'moderation'],
    ['генерация', 'generates'],
  ])('%s and %s find the same items', async (one, other) => {
    const [first, second] = await Promise.all([
      search({ search: one, perPage: 100 }),
      search({ search: other, perPage: 100 }),
    ]);
    expect(first.total).toBeGreaterThan(2);
    const common = titles(first).filter((title) => titles(second).includes(title));
    expect(common.length).toBeGreaterThan(first.total * 0.7);
  });

  test('synonyms', async () => {
    expect(titles(await search('картинки'))).toEqual(
      expect.arrayContaining(['Midjourney', 'DALL·E 3']),
    );
    const [qa, testing] = await Promise.all([search('QA'), search('тестирование')]);
    const both = titles(testing).filter((title) => titles(qa).includes(title));
    expect(both).toEqual(expect.arrayContaining(['nunu.ai', 'Qodo']));
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

  test.each([
    [{}, 'a member'],
    [{ search: 'video' }, 'a member'],
    [{ search: 'игр' }, 'an admin'],
    [{ tags: ['voice'] }, 'a member'],
    [{ tags: ['voice', 'npc'], verified: true }, 'a member'],
    [{ search: 'Unity', tags: ['voice'] }, 'an admin'],
  ])('counts what a tag filter would leave: %j for %s', async (given, who) => {
    const viewer = who === 'an admin' ? admin : user;
    const counts = await tagCounts(given, viewer);
    expect(counts.length).toBeGreaterThan(0);
    for (const { tag, count } of counts.slice(0, 12)) {
      const tags = [...('tags' in given ? given.tags : []), tag];
      expect([tag, (await search({ ...given, tags }, viewer)).total]).toEqual([tag, count]);
    }
    if (who === 'a member') expect(counts.map(({ tag }) => tag).join(' ')).not.toMatch(/approved/);
  });

  test('counts neither hidden items nor disallowed ones', async () => {
    const sum = async (given: Partial<SearchInput>, viewer: Member) =>
      (await tagCounts(given, viewer)).reduce((total, { count }) => total + count, 0);
    const hidden = { search: 'Tome', exact: true };
    expect(await sum(hidden, admin)).toBeGreaterThan(await sum(hidden, user));
    expect(await tagCounts({ tags: ['nextersapproved'] })).toEqual([]);
    expect(await tagCounts({ search: 'qqzzxxwwv' })).toEqual([]);
  });

  test('has stable pages and exact totals', async () => {
    for (const given of [
      {},
      { search: 'игр' },
      { search: 'video' },
      { tags: ['video'] },
      { sortBy: 'title' as const },
    ]) {
      const whole = await search({ ...given, perPage: 100 });
      const more = await search({ ...given, perPage: 100, page: 1 });
      const all = [...whole.items, ...more.items].map((item) => item.id);
      expect({ given, found: all.length }).toEqual({ given, found: whole.total });
      expect(new Set(all).size).toBe(all.length);
      const pages = [];
      for (let page = 0; page * 7 < whole.total; page += 1) {
        const { items, total } = await search({ ...given, page, perPage: 7 });
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

  test('shows the whole catalogue by likes first', async () => {
    const found = await search({});
    expect(found).toMatchObject({ total: 158, correctedTo: null });
    const likes = found.items.map((item) => item.likesCount);
    expect(likes).toEqual([...likes].sort((a, b) => b - a));
  });

  test('sorts by title in the requested language', async () => {
    const ru = await search({ sortBy: 'title', language: 'ru', perPage: 100, page: 1 });
    const names = ru.items.map((item) => titleIn('ru', item));
    expect(names.slice(-3)).toEqual(['Руководство по промптам', 'Тильда', 'Шедеврум']);
    const down = await search({ sortBy: 'title', sortOrder: 'desc', language: 'ru', perPage: 3 });
    expect(down.items.map((item) => titleIn('ru', item))).toEqual(names.slice(-3).reverse());
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

  test('highlights matches in the texts of the page', async () => {
    const { items, findMatches } = await search('озвучка');
    const matches = findMatches();
    expect(matches.map((match) => match.itemId)).toEqual(items.map((item) => item.id));
    const marked = matches.flatMap((match, place) =>
      match.descriptionEn.map(({ start, end }) => items[place]?.descriptionEn?.slice(start, end)),
    );
    // Matched by the concept in the other language.
    expect(marked).toContain('voice');
    const [gpt] = (await search('чатгпт')).findMatches();
    expect(gpt?.titleEn).toEqual([{ start: 0, end: 7 }]);
    const [parts] = (await search('dall e')).findMatches();
    expect(parts?.titleRu).toEqual([{ start: 0, end: 6 }]);
  });

  test('highlights near results with their reason, even alone', async () => {
    const { items, near, findMatches, readReasons } = await search('убрать шум с записи голоса');
    expect(near.length).toBeGreaterThan(0);
    const told = new Set([
      ...findMatches().map(({ itemId }) => itemId),
      ...(await readReasons('ru')).map(({ itemId }) => itemId),
    ]);
    expect([...items, ...near].filter(({ id }) => !told.has(id))).toEqual([]);
    expect(findMatches().map(({ itemId }) => itemId)).toEqual(
      [...items, ...near].map(({ id }) => id),
    );
  });

  test('names a near concept as the reason when nothing is highlighted', async () => {
    const { items, unsure, findMatches, readReasons } = await search('стихи');
    expect(unsure).toBe(true);
    expect(findMatches()).toEqual([]);
    const reasons = await readReasons('ru');
    expect(reasons.map(({ itemId }) => itemId)).toEqual(items.map((item) => item.id));
    const suno = items.find(({ titleEn }) => titleEn === 'Suno');
    expect(reasons.find(({ itemId }) => itemId === suno?.id)?.concepts).toContain('текст песни');
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

  test.each(['ru', 'en'] as const)(
    'sorts equally frequent tags by their names in the requested language: %s',
    async (language) => {
      const tags = await tx.tags(user, { text: '', language, first: 500 });
      const nameOf = (tag: (typeof tags)[number]) => (language === 'ru' ? tag.nameRu : tag.nameEn);
      const { rows } = await database.db.raw<{ rows: { name: string }[] }>(
        `select name from unnest(?::text[], ?::integer[]) as tag (name, count) order by count desc, name`,
        [tags.map(nameOf), tags.map((tag) => tag.visibleCount)],
      );
      expect(tags.map(nameOf)).toEqual(rows.map(({ name }) => name));
      expect(tags.length).toBeGreaterThan(50);
    },
  );

  test('accepts any input', async () => {
    const signs = `' " % _ :* &|!() \\ a':*|b <-> 🎮 (((( ё İ ß न 日本語 it''s $1 ? 0 \u202Eabc`;
    const texts = [
      ...signs.split(' '),
      "');drop table items;--",
      'x'.repeat(200),
      'a '.repeat(100),
    ];
    for (const text of texts) {
      const { total, items } = await search(text);
      expect({ text, isMore: items.length > total }).toEqual({ text, isMore: false });
      await suggest(text);
      await search({ search: text, tags: [text] });
    }
  });

  test('answers any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const wellFormed = text.toWellFormed().replaceAll('\0', '');
        const found = await search({ search: wellFormed, tags: [`no ${wellFormed}`] });
        expect(found.items).toEqual([]);
        await search(wellFormed);
      }),
      { numRuns: 60 },
    );
  });
});
