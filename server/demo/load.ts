// Loads the demo catalogue: into an empty database, as what a newcomer sees first, or beside own services when an admin asks
// for it. What is there already is not written again. The data stand in data/, see its README.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { DemoSearch, DemoTag, DemoValues, GivenWay } from '../domain/demo/demo.ts';
import type { NewItem } from '../domain/knowledge/knowledge.ts';
import { knowledgeStore } from '../domain/knowledge/knowledge.store.ts';
import { searchedText } from '../domain/search/search.ts';
import { normaliseAddress } from '../domain/sync/normaliseAddress.ts';
import { hourMs } from '../shared/durations.ts';
import type { Log } from '../shared/log.ts';
import { loadAccessRequests } from './accessRequests.ts';
import { demoPictureUrl } from './pictures.ts';
import { loadRules } from './rules.ts';

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
  /** Name of a file in pictures/, without its ending. */
  picture?: string;
}

interface DemoPerson {
  key: string;
  name: string;
  email: string;
  company: string;
  telegramUsername: string | null;
  isAdmin: boolean;
}

interface DemoCompany {
  key: string;
  name: string;
  approvalTag: string;
  badgeTone: string;
  hasBadge: boolean;
}

interface DemoUseCase {
  bookmarkId: number;
  author: string;
  descriptionRu: string;
  descriptionEn: string;
  createdAt: string;
  likedBy: string[];
}

interface DemoComplaint {
  bookmarkId: number;
  author: string;
  type: string;
  comment: string | null;
  status: string;
  handledBy: string | null;
  hoursAgo: number;
}

interface DemoWish {
  text: string;
  language: 'ru' | 'en';
  daysAgo: number;
  count: number;
}

const read = <Data>(name: string): Data =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'data', `${name}.json`), 'utf8')) as Data;

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
  // A demo item has no bookmark behind it, so no synchronisation ever misses one.
  syncStatus: 'local',
  createdAt: new Date(item.createdAt),
});

/**
 * The companies of the demo's people, which an admin may have removed or changed: what is there stays, what is missing comes
 * without domains. Answers those that are there; another company may have the tag of one that is not.
 */
async function loadCompanies(db: Knex, people: readonly DemoPerson[]): Promise<Set<string>> {
  const keys = new Set(people.map(({ company }) => company));
  const companies = read<DemoCompany[]>('companies').filter(({ key }) => keys.has(key));
  await db('companies')
    .insert(
      companies.map((company) => ({
        key: company.key,
        name: company.name,
        approval_tag: company.approvalTag,
        badge_tone: company.badgeTone,
        has_badge: company.hasBadge,
        is_given: true,
      })),
    )
    .onConflict()
    .ignore();
  return new Set<string>(
    await db('companies')
      .whereIn('key', [...keys])
      .pluck('key'),
  );
}

/** Adds those of the demo's people who are not there; answers the ids of all by their keys. */
async function loadPeople(
  db: Knex,
  people: readonly DemoPerson[],
): Promise<{ idOf: Map<string, number>; added: number }> {
  const known = new Set<string>(
    await db('users').where({ is_demo: true }).whereNotNull('email').pluck('email'),
  );
  const fresh = people.filter(({ email }) => !known.has(email));
  if (fresh.length > 0) {
    const companies = await loadCompanies(db, fresh);
    await db('users').insert(
      fresh.map((person) => ({
        name: person.name,
        email: person.email,
        is_admin: person.isAdmin,
        company_key: companies.has(person.company) ? person.company : null,
        telegram_username: person.telegramUsername,
        is_demo: true,
      })),
    );
  }
  const rows: { id: number; email: string }[] = await db('users')
    .select('id', 'email')
    .where({ is_demo: true });
  const byEmail = new Map(rows.map((row) => [row.email, row.id]));
  return {
    idOf: new Map(people.map((person) => [person.key, byEmail.get(person.email) ?? 0])),
    added: fresh.length,
  };
}

/**
 * Adds those of these services whose bookmark and address nobody has, with their tags; answers their ids by bookmark id.
 * @param formerIds by bookmark id; one that is free is theirs again
 */
async function addItems(
  db: Knex,
  items: readonly NewItem[],
  formerIds: ReadonlyMap<number | null, number> = new Map(),
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
      .whereIn(
        'normalised_url',
        items.map(({ normalisedUrl }) => normalisedUrl),
      )
      .pluck('normalised_url'),
  );
  const fresh = items.filter(({ normalisedUrl }) => !known.has(normalisedUrl));
  const store = knowledgeStore(db);
  const again = await store.insertAgain(fresh, formerIds);
  const added = await store.insert(fresh.filter(({ bookmarkId }) => !again.has(bookmarkId)));
  const ids = new Map([...again, ...added]);
  await db('items')
    .whereIn('id', [...ids.values()])
    .update({ is_demo: true });
  return new Map([...ids].map(([bookmarkId, id]) => [Number(bookmarkId), id]));
}

/** Adds what is not there of all its services; answers the ids of all that are the demo's, by bookmark id. */
async function loadItems(db: Knex): Promise<{ idOf: Map<number, number>; added: number }> {
  const { size: added } = await addItems(
    db,
    read<DemoItem[]>('items').map((item) => toNewItem(item)),
  );
  const rows: { id: number; bookmark_id: number | string | null }[] = await db('items')
    .select('id', 'bookmark_id')
    .where({ is_demo: true })
    // What leads to an own service, or to nothing that is there, has nothing said of it.
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

const demoTasks = z.record(
  z.string().regex(/^\d+$/),
  z.strictObject({ ru: z.array(z.string()), en: z.array(z.string()) }),
);

async function loadTasks(db: Knex, items: Map<number, number>): Promise<void> {
  const tasks = Object.entries(demoTasks.parse(read('tasks')));
  const rows = tasks.flatMap(([bookmarkId, { ru, en }]) => {
    const item_id = items.get(Number(bookmarkId));
    if (item_id === undefined) return [];
    return [
      { item_id, language: 'ru', tasks: ru },
      { item_id, language: 'en', tasks: en },
    ];
  });
  if (rows.length > 0)
    await db('item_tasks').insert(rows).onConflict(['item_id', 'language']).ignore();
}

async function loadUse(
  db: Knex,
  people: Map<string, number>,
  items: Map<number, number>,
): Promise<void> {
  const likes = read<Record<string, string[]>>('likes');
  const liked = Object.entries(likes).flatMap(([bookmarkId, keys]) => {
    const item_id = items.get(Number(bookmarkId));
    return item_id === undefined ? [] : keys.map((key) => ({ user_id: people.get(key), item_id }));
  });
  if (liked.length > 0) await db('item_likes').insert(liked).onConflict().ignore();
  const cases = read<DemoUseCase[]>('useCases').filter(({ bookmarkId }) => items.has(bookmarkId));
  if (cases.length === 0) return;
  const rows: { id: number }[] = await db('use_cases')
    .insert(
      cases.map((one) => ({
        item_id: items.get(one.bookmarkId),
        user_id: people.get(one.author),
        description_ru: one.descriptionRu,
        description_en: one.descriptionEn,
        original_language: 'ru',
        created_at: one.createdAt,
        updated_at: one.createdAt,
        moved_up_at: one.createdAt,
      })),
    )
    .returning('id');
  await db('use_case_likes').insert(
    cases.flatMap((one, index) =>
      one.likedBy.map((key) => ({ user_id: people.get(key), use_case_id: rows[index]?.id })),
    ),
  );
}

const hoursBefore = (time: Date, hours: number) => new Date(time.getTime() - hours * hourMs);

/** The searches without results that a demo loaded at this time brings. */
const demoSearchesSince = (loadedAt: Date): DemoSearch[] =>
  read<DemoWish[]>('wishes').map(({ daysAgo, text, ...wish }) => ({
    ...wish,
    text: searchedText(text),
    day: hoursBefore(loadedAt, 24 * daysAgo)
      .toISOString()
      .slice(0, 10),
  }));

/** What the demo consists of, for who takes it away. */
export const demoData = {
  tags: read<DemoTag[]>('tags'),
  searchesSince: demoSearchesSince,
  values: (): Map<number, DemoValues> =>
    new Map(read<DemoItem[]>('items').map((item) => [item.bookmarkId, valuesOf(item)])),
};

async function loadReports(
  db: Knex,
  people: Map<string, number>,
  items: Map<number, number>,
  now: Date,
): Promise<void> {
  const reports = read<DemoComplaint[]>('complaints').filter(({ bookmarkId }) =>
    items.has(bookmarkId),
  );
  if (reports.length > 0) {
    await db('complaints').insert(
      reports.map((one) => ({
        item_id: items.get(one.bookmarkId),
        user_id: people.get(one.author),
        complaint_type: one.type,
        comment: one.comment,
        status: one.status,
        handled_by: one.handledBy ? people.get(one.handledBy) : null,
        created_at: hoursBefore(now, one.hoursAgo),
        updated_at: hoursBefore(now, one.hoursAgo / 2),
        resolved_at: one.status === 'resolved' ? hoursBefore(now, one.hoursAgo / 2) : null,
      })),
    );
  }
}

async function loadSearches(db: Knex, now: Date): Promise<void> {
  await db('zero_result_searches')
    .insert(demoSearchesSince(now))
    .onConflict(['day', 'language', 'text'])
    .merge({ count: db.raw('zero_result_searches.count + excluded.count') });
}

/** What is said of these services and done with them. */
async function loadWork(
  db: Knex,
  ids: { people: Map<string, number>; items: Map<number, number>; now: Date },
): Promise<void> {
  const { people, items, now } = ids;
  await loadTasks(db, items);
  await loadUse(db, people, items);
  await loadReports(db, people, items, now);
  const tagsOf = new Map(read<DemoItem[]>('items').map((item) => [item.bookmarkId, item.tags]));
  await loadRules(db, { ...ids, tagsOf });
  await loadAccessRequests(db, ids);
}

/** Writes the demo, on a transaction, into a catalogue in which it is not loaded. Answers how much was added. */
export async function writeDemo(db: Knex, now: Date): Promise<{ items: number; people: number }> {
  const people = await loadPeople(db, read<DemoPerson[]>('people'));
  const items = await loadItems(db);
  await loadWork(db, { people: people.idOf, items: items.idOf, now });
  await loadSearches(db, now);
  return { items: items.added, people: people.added };
}

/**
 * Writes services of the demo that had given way, on a transaction, with all that the demo has of them, as visible as they were,
 * saying and showing what they did, and by their ids where these are free; not where somebody has the address. Answers how many.
 */
export async function writeDemoItems(
  db: Knex,
  given: readonly GivenWay[],
  now: Date,
): Promise<number> {
  const isOf = (item: DemoItem, { bookmarkId, address }: GivenWay) =>
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
  );
  if (added.size === 0) return 0;
  const people = await loadPeople(db, read<DemoPerson[]>('people'));
  await loadWork(db, { people: people.idOf, items: added, now });
  return added.size;
}

interface FirstStart {
  /** Own bookmarks will come: the demo would only stand beside them. */
  hasSource?: boolean;
  /** Whether somebody must be there to sign in as. */
  developerSignIn?: boolean;
}

/**
 * What a first start finds missing, in one transaction: the demo catalogue in an empty database, unless own bookmarks will
 * come or an admin has taken it away; in its place, the two people whom the developer sign-in offers. Answers whether the
 * catalogue was loaded.
 */
export async function loadDemoCatalogue(
  db: Knex,
  log: Log,
  { hasSource = false, developerSignIn = true }: FirstStart = {},
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { people: boolean; items: boolean; left: boolean }[] }>(
      `select exists (select from users) as people, exists (select from items) as items,
         choice is not distinct from 'leave' as left from demo_state for update`,
    );
    const [found] = rows;
    if (!found || found.people) return false;
    if (found.items || found.left || hasSource) {
      if (!developerSignIn) return false;
      log.info(
        'Adding the two people whom the developer sign-in offers; the demo catalogue stays away',
      );
      await loadPeople(trx, read<DemoPerson[]>('people').slice(0, 2));
      return false;
    }
    log.info('The database is empty: loading the demo catalogue');
    const now = new Date();
    const { items, people } = await writeDemo(trx, now);
    await trx('demo_state').update({ loaded_at: now });
    log.info(`Loaded ${items} demo items and ${people} demo people`);
    return true;
  });
}
