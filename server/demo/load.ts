// Loads the demo catalogue into an empty database: what a newcomer sees first. The data stand in data/, see its README.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { NewItem } from '../domain/knowledge/knowledge.ts';
import { knowledgeStore } from '../domain/knowledge/knowledge.store.ts';
import { normaliseAddress } from '../domain/sync/normaliseAddress.ts';
import type { Log } from '../shared/log.ts';
import { demoPictureUrl } from './pictures.ts';

interface DemoTag {
  originalName: string;
  nameRu: string;
  nameEn: string;
}

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

/** What has not been written yet. */
async function missing(db: Knex): Promise<{ people: boolean; items: boolean }> {
  const { rows } = await db.raw<{ rows: { people: boolean; items: boolean }[] }>(
    'select not exists (select from users) as people, not exists (select from items) as items',
  );
  return rows[0] ?? { people: false, items: false };
}

const toNewItem = (item: DemoItem): NewItem => ({
  bookmarkId: item.bookmarkId,
  titleRu: item.titleRu,
  titleEn: item.titleEn,
  descriptionRu: item.descriptionRu,
  descriptionEn: item.descriptionEn,
  imageUrl: item.picture ? demoPictureUrl(item.picture) : null,
  sourceUrl: item.sourceUrl,
  normalisedUrl: normaliseAddress(item.sourceUrl),
  mediaType: item.mediaType,
  mediaSource: new URL(item.sourceUrl).hostname.replace(/^www\./, ''),
  adminVisibility: item.hidden ? 'hidden' : 'visible',
  // A demo item has no bookmark behind it, so no synchronisation ever misses one.
  syncStatus: 'local',
  tags: item.tags,
  createdAt: new Date(item.createdAt),
});

async function loadPeople(db: Knex): Promise<Map<string, number>> {
  const people = read<DemoPerson[]>('people');
  const rows: { id: number; email: string }[] = await db('users')
    .insert(
      people.map((person) => ({
        name: person.name,
        email: person.email,
        is_admin: person.isAdmin,
        company_key: person.company,
        telegram_username: person.telegramUsername,
        is_demo: true,
      })),
    )
    .returning(['id', 'email']);
  const idOf = new Map(rows.map((row) => [row.email, row.id]));
  return new Map(people.map((person) => [person.key, idOf.get(person.email) ?? 0]));
}

async function loadItems(db: Knex): Promise<Map<number, number>> {
  const tags = read<DemoTag[]>('tags');
  await db('tags').insert(
    tags.map((tag) => ({
      original_name: tag.originalName,
      name_ru: tag.nameRu,
      name_en: tag.nameEn,
    })),
  );
  const ids = await knowledgeStore(db).insert(read<DemoItem[]>('items').map(toNewItem));
  return new Map([...ids].map(([bookmarkId, id]) => [bookmarkId ?? 0, id]));
}

const demoTasks = z.record(
  z.string().regex(/^\d+$/),
  z.strictObject({ ru: z.array(z.string()), en: z.array(z.string()) }),
);

async function loadTasks(db: Knex, items: Map<number, number>): Promise<void> {
  const tasks = Object.entries(demoTasks.parse(read('tasks')));
  await db('item_tasks').insert(
    tasks.flatMap(([bookmarkId, { ru, en }]) => {
      const item_id = items.get(Number(bookmarkId));
      return [
        { item_id, language: 'ru', tasks: ru },
        { item_id, language: 'en', tasks: en },
      ];
    }),
  );
}

async function loadUse(
  db: Knex,
  people: Map<string, number>,
  items: Map<number, number>,
): Promise<void> {
  const likes = read<Record<string, string[]>>('likes');
  await db('item_likes').insert(
    Object.entries(likes).flatMap(([bookmarkId, keys]) =>
      keys.map((key) => ({ user_id: people.get(key), item_id: items.get(Number(bookmarkId)) })),
    ),
  );
  const cases = read<DemoUseCase[]>('useCases');
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

const hourMs = 3_600_000;

/** What waits for an admin: reports, and searches that found nothing. */
async function loadDesk(
  db: Knex,
  people: Map<string, number>,
  items: Map<number, number>,
): Promise<void> {
  const before = (hours: number) => new Date(Date.now() - hours * hourMs);
  await db('complaints').insert(
    read<DemoComplaint[]>('complaints').map((one) => ({
      item_id: items.get(one.bookmarkId),
      user_id: people.get(one.author),
      complaint_type: one.type,
      comment: one.comment,
      status: one.status,
      handled_by: one.handledBy ? people.get(one.handledBy) : null,
      created_at: before(one.hoursAgo),
      updated_at: before(one.hoursAgo / 2),
      resolved_at: one.status === 'resolved' ? before(one.hoursAgo / 2) : null,
    })),
  );
  await db('zero_result_searches').insert(
    read<DemoWish[]>('wishes').map(({ daysAgo, ...wish }) => ({
      ...wish,
      day: before(24 * daysAgo)
        .toISOString()
        .slice(0, 10),
    })),
  );
}

/**
 * Loads the demo people where there is nobody, so that somebody can sign in, and the demo catalogue where there is no
 * item either; all in one transaction. Answers whether the catalogue was loaded.
 */
export async function loadDemoCatalogue(db: Knex, log: Log): Promise<boolean> {
  const lacks = await missing(db);
  if (!lacks.people) return false;
  log.info(
    lacks.items ? 'The database is empty: loading the demo catalogue' : 'Adding the demo people',
  );
  await db.transaction(async (trx) => {
    const people = await loadPeople(trx);
    if (!lacks.items) return;
    const items = await loadItems(trx);
    await loadTasks(trx, items);
    await loadUse(trx, people, items);
    await loadDesk(trx, people, items);
    log.info(`Loaded ${items.size} demo items and ${people.size} demo people`);
  });
  return lacks.items;
}
