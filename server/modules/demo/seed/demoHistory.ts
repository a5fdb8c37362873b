// Half a year of demo history before the loading: joining dates, likes and removed likes. Deterministic.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { demoPeople } from './demoPeople.ts';
import { missingRows, readDemoData } from './seedData.ts';

const historyDays = 182;
const weekMs = 7 * dayMs;

/** A number from 0 to below 1, deterministic for the same words. */
export const shareOf = (...words: (string | number)[]): number =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

const joined = new Map(demoPeople().map(({ key }, index) => [key, 260 - index * 7]));
const joinedDaysAgo = (person: string): number => joined.get(person) ?? historyDays;

/** Sets the joining dates of demo people. */
export async function datePeople(
  db: Knex,
  people: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  for (const [key, id] of people)
    await db('users')
      .where({ id })
      .where('created_at', '>', daysBefore(now, joinedDaysAgo(key)))
      .update({ created_at: daysBefore(now, joinedDaysAgo(key)) });
}

const likes = readDemoData<Record<string, string[]>>('likes');
const likersOf = (bookmarkId: number): string[] => likes[bookmarkId] ?? [];
/** True for items with few users, which lose them; others are new or steady. */
const isFading = (bookmarkId: number): boolean => likersOf(bookmarkId).length <= 4;
const isRising = (bookmarkId: number): boolean => bookmarkId % 9 > 5;

export function likedAt(bookmarkId: number, person: string, now: Date): Date {
  const share = shareOf('liked', bookmarkId, person);
  const ages = { rising: share ** 3, fading: 1 - share ** 3, steady: share };
  const trend = isRising(bookmarkId) ? 'rising' : isFading(bookmarkId) ? 'fading' : 'steady';
  return daysBefore(now, joinedDaysAgo(person) * ages[trend]);
}

interface Loaded {
  people: ReadonlyMap<string, number>;
  items: ReadonlyMap<number, number>;
  now: Date;
}

/** Adds removed likes: the first people liked fading items before the history begins. */
export async function loadRemovedLikes(db: Knex, { people, items, now }: Loaded): Promise<void> {
  const companies = new Map(demoPeople().map(({ key, company }) => [key, company]));
  const present = new Set<string>(await db('companies').pluck('key'));
  const first = [...people].filter(([person]) => joinedDaysAgo(person) > historyDays + 7);
  const rows = [...items].flatMap(([bookmarkId, item_id]) =>
    first
      .filter(
        ([person]) =>
          isFading(bookmarkId) &&
          bookmarkId % 2 === 0 &&
          !likersOf(bookmarkId).includes(person) &&
          shareOf('removed', bookmarkId, person) < 0.8,
      )
      .map(([person, user_id]) => ({
        item_id,
        user_id,
        company_key: present.has(companies.get(person) ?? '') ? companies.get(person) : null,
        liked_at: daysBefore(now, joinedDaysAgo(person)),
        removed_at: daysBefore(now, historyDays * shareOf('ended', bookmarkId, person)),
        is_demo: true,
      })),
  );
  const held: { item_id: number; user_id: number }[] = await db('removed_likes')
    .where({ is_demo: true })
    .whereNotNull('user_id')
    .select('item_id', 'user_id');
  const missing = missingRows(rows, held, (one) => `${one.item_id} ${one.user_id}`);
  if (missing.length > 0) await db('removed_likes').insert(missing);
}

/** Shifts the times of use cases in the file by whole weeks, up to the time of loading. */
export function useCaseTimes(createdAt: readonly string[], now: Date): (text: string) => Date {
  const newest = Math.max(...createdAt.map((text) => Date.parse(text)));
  const shift = Math.floor((now.getTime() - newest) / weekMs) * weekMs;
  return (text) => new Date(Date.parse(text) + shift);
}

/** Time within the week, which is equal for the same use case in demos loaded at different times. */
export const timeOfWeek = (at: Date): number => at.getTime() % weekMs;

export const useCaseLikedAt = (writtenAt: Date, person: string, now: Date): Date => {
  const age = Math.min(now.getTime() - writtenAt.getTime(), historyDays * dayMs);
  return new Date(now.getTime() - age * shareOf('useful', timeOfWeek(writtenAt), person));
};

interface PastRequest {
  bookmarkId: number;
  author: string;
  hoursAgo: number;
  approvedHoursAgo: number;
  grantedHoursAgo: number;
  endedHoursAgo: number;
}

/** Companies with slower approvers. */
const slowness: Record<string, number> = { gdev: 6, nexters: 14, cubicgames: 34 };

/** Access requests of a week that ended long ago; none by the two people of the developer sign-in. */
export const pastRequests = (): PastRequest[] =>
  Array.from({ length: 36 }, (_, place) => {
    const people = demoPeople().slice(2);
    const { key, company } = people[Math.floor(shareOf('author', place) * people.length)]!;
    const hoursAgo = (12 + place * 4.7) * 24;
    const approvedHoursAgo =
      hoursAgo - (slowness[company] ?? 20) * (0.3 + 1.9 * shareOf('decided', place) ** 2);
    const grantedHoursAgo = approvedHoursAgo - (1 + 22 * shareOf('opened', place) ** 2);
    return {
      bookmarkId: 1001 + Math.floor(shareOf('item', place) * 160),
      author: key,
      hoursAgo,
      approvedHoursAgo,
      grantedHoursAgo,
      endedHoursAgo: grantedHoursAgo - 7 * 24,
    };
  });

interface MovedRequest {
  id: number;
  itemId: number;
  status: string;
  createdAt: Date;
  changedAt: Date;
  requesterId: number;
  deciderId: number | null;
}

/** Steps of a request up to its status with their times: given ones, or evenly distributed. */
function stepsOf(
  { status, createdAt, changedAt }: MovedRequest,
  past: PastRequest | undefined,
  now: Date,
): [string, Date][] {
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs);
  if (past)
    return [
      ['approved', before(past.approvedHoursAgo)],
      ['granted', before(past.grantedHoursAgo)],
      ['expired', before(past.endedHoursAgo)],
    ];
  if (status === 'requested') return [];
  if (status !== 'granted') return [[status, changedAt]];
  const between = new Date((createdAt.getTime() + 2 * changedAt.getTime()) / 3);
  return [
    ['approved', between],
    ['granted', changedAt],
  ];
}

/** Records the steps of requests, from which waiting times are computed. */
export async function recordSteps(
  db: Knex,
  requests: readonly (MovedRequest & { past: PastRequest | undefined })[],
  now: Date,
): Promise<void> {
  const steps = requests
    .flatMap(({ past, ...request }) => {
      let from = 'requested';
      return stepsOf(request, past, now).map(([status, at]) => {
        const before = from;
        from = status;
        const actorId = status === 'withdrawn' ? request.requesterId : request.deciderId;
        return { request, actorId, before, status, at };
      });
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  if (steps.length === 0) return;
  await db('activity').insert(
    steps.map(({ request, actorId, before, status, at }) => ({
      at,
      actor_id: actorId,
      is_by_person: actorId !== null,
      action: 'access.moved',
      subject_type: 'access',
      subject_id: String(request.id),
      item_id: request.itemId,
      before: JSON.stringify({ status: before }),
      after: JSON.stringify({ status }),
    })),
  );
}
