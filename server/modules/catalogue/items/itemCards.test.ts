// Cached cards equal fresh cards after any change of the catalogue.
import fc from '../../../testing/fastCheck.ts';
import type { Knex } from 'knex';
import { aMember, anAdmin, anItem, aUseCase } from '../../../testing/builders.ts';
import { openSearch } from '../../../testing/searchFixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { findExperts } from '../../useCases/useCases.queries.ts';
import { createItemCards, type ItemCards } from './itemCards.queries.ts';
import { withSearchDefaults, type Search, tagsFor } from './items.ts';
import { ItemsStore } from './items.store.ts';

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const cardsOf = (max: number): ItemCards =>
  createItemCards({ db, topExperts: (ids) => findExperts(db, ids, 3), max });

const everything: Search = withSearchDefaults({
  page: 0,
  perPage: 100,
  sortBy: 'likes',
  verified: false,
  exact: false,
});

const namesOf = (tags: { originalName: string }[]) => tags.map((tag) => tag.originalName);

const linkTags = (itemId: number, tags: string[]) =>
  db.transaction(async (trx) => {
    await new ItemsStore(trx).ensureTags(tags);
    await new ItemsStore(trx).linkTags([{ itemId, tags }]);
  });

describe('a card', () => {
  test('shows approval tags to admins only', async () => {
    const item = await anItem(db, { tags: ['Sound', 'nextersapproved', 'OtherApproved'] });
    const cards = cardsOf(100);
    const namesFor = async (viewer: Member) => {
      const [view] = await cards.views(viewer.user.id, [item.id]);
      return namesOf(tagsFor(viewer, view!.card));
    };
    const [admin, person] = [await anAdmin(db), await aMember(db)];
    expect(await namesFor(admin)).toEqual(['Sound', 'nextersapproved', 'OtherApproved']);
    expect(await namesFor(person)).toEqual(['Sound']);
    expect(await namesFor({ ...admin, via: 'read' })).toEqual(['Sound']);
  });
});

/** Changes of what cards show; `place` selects the objects. */
const happenings: Record<string, (place: number, world: World) => Promise<unknown>> = {
  like: (place, { items, people }) =>
    new ItemsStore(db).like(people[place % 3]!, items[place % items.length]!),
  unlike: (place, { items, people }) =>
    new ItemsStore(db).unlike(people[place % 3]!, items[place % items.length]!),
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

test('equals fresh cards after any change', async () => {
  const members = [await aMember(db), await aMember(db, { companyKey: 'nexters' })];
  const admin = await anAdmin(db);
  const viewers = [...members, admin];
  const world: World = {
    items: [(await anItem(db)).id, (await anItem(db)).id, (await anItem(db)).id],
    people: viewers.map((viewer) => viewer.user.id),
  };
  const keeping = cardsOf(100);
  // Each card evicts the previous one.
  const nothingKept = cardsOf(1);
  const keepingSearch = openSearch(db, { cards: keeping });
  const otherSearch = openSearch(db, { cards: nothingKept });
  const pageSlice = async (cards: ItemCards, viewer: Member) => {
    const {
      readReasons: _none,
      findMatches: _neither,
      ...page
    } = await (cards === keeping ? keepingSearch : otherSearch).page(viewer, everything);
    return { ...page, views: page.items.flatMap(({ view }) => view ?? []) };
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
    { numRuns: 30, seed: 4, endOnFailure: true },
  );
});
