// The rules of the search, each over items made for it.
import type { Knex } from 'knex';
import { aMember, anAdmin, anItem, aUseCase } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import type { Member } from '../accounts/accounts.ts';
import { searchStore } from '../search/search.store.ts';
import { titleIn, type SearchInput } from './knowledge.ts';
import { ask, indexOn, openSearch } from '../../testing/openSearch.ts';

describe('items made for one rule', () => {
  let database: TestDatabase;
  let db: Knex;
  let user: Member;
  let admin: Member;
  let rooms: ReturnType<typeof openSearch>;
  const search = async (given: Partial<SearchInput> | string, viewer: Member = user) =>
    rooms.page(viewer, ask(typeof given === 'string' ? { search: given } : given));
  const liked = (id: number, likes: number) =>
    db('items').where({ id }).update({ likes_count: likes });

  beforeEach(async () => {
    database = await createTestDatabase();
    db = database.db;
    user = await aMember(db);
    admin = await anAdmin(db);
    rooms = openSearch(db);
  });
  afterEach(() => database.drop());

  test('reasons are told once in each language, however often a document asks for them', async () => {
    await anItem(db, { titleEn: 'Nova', descriptionEn: 'voiceover of trailers' });
    const found = await search('voiceover');
    const first = found.readReasons('en');
    expect(await first).toHaveLength(1);
    expect(found.readReasons('en')).toBe(first);
    expect(found.readReasons('ru')).not.toBe(first);
  });

  test('while very much is being indexed nobody waits for it, and a case that has gone is still not quoted', async () => {
    const { id } = await anItem(db, { titleEn: 'Nova' });
    const { id: caseId } = await aUseCase(db, {
      itemId: id,
      userId: user.user.id,
      descriptionEn: 'A flurbinator',
    });
    const index = indexOn(db);
    const seen = { snapshot: '' };
    await index.answer(async ({ snapshot }) => {
      seen.snapshot = snapshot;
      return { answer: null, isBehind: false };
    });
    // Answers at the first try, behind or not.
    const hurried = { ...index, answer: index.answer };
    hurried.answer = (ask) =>
      index.answer(async (state) => ({ ...(await ask(state)), isBehind: false }));
    const busy = openSearch(db, { index: hurried });
    const quotes = async () => {
      const { items, readReasons } = await busy.page(user, ask({ search: 'flurbinator' }));
      expect(items).toHaveLength(1);
      return (await readReasons('en')).map(({ useCase }) => useCase?.id ?? null);
    };
    expect(await quotes()).toEqual([caseId]);
    await db('use_cases').where({ id: caseId }).update({ deleted_at: new Date() });
    expect(await index.isBehind(seen.snapshot)).toBe(true);
    expect(await quotes()).toEqual([null]);
  });

  test('equal titles, titles that begin, titles that contain, the rest; inside a tier by likes, then by id', async () => {
    const plain = { titleRu: null, descriptionRu: null, descriptionEn: null };
    const text = await anItem(db, {
      ...plain,
      titleEn: 'Other',
      descriptionEn: 'nova studio here',
    });
    const contains = await anItem(db, { ...plain, titleEn: 'My Studio Nova' });
    const begins = await anItem(db, { ...plain, titleEn: 'Nova Studio Pro' });
    const secondBegins = await anItem(db, { ...plain, titleEn: 'Nova-studio Max' });
    const equal = await anItem(db, { ...plain, titleRu: 'Nova Studio', titleEn: null });
    const family = await anItem(db, { ...plain, titleEn: 'Else', descriptionEn: 'nova studios' });
    for (const [item, likes] of [
      [text, 50],
      [contains, 40],
      [begins, 1],
      [secondBegins, 30],
      [family, 60],
    ] as const) {
      await liked(item.id, likes);
    }
    const order = [equal, secondBegins, begins, contains, family, text].map((item) => item.id);
    expect((await search('nova studio')).items.map((item) => item.id)).toEqual(order);
    expect((await search({ search: 'nova studio', sortOrder: 'asc' })).items[0]?.id).toBe(equal.id);
    const asc = await search({ search: 'nova studio', sortOrder: 'asc' });
    const ascLikes = asc.items.map((item) => item.likesCount);
    expect(ascLikes).toEqual([...ascLikes].sort((a, b) => a - b));
    const byTitle = await search({ search: 'nova studio', sortBy: 'title' });
    expect(byTitle.items.map((item) => titleIn('en', item))).toEqual([
      'Else',
      'My Studio Nova',
      'Nova Studio',
      'Nova-studio Max',
      'Nova Studio Pro',
      'Other',
    ]);
  });

  test('exact stems come before the family, whatever the likes', async () => {
    const kin = await anItem(db, { titleEn: 'Kin', descriptionRu: 'генерировать музыку' });
    const exact = await anItem(db, { titleEn: 'Exact', descriptionRu: 'генерация музыки' });
    await liked(kin.id, 100);
    expect((await search('генерация')).items.map((item) => item.id)).toEqual([exact.id, kin.id]);
  });

  test('equal likes: the same order on every page', async () => {
    for (let number = 0; number < 25; number += 1)
      await anItem(db, { descriptionEn: 'equal text' });
    const seen = [];
    for (let page = 0; page < 5; page += 1) {
      seen.push(
        ...(await search({ search: 'equal', page, perPage: 5 })).items.map((item) => item.id),
      );
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(25);
  });

  test('an item that is hidden is gone at once, from every answer but an admin’s', async () => {
    const item = await anItem(db, {
      titleEn: 'Zephyrion',
      descriptionEn: 'quixotic',
      tags: ['rare'],
    });
    await anItem(db, { titleEn: 'Other' });
    expect((await search('zephirion')).correctedTo).toBe('zephyrion');
    await db('items').where({ id: item.id }).update({ admin_visibility: 'hidden' });
    for (const text of [
      'zephyrion',
      'zephirion',
      'quixotic',
      'quixottic',
      'zeph',
      'rare',
      'яузрнкшщт',
    ]) {
      expect(await search(text)).toMatchObject({
        items: [],
        total: 0,
        correctedTo: null,
        near: [],
      });
      expect(await rooms.suggestions(user, text, 'en')).toEqual([]);
      expect((await search(text, admin)).total).toBe(1);
    }
    expect((await search({})).total).toBe(1);
    expect(await search({ tags: ['rare'] })).toMatchObject({ total: 0 });
    expect(await rooms.popular(user, 5)).toHaveLength(1);
    await db('items').where({ id: item.id }).update({ removed_at: new Date() });
    expect(await search('zephyrion', admin)).toMatchObject({ total: 0 });
    expect((await search({}, admin)).total).toBe(1);
  });

  test('a synonym works in both directions, for phrases, in any form; not over two steps', async () => {
    const one = await anItem(db, { titleEn: 'One', descriptionEn: 'a flurbboard' });
    const two = await anItem(db, { titleEn: 'Two', descriptionRu: 'общая хмызька' });
    for (const pair of [
      { word: 'flurbboard', synonym: 'хмызька' },
      { word: 'krindle sheet', synonym: 'хмызьки' },
    ]) {
      await searchStore(db).addSynonym(pair);
    }
    const find = async (text: string) => (await search(text)).items.map((item) => item.id);
    expect(await find('flurbboards')).toEqual([one.id, two.id]);
    expect(await find('хмызькам')).toEqual([two.id, one.id]);
    expect(await find('krindle sheets')).toEqual([two.id]);
  });

  test('more words begin alike than are listed one by one', async () => {
    const words = Array.from(
      { length: 230 },
      (_, number) => `proto${String.fromCharCode(97 + (number % 26))}${number}`,
    );
    await anItem(db, { titleEn: 'Many', descriptionEn: words.join(' ') });
    const last = await anItem(db, { titleEn: 'Last', descriptionEn: 'protozzz' });
    expect((await search({ search: 'proto' })).items.map((item) => item.id)).toContain(last.id);
    expect((await search({ search: 'proto' })).total).toBe(2);
  });
});
