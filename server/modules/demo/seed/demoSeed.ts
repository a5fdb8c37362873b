// Loading of the demo catalogue, into an empty database or beside own items; never overwrites existing rows.
import type { Knex } from 'knex';
import type { DemoSearch, DemoTag, DemoValues, ReplacedDemoItem } from '../demo.ts';
import { type NewItem, ItemsStore } from '../../catalogue/items/items.module.ts';
import { searchedText } from '../../search/search.module.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import { utcDay } from '../../../shared/durations.ts';
import type { Log } from '../../../shared/log.ts';
import { addPeople, demoPeople, findDemoPeople } from './demoPeople.ts';
import { demoPictureUrl, readDemoData as read } from './seedData.ts';
import { currentIds, loadActivity } from './demoActivity.ts';
import { daysBefore, shareOf } from './demoHistory.ts';
import { loadLoadouts, restoreLoadoutItems } from './demoCompanyDecisions.ts';
import type { Language } from '../../../shared/language.ts';

interface DemoItem {
  bookmarkId: number;
  titleRu: string;
  titleEn: string;
  descriptionRu: string;
  descriptionEn: string;
  sourceUrl: string;
  mediaType: string;
  tags: string[];
  createdAt: string;
  hidden?: boolean;
  /** Name of a file in pictures/, without its extension. */
  picture?: string;
}

interface DemoSearchEntry {
  text: string;
  language: Language;
  daysAgo: number;
  count: number;
}

/** The file is described in data/README.md. */
interface DemoGaps {
  open: DemoSearchEntry[];
  served: {
    text: string;
    language: Language;
    bookmarkId: number;
    firstDaysAgo: number;
    servedDaysAgo: number;
  }[];
}

const gaps = read<DemoGaps>('catalogueGaps');

const valuesOf = (item: DemoItem): DemoValues => ({
  titleRu: item.titleRu,
  titleEn: item.titleEn,
  descriptionRu: item.descriptionRu,
  descriptionEn: item.descriptionEn,
  sourceUrl: item.sourceUrl,
  imageUrl: item.picture ? demoPictureUrl(item.picture) : null,
  tags: item.tags,
});

const toNewItem = (item: DemoItem, values: DemoValues = valuesOf(item)): NewItem => ({
  ...values,
  bookmarkId: item.bookmarkId,
  normalisedUrl: normaliseAddress(values.sourceUrl),
  mediaType: item.mediaType,
  mediaSource: new URL(values.sourceUrl).hostname.replace(/^www\./, ''),
  adminVisibility: item.hidden ? 'hidden' : 'visible',
  // A demo item has no bookmark, so no sync run misses one.
  syncStatus: 'local',
  createdAt: new Date(item.createdAt),
});

/**
 * Adds items whose bookmark id and address are free, with their tags; returns their ids by bookmark id.
 * @param formerIds former ids by bookmark id, which are reused if they are free
 * @param leaving own items whose addresses count as free
 */
async function addItems(
  db: Knex,
  items: readonly NewItem[],
  formerIds: ReadonlyMap<number | null, number> = new Map(),
  leaving: readonly number[] = [],
): Promise<Map<number, number>> {
  if (items.length === 0) return new Map();
  const borne = new Set(items.flatMap(({ tags }) => tags));
  await db('tags')
    .insert(
      read<DemoTag[]>('tags')
        .filter(({ originalName }) => borne.has(originalName))
        .map((tag) => ({
          original_name: tag.originalName,
          name_ru: tag.nameRu,
          name_en: tag.nameEn,
        })),
    )
    .onConflict('original_name')
    .ignore();
  const known = new Set<string>(
    await db('items')
      .whereNull('removed_at')
      .whereRaw('id <> all(?::integer[])', [[...leaving]])
      .whereIn(
        'normalised_url',
        items.map(({ normalisedUrl }) => normalisedUrl),
      )
      .pluck('normalised_url'),
  );
  const fresh = items.filter(({ normalisedUrl }) => !known.has(normalisedUrl));
  const store = new ItemsStore(db);
  const again = await store.insertWithFormerIds(fresh, formerIds);
  const added = await store.insert(fresh.filter(({ bookmarkId }) => !again.has(bookmarkId)));
  const ids = new Map([...again, ...added]);
  await db('items')
    .whereIn('id', [...ids.values()])
    .update({ is_demo: true });
  return new Map([...ids].map(([bookmarkId, id]) => [Number(bookmarkId), id]));
}

/** Adds missing demo items; returns the ids of all demo items by bookmark id, and the number of added ones. */
async function loadItems(db: Knex): Promise<{ idOf: Map<number, number>; added: number }> {
  const { size: added } = await addItems(
    db,
    read<DemoItem[]>('items').map((item) => toNewItem(item)),
  );
  const rows: { id: number; bookmark_id: number | string | null }[] = await db('items')
    .select('id', 'bookmark_id')
    .where({ is_demo: true })
    // Excludes redirects to own or deleted items.
    .whereRaw(
      `exists (
         select from items as now
         where now.id = item_now(items.id) and now.is_demo and now.removed_at is null)`,
    );
  return {
    idOf: new Map(rows.map((row) => [Number(row.bookmark_id), row.id])),
    added,
  };
}

/** Half a year of searches for gaps of the catalogue, and for items added since. */
const demoSearches = (): DemoSearchEntry[] => [
  ...gaps.open.flatMap((entry) => [
    entry,
    // The file describes the last 30 days, which gaps count; this adds the weeks before.
    ...Array.from({ length: 21 }, (_, week) => ({
      ...entry,
      daysAgo: 32 + week * 7 + Math.floor(shareOf(entry.text, week) * 7),
      count: 1 + Math.floor(shareOf('count', entry.text, week) * 3),
    })),
  ]),
  ...gaps.served.flatMap(({ text, language, firstDaysAgo, servedDaysAgo }) =>
    Array.from({ length: Math.ceil((firstDaysAgo - servedDaysAgo) / 3) }, (_, place) => ({
      text,
      language,
      daysAgo: firstDaysAgo - place * 3,
      count: 1 + Math.floor(shareOf(text, place) * 2),
    })),
  ),
];

/** Searches without results of a demo that was loaded at a time. */
const demoSearchesSince = (loadedAt: Date): DemoSearch[] =>
  demoSearches().map(({ daysAgo, text, ...wish }) => ({
    ...wish,
    text: searchedText(text),
    day: utcDay(daysBefore(loadedAt, daysAgo)),
  }));

/** Content of the demo, for its removal. */
export const demoData = {
  tags: read<DemoTag[]>('tags'),
  searchesSince: demoSearchesSince,
  values: (): Map<number, DemoValues> =>
    new Map(read<DemoItem[]>('items').map((item) => [item.bookmarkId, valuesOf(item)])),
};

async function loadSearches(
  db: Knex,
  items: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  await db('zero_result_searches')
    .insert(demoSearchesSince(now))
    .onConflict(['day', 'language', 'text'])
    .merge({ count: db.raw('zero_result_searches.count + excluded.count') });
  for (const { text, language, bookmarkId, servedDaysAgo } of gaps.served) {
    const item_id = items.get(bookmarkId);
    if (item_id !== undefined)
      await db('wishes')
        .where({ kind: 'search', language, text: searchedText(text), state: 'open' })
        .update({ state: 'added', item_id, settled_at: daysBefore(now, servedDaysAgo) });
  }
}

const tagsOf = (): Map<number, readonly string[]> =>
  new Map(read<DemoItem[]>('items').map((item) => [item.bookmarkId, item.tags]));

/**
 * Adds the demo on a transaction. Deleted demo people are added again, but not as admins. Returns the number of added
 * items and people.
 */
export async function writeDemo(
  db: Knex,
  now: Date,
  { withAdmin }: { withAdmin: boolean } = { withAdmin: false },
): Promise<{ items: number; people: number }> {
  const people = await addPeople(db, demoPeople(), { withAdmin });
  const items = await loadItems(db);
  await loadActivity(db, { items: items.idOf, tagsOf: tagsOf(), now });
  await loadLoadouts(db, {
    people: await findDemoPeople(db),
    items: await currentIds(db, items.idOf),
  });
  await loadSearches(db, await currentIds(db, items.idOf), now);
  return { items: items.added, people };
}

/**
 * Restores replaced demo items on a transaction, with their former values, visibility, activity and, where free, ids.
 * Skips items whose address belongs to an item that is not leaving. Returns the number of restored items.
 */
export async function writeDemoItems(
  db: Knex,
  given: readonly ReplacedDemoItem[],
  now: Date,
  leaving: readonly number[] = [],
): Promise<number> {
  const isOf = (item: DemoItem, { bookmarkId, address }: ReplacedDemoItem) =>
    bookmarkId === null
      ? address === normaliseAddress(item.sourceUrl)
      : bookmarkId === item.bookmarkId;
  const found = read<DemoItem[]>('items').flatMap((item) => {
    const one = given.findLast((past) => isOf(item, past));
    if (!one) return [];
    const { id, visibility, changed } = one;
    return [
      {
        id,
        item: {
          ...toNewItem(item, { ...valuesOf(item), ...changed }),
          adminVisibility: visibility,
        },
      },
    ];
  });
  const added = await addItems(
    db,
    found.map(({ item }) => item),
    new Map(found.map(({ id, item }) => [item.bookmarkId, id])),
    leaving,
  );
  if (added.size === 0) return 0;
  await loadActivity(db, { items: added, tagsOf: tagsOf(), now });
  await restoreLoadoutItems(db, { items: added });
  return added.size;
}

interface FirstStart {
  /** True when a bookmark source is configured, which makes the demo unnecessary. */
  hasSource?: boolean;
  /** True when the developer sign-in needs its two people. */
  developerSignIn?: boolean;
}

/**
 * Loads the demo catalogue into an empty database at the first start, in one transaction; returns true if it did.
 * With a bookmark source, or after its removal, only the two people of the developer sign-in are added.
 * Nothing is added if accounts have been deleted.
 */
export async function loadDemoCatalogue(
  db: Knex,
  log: Log,
  { hasSource = false, developerSignIn = true }: FirstStart = {},
): Promise<boolean> {
  return db.transaction(async (trx) => {
    // The lock makes rows of a concurrent start visible to the next statement.
    await trx.raw('select from demo_state for update');
    const { rows } = await trx.raw<{ rows: { people: boolean; items: boolean; left: boolean }[] }>(
      `select exists (select from users) as people, exists (select from items) as items,
         choice is not distinct from 'leave' as left from demo_state`,
    );
    const [found] = rows;
    if (!found || found.people) return false;
    if (await trx('activity').where({ action: 'person.deleted' }).first('id')) {
      log.info('Accounts have been deleted: nobody of the demo is added');
      return false;
    }
    if (found.items || found.left || hasSource) {
      if (!developerSignIn) return false;
      log.info(
        'Adding the two people whom the developer sign-in offers; the demo catalogue stays away',
      );
      await addPeople(trx, demoPeople().slice(0, 2), { withAdmin: true });
      return false;
    }
    log.info('The database is empty: loading the demo catalogue');
    const now = new Date();
    const { items, people } = await writeDemo(trx, now, { withAdmin: true });
    await trx('demo_state').update({ loaded_at: now });
    log.info(`Loaded ${items} demo items and ${people} demo people`);
    return true;
  });
}
