// Activity of the demo people: tasks, likes, use cases, complaints, data rules and access requests.
import type { Knex } from 'knex';
import { z } from 'zod';
import { hourMs } from '../../../shared/durations.ts';
import { loadAccessRequests } from './demoAccessRequests.ts';
import {
  datePeople,
  likedAt,
  loadRemovedLikes,
  timeOfWeek,
  useCaseLikedAt,
  useCaseTimes,
} from './demoHistory.ts';
import { missingRows, readDemoData } from './seedData.ts';
import { findDemoPeople } from './demoPeople.ts';
import { loadStages, loadRules, loadSubscriptions } from './demoCompanyDecisions.ts';

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

type Ids = ReadonlyMap<number, number>;
type People = ReadonlyMap<string, number>;

const demoTasks = z.record(
  z.string().regex(/^\d+$/),
  z.strictObject({ ru: z.array(z.string()), en: z.array(z.string()) }),
);

async function loadTasks(db: Knex, items: Ids): Promise<void> {
  const tasks = Object.entries(demoTasks.parse(readDemoData('tasks')));
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

/** Keys and ids of existing people. */
const entriesOf = (keys: readonly string[], people: People): [string, number][] =>
  keys.flatMap((key) => {
    const id = people.get(key);
    return id === undefined ? [] : [[key, id] as [string, number]];
  });

async function loadLikes(db: Knex, people: People, items: Ids, now: Date): Promise<void> {
  const likes = readDemoData<Record<string, string[]>>('likes');
  const liked = Object.entries(likes).flatMap(([bookmarkId, keys]) => {
    const item_id = items.get(Number(bookmarkId));
    return item_id === undefined
      ? []
      : entriesOf(keys, people).map(([key, user_id]) => ({
          user_id,
          item_id,
          created_at: likedAt(Number(bookmarkId), key, now),
        }));
  });
  if (liked.length > 0) await db('item_likes').insert(liked).onConflict().ignore();
}

async function loadUseCases(db: Knex, people: People, items: Ids, now: Date): Promise<void> {
  const given = readDemoData<DemoUseCase[]>('useCases');
  const timeOf = useCaseTimes(
    given.map(({ createdAt }) => createdAt),
    now,
  );
  const held: { item_id: number; user_id: number; created_at: Date }[] = await db('use_cases')
    .whereIn('user_id', [...people.values()])
    .select('item_id', 'user_id', 'created_at');
  const cases = missingRows(
    given.flatMap(({ bookmarkId, author, createdAt, ...one }) => {
      const [item_id, user_id] = [items.get(bookmarkId), people.get(author)];
      if (item_id === undefined || user_id === undefined) return [];
      return [{ ...one, item_id, user_id, created_at: timeOf(createdAt) }];
    }),
    held,
    (one) => `${one.item_id} ${one.user_id} ${timeOfWeek(one.created_at)}`,
  );
  if (cases.length === 0) return;
  const rows: { id: number }[] = await db('use_cases')
    .insert(
      cases.map((one) => ({
        item_id: one.item_id,
        user_id: one.user_id,
        description_ru: one.descriptionRu,
        description_en: one.descriptionEn,
        original_language: 'ru',
        created_at: one.created_at,
        updated_at: one.created_at,
        moved_up_at: one.created_at,
      })),
    )
    .returning('id');
  const liked = cases.flatMap(({ likedBy, created_at: writtenAt }, index) =>
    entriesOf(likedBy, people).map(([key, user_id]) => ({
      user_id,
      use_case_id: rows[index]?.id,
      created_at: useCaseLikedAt(writtenAt, key, now),
    })),
  );
  if (liked.length > 0) await db('use_case_likes').insert(liked);
}

async function loadComplaints(db: Knex, people: People, items: Ids, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const held: { item_id: number; user_id: number; complaint_type: string }[] = await db(
    'complaints',
  )
    .whereIn('user_id', [...people.values()])
    .select('item_id', 'user_id', 'complaint_type');
  const reports = missingRows(
    readDemoData<DemoComplaint[]>('complaints').flatMap((one) => {
      const [item_id, user_id] = [items.get(one.bookmarkId), people.get(one.author)];
      if (item_id === undefined || user_id === undefined) return [];
      return [
        {
          item_id,
          user_id,
          complaint_type: one.type,
          comment: one.comment,
          status: one.status,
          handled_by: (one.handledBy && people.get(one.handledBy)) || null,
          created_at: before(one.hoursAgo),
          updated_at: before(one.hoursAgo / 2),
          resolved_at: one.status === 'resolved' ? before(one.hoursAgo / 2) : null,
        },
      ];
    }),
    held,
    (one) => `${one.item_id} ${one.user_id} ${one.complaint_type}`,
  );
  if (reports.length > 0) await db('complaints').insert(reports);
}

/** Current ids of items, which may have been merged. */
export async function currentIds(db: Knex, items: Ids): Promise<Map<number, number>> {
  const { rows } = await db.raw<{ rows: { id: number; now: number }[] }>(
    'select id, item_now(id) as now from unnest(?::integer[]) as wanted (id)',
    [[...items.values()]],
  );
  const nowOf = new Map(rows.map(({ id, now }) => [id, now]));
  return new Map([...items].map(([bookmarkId, id]) => [bookmarkId, nowOf.get(id) ?? id]));
}

interface Loaded {
  /** Ids of the demo items by bookmark id. */
  items: Ids;
  /** Original tags of the demo items by bookmark id. */
  tagsOf: ReadonlyMap<number, readonly string[]>;
  now: Date;
}

/** Adds the activity on these items on a transaction, except activity of deleted demo people. */
export async function loadActivity(db: Knex, { items, tagsOf, now }: Loaded): Promise<void> {
  const people = await findDemoPeople(db);
  const places = await currentIds(db, items);
  await loadTasks(db, items);
  await datePeople(db, people, now);
  await loadLikes(db, people, places, now);
  await loadRemovedLikes(db, { people, items: places, now });
  await loadUseCases(db, people, places, now);
  await loadComplaints(db, people, places, now);
  await loadRules(db, { people, items, tagsOf, now });
  await loadAccessRequests(db, { people, items: places, now });
  await loadSubscriptions(db, { people, items: places, now });
  await loadStages(db, { people, items: places, now });
}
