// Kept cards against cards that are read anew: whatever happens to the catalogue, both show the same.
import fc from '../../testing/fastCheck.ts';
import type { Knex } from 'knex';
import { aMember, anAdmin, anItem, aUseCase, aUser } from '../../testing/builders.ts';
import { openSearch } from '../../testing/openSearch.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import type { Member } from '../accounts/accounts.ts';
import { createCasesOfExperts, type CasesOfExperts } from '../useCases/casesOfExperts.search.ts';
import { findExperts } from '../useCases/experts.search.ts';
import { isVerifiedFor, tagsFor, type ItemCard } from './itemCards.ts';
import { createItemCards, type ItemCards } from './itemCards.search.ts';
import { createItemLikers } from './itemLikers.search.ts';
import { completeSearch, type Search } from './knowledge.ts';
import { knowledgeStore } from './knowledge.store.ts';

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const cardsOf = (bytes: number): ItemCards =>
  createItemCards({ db, topExperts: (ids) => findExperts(db, ids, 3), bytes });

const cardsWith = ({ topExperts }: CasesOfExperts, bytes: number): ItemCards =>
  createItemCards({ db, topExperts: (ids) => topExperts(ids, 3), bytes });

const everything: Search = completeSearch({
  page: 0,
  perPage: 100,
  sortBy: 'likes',
  verified: false,
  exact: false,
});

const namesOf = (tags: { originalName: string }[]) => tags.map((tag) => tag.originalName);

const linkTags = (itemId: number, tags: string[]) =>
  db.transaction(async (trx) => {
    await knowledgeStore(trx).ensureTags(tags);
    await knowledgeStore(trx).linkTags([{ itemId, tags }]);
  });

test('a tag that the database keeps as another text is refused, not added for ever', async () => {
  await expect(db.transaction((trx) => knowledgeStore(trx).ensureTags(['\ud800']))).rejects.toThrow(
    'Tags that do not stay: ["\\ud800"]',
  );
});

describe('a card', () => {
  test('holds what the tables hold', async () => {
    const item = await anItem(db, { tags: ['Voice', 'gdevapproved', 'Art', 'royalarkapproved'] });
    const writer = await aUser(db, { name: 'Writer', companyKey: 'gdev' });
    await aUseCase(db, { itemId: item.id, userId: writer.id, likes: 2 });
    await aUseCase(db, { itemId: item.id });
    const viewer = await aMember(db);
    await knowledgeStore(db).like(viewer.user.id, item.id);
    const [view] = await cardsOf(100_000).views(viewer.user.id, [item.id]);

    expect(view).toMatchObject({ isLiked: true, ownUseCasesCount: 0 });
    expect(view?.card.item).toMatchObject({ ...item, likesCount: 1, useCasesCount: 2 });
    expect(namesOf(view!.card.tags)).toEqual(['Voice', 'Art']);
    expect(namesOf(view!.card.allTags)).toEqual([
      'Voice',
      'gdevapproved',
      'Art',
      'royalarkapproved',
    ]);
    expect(view?.card.partnerBadges).toEqual([{ key: 'gdev', name: 'GDEV', tone: 'accent' }]);
    expect(view?.card.topExperts[0]).toMatchObject({
      userId: writer.id,
      name: 'Writer',
      likesTotal: 2,
    });
    expect(view?.card.expertsCount).toBe(2);
    expect(isVerifiedFor(viewer, view!.card)).toBe(true);
    expect(isVerifiedFor(await aMember(db, { companyKey: 'nexters' }), view!.card)).toBe(false);
  });

  test('shows approval tags to admins only', async () => {
    const item = await anItem(db, { tags: ['Sound', 'nextersapproved', 'OtherApproved'] });
    const cards = cardsOf(100_000);
    const namesFor = async (viewer: Member) => {
      const [view] = await cards.views(viewer.user.id, [item.id]);
      return namesOf(tagsFor(viewer, view!.card));
    };
    const [admin, person] = [await anAdmin(db), await aMember(db)];
    expect(await namesFor(admin)).toEqual(['Sound', 'nextersapproved', 'OtherApproved']);
    expect(await namesFor(person)).toEqual(['Sound']);
    expect(await namesFor({ ...admin, via: 'read' })).toEqual(['Sound']);
  });

  test('of an item that is gone is left out', async () => {
    const item = await anItem(db);
    const cards = cardsOf(100_000);
    expect(await cards.views(0, [item.id])).toHaveLength(1);
    await db('items').where({ id: item.id }).delete();
    expect(await cards.views(0, [item.id])).toEqual([]);
  });
});

describe('what is kept', () => {
  test('is read once, and again when it has changed', async () => {
    const item = await anItem(db);
    const cards = cardsOf(100_000);
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => statements.push(sql);
    db.on('query', listen);
    const read = async () => {
      statements.length = 0;
      const [view] = await cards.views(0, [item.id]);
      return { count: view?.card.item.likesCount, statements: statements.length };
    };
    expect(await read()).toEqual({ count: 0, statements: 3 });
    expect(await read()).toEqual({ count: 0, statements: 1 });
    const { id } = await aUser(db);
    await knowledgeStore(db).like(id, item.id);
    expect(await read()).toEqual({ count: 1, statements: 3 });
    expect(await read()).toEqual({ count: 1, statements: 1 });
    db.off('query', listen);
  });

  test('never takes more than its bytes: what has not been read for longest goes', async () => {
    const items = [await anItem(db), await anItem(db), await anItem(db)];
    const ids = items.map((item) => item.id);
    const roomy = cardsOf(100_000);
    await roomy.views(0, ids);
    const all = roomy.kept.bytes;
    expect(roomy.kept.count).toBe(3);

    const exact = cardsOf(all);
    await exact.views(0, ids);
    expect(exact.kept).toEqual({ count: 3, bytes: all });

    const narrow = cardsOf(all - 1);
    const views = await narrow.views(0, ids);
    expect(views.map((view) => view.card.item.id).sort()).toEqual([...ids].sort());
    expect(narrow.kept.count).toBe(2);
  });
});

test('a tag of many cards is held once, as the latest of them has read it', async () => {
  const [first, second] = [
    await anItem(db, { tags: ['Shared'] }),
    await anItem(db, { tags: ['Shared'] }),
  ];
  const cards = cardsOf(100_000);
  const tagOf = async (id: number) => (await cards.views(0, [id]))[0]!.card.allTags[0]!;
  const read = await tagOf(first.id);
  expect(await tagOf(second.id)).toBe(read);
  await db('tags').where({ original_name: 'Shared' }).update({ name_en: 'Renamed' });
  const renamed = await tagOf(second.id);
  expect(renamed.nameEn).toBe('Renamed');
  expect(await tagOf(first.id)).toBe(renamed);
});

describe('who likes an item', () => {
  const stateOf = async (id: number) => {
    const [view] = await cardsOf(1).views(0, [id]);
    return { id, version: view!.card.version };
  };

  test('is kept for this state of it, not for another, and not without a state', async () => {
    const { id } = await anItem(db);
    const likers = createItemLikers({ db, bytes: 100_000 });
    const person = await aUser(db, { name: 'First' });
    await knowledgeStore(db).like(person.id, id);
    expect(await likers.read([{ id, version: null }])).toMatchObject([[{ name: 'First' }]]);
    expect(likers.kept.count).toBe(0);
    const before = await stateOf(id);
    await likers.read([before]);
    expect(likers.keptFor(before)).toMatchObject([{ id: person.id, name: 'First' }]);
    await knowledgeStore(db).unlike(person.id, id);
    const after = await stateOf(id);
    expect(likers.keptFor(after)).toBeUndefined();
    expect(await likers.read([after])).toEqual([[]]);
  });

  test.each([
    ['name', 'Renamed'],
    ['email', 'another@example.com'],
    ['avatar_url', 'https://pictures.example.com/another'],
    ['telegram_username', 'another'],
    ['company_key', 'nexters'],
    ['disabled_at', new Date()],
  ])('is read again when the %s of one of them changes', async (column, value) => {
    const { id } = await anItem(db);
    const person = await aUser(db, { companyKey: 'gdev' });
    await knowledgeStore(db).like(person.id, id);
    const likers = createItemLikers({ db, bytes: 100_000 });
    const before = await stateOf(id);
    await likers.read([before]);
    expect(likers.keptFor(before)).toHaveLength(1);
    await db('users')
      .where({ id: person.id })
      .update({ [column]: value });
    expect(likers.keptFor(await stateOf(id))).toBeUndefined();
  });

  test('never takes more than its bytes: those least asked for go', async () => {
    const ids = [(await anItem(db)).id, (await anItem(db)).id];
    const { id } = await aUser(db);
    for (const item of ids) await knowledgeStore(db).like(id, item);
    const states = [await stateOf(ids[0]!), await stateOf(ids[1]!)];
    const roomy = createItemLikers({ db, bytes: 100_000 });
    await roomy.read(states);
    const narrow = createItemLikers({ db, bytes: roomy.kept.bytes - 1 });
    await narrow.read(states);
    expect(narrow.keptFor(states[0]!)).toBeUndefined();
    expect(narrow.keptFor(states[1]!)).toHaveLength(1);
  });
});

describe('the cases of an expert', () => {
  const expertOf = async (cards: ItemCards, id: number) => {
    const [view] = await cards.views(0, [id]);
    return view!.card.topExperts[0]!;
  };

  test('are kept for the expert of a card, and for no other', async () => {
    const { itemId, userId } = await aUseCase(db, { descriptionRu: 'Было' });
    const cases = createCasesOfExperts({ db, bytes: 100_000 });
    const cards = cardsWith(cases, 100_000);
    const [other] = await findExperts(db, [itemId], 3);
    expect(await cases.read([other!])).toMatchObject([[{ userId, descriptionRu: 'Было' }]]);
    expect(cases.kept.count).toBe(0);
    const expert = await expertOf(cards, itemId);
    expect(cases.keptOf(expert)).toBeUndefined();
    await cases.read([expert]);
    expect(cases.keptOf(expert)).toMatchObject([{ descriptionRu: 'Было' }]);
    expect(await expertOf(cards, itemId)).toBe(expert);
  });

  test.each([
    ['description_ru', 'Стало'],
    ['description_en', 'Now'],
    ['original_language', 'en'],
    ['stale_language', 'en'],
    ['created_at', new Date(0)],
    ['updated_at', new Date(0)],
    ['deleted_at', new Date(0)],
    ['likes_count', 7],
  ])('are read again when the %s of one of them changes', async (column, value) => {
    const { id, itemId, userId } = await aUseCase(db);
    await aUseCase(db, { itemId, userId });
    const cases = createCasesOfExperts({ db, bytes: 100_000 });
    const cards = cardsWith(cases, 100_000);
    await cases.read([await expertOf(cards, itemId)]);
    await db('use_cases')
      .where({ id })
      .update({ [column]: value });
    expect(cases.keptOf(await expertOf(cards, itemId))).toBeUndefined();
  });

  test('never take more than their bytes: those least asked for go', async () => {
    const items = [(await aUseCase(db)).itemId, (await aUseCase(db)).itemId];
    const read = async (bytes: number) => {
      const cases = createCasesOfExperts({ db, bytes });
      const cards = cardsWith(cases, 100_000);
      const experts = [await expertOf(cards, items[0]!), await expertOf(cards, items[1]!)];
      await cases.read(experts);
      return { bytes: cases.kept.bytes, kept: experts.map((one) => cases.keptOf(one)?.length) };
    };
    const roomy = await read(100_000);
    expect(roomy.kept).toEqual([1, 1]);
    expect((await read(roomy.bytes - 1)).kept).toEqual([undefined, 1]);
  });
});

/** Everything that may happen to what cards show, as somebody at `place` may cause it. */
const happenings: Record<string, (place: number, world: World) => Promise<unknown>> = {
  like: (place, { items, people }) =>
    knowledgeStore(db).like(people[place % 3]!, items[place % items.length]!),
  unlike: (place, { items, people }) =>
    knowledgeStore(db).unlike(people[place % 3]!, items[place % items.length]!),
  hide: (place, { items }) =>
    db('items')
      .where({ id: items[place % items.length] })
      .update({ admin_visibility: 'hidden' }),
  show: (place, { items }) =>
    db('items')
      .where({ id: items[place % items.length] })
      .update({ admin_visibility: 'visible' }),
  retitle: (place, { items }) =>
    db('items')
      .where({ id: items[place % items.length] })
      .update({ title_en: `Title ${place}` }),
  tag: (place, { items }) =>
    linkTags(items[place % items.length]!, [`tag${place % 4}`, 'gdevapproved']),
  reorderTags: (place, { items }) =>
    db('item_tags')
      .where({ item_id: items[place % items.length] })
      .update({ position: db.raw('10 - position') }),
  untag: (place, { items }) =>
    db('item_tags')
      .where({ item_id: items[place % items.length] })
      .delete(),
  renameTag: (place) =>
    db('tags')
      .where({ original_name: `tag${place % 4}` })
      .update({ name_ru: `Тег ${place}` }),
  renamePerson: (place, { people }) =>
    db('users')
      .where({ id: people[place % 3] })
      .update({ name: `Name ${place}` }),
  readdressPerson: (place, { people }) =>
    db('users')
      .where({ id: people[place % 3] })
      .update({ email: `address${place}.${people[place % 3]}@example.com` }),
  repicturePerson: (place, { people }) =>
    db('users')
      .where({ id: people[place % 3] })
      .update({ avatar_url: `https://pictures.example.com/${place}` }),
  movePerson: (place, { people }) =>
    db('users')
      .where({ id: people[place % 3] })
      .update({ company_key: place % 2 === 0 ? 'gdev' : null }),
  disablePerson: (place, { people }) =>
    db('users')
      .where({ id: people[place % 3] })
      .update({ disabled_at: place % 2 === 0 ? new Date(place) : null }),
  renameCompany: (place) =>
    db('companies')
      .where({ key: 'gdev' })
      .update({ name: `GDEV ${place}` }),
  ribbon: (place) =>
    db('companies')
      .where({ key: 'gdev' })
      .update({ has_badge: place % 2 === 0 }),
  writeUseCase: (place, { items, people }) =>
    aUseCase(db, { itemId: items[place % items.length]!, userId: people[place % 3]! }),
  deleteUseCase: (place, { items }) =>
    db('use_cases')
      .where({ item_id: items[place % items.length] })
      .limit(1)
      .update({ deleted_at: new Date() }),
  likeUseCase: (place, { items, people }) =>
    db.raw(
      `insert into use_case_likes (user_id, use_case_id)
       select ?, id from use_cases where item_id = ? on conflict do nothing`,
      [people[place % 3]!, items[place % items.length]!],
    ),
  rewriteUseCase: (place, { items }) =>
    db('use_cases')
      .where({ item_id: items[place % items.length] })
      .limit(1)
      .update({ [place % 2 === 0 ? 'description_ru' : 'description_en']: `Text ${place}` }),
  agreeUseCase: (place, { items }) =>
    db('use_cases')
      .where({ item_id: items[place % items.length] })
      .update({ stale_language: place % 2 === 0 ? 'en' : null }),
  giveUseCases: (place, { items, people }) =>
    db('use_cases')
      .where({ item_id: items[place % items.length], user_id: people[0] })
      .update({ user_id: people[1] }),
};

interface World {
  items: number[];
  people: number[];
}

test('whatever happens, kept cards show what cards show that are read anew', async () => {
  const members = [await aMember(db), await aMember(db, { companyKey: 'nexters' })];
  const admin = await anAdmin(db);
  const viewers = [...members, admin];
  const world: World = {
    items: [(await anItem(db)).id, (await anItem(db)).id, (await anItem(db)).id],
    people: viewers.map((viewer) => viewer.user.id),
  };
  const keepingCases = createCasesOfExperts({ db, bytes: 1_000_000 });
  const otherCases = createCasesOfExperts({ db, bytes: 1 });
  const keeping = cardsWith(keepingCases, 1_000_000);
  const nothingKept = cardsWith(otherCases, 1);
  const keepingSearch = openSearch(db, { cards: keeping });
  const otherSearch = openSearch(db, { cards: nothingKept });
  const keepingLikers = createItemLikers({ db, bytes: 1_000_000 });
  const otherLikers = createItemLikers({ db, bytes: 1 });
  /** Who likes these items, from what is kept as far as it is. */
  const likersOf = async (cards: ItemCards, views: { card: ItemCard }[]) => {
    const likers = cards === keeping ? keepingLikers : otherLikers;
    const states = views.map(({ card }) => ({ id: card.item.id, version: card.version }));
    const missing = states.filter((state) => !likers.keptFor(state));
    const read = await likers.read(missing);
    return states.map((state) => likers.keptFor(state) ?? read[missing.indexOf(state)]);
  };
  /** The cases of the experts whom cards name, from what is kept as far as it is. */
  const casesOf = (cards: ItemCards, views: { card: ItemCard }[]) => {
    const cases = cards === keeping ? keepingCases : otherCases;
    return Promise.all(
      views
        .flatMap(({ card }) => card.topExperts)
        .map(async (expert) => cases.keptOf(expert) ?? (await cases.read([expert]))[0]),
    );
  };
  /** A page with all that it has brought of its items. */
  const pageSlice = async (cards: ItemCards, viewer: Member) => {
    const {
      readReasons: _none,
      findMatches: _neither,
      ...page
    } = await (cards === keeping ? keepingSearch : otherSearch).page(viewer, everything);
    const views = page.items.flatMap((item) => cards.broughtWith(item) ?? []);
    const [likers, cases] = [await likersOf(cards, views), await casesOf(cards, views)];
    return { ...page, views, likers, cases };
  };

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(happenings)), fc.nat(11)), {
        minLength: 1,
        maxLength: 4,
      }),
      async (events) => {
        for (const [name, place] of events) {
          await happenings[name]!(place, world);
          for (const viewer of viewers) {
            const shown = await pageSlice(keeping, viewer);
            expect(shown.items.length).toBeGreaterThan(0);
            expect(shown.views).toHaveLength(shown.items.length);
            expect(shown).toEqual(await pageSlice(nothingKept, viewer));
          }
        }
      },
    ),
    { numRuns: 60, seed: 4, endOnFailure: true },
  );
  expect(nothingKept.kept.count).toBe(0);
  expect(otherLikers.kept.count).toBe(0);
  expect(keepingCases.kept.count).toBeGreaterThan(0);
  expect(otherCases.kept.count).toBe(0);
  expect(keepingLikers.kept.count).toBe(keeping.kept.count);
});
