// Access requests of the demo, from data/accessRequests.json.
import type { Knex } from 'knex';
import { z } from 'zod';
import {
  accessRequestInput,
  accessStatuses,
  addWorkingDays,
} from '../../access/requests/accessRequests.module.ts';
import { limits } from '../../../config/limits.ts';
import { hourMs } from '../../../shared/durations.ts';
import { pastRequests, recordSteps } from './demoHistory.ts';
import { missingRows, readDemoData } from './seedData.ts';

const { subscriptionType, features, needsTesting, dataClasses } = accessRequestInput.shape;

/** Schema of the file, described in data/README.md. */
const demoRequests = z.array(
  z.strictObject({
    bookmarkId: z.int().positive(),
    author: z.string(),
    plan: subscriptionType,
    features,
    classes: dataClasses,
    testing: needsTesting,
    status: z.enum(accessStatuses),
    decidedBy: z.string().optional(),
    word: z.string().max(limits.text.accessWord).optional(),
    hoursAgo: z.number().positive(),
    /** Time of the last step; omitted for new requests. */
    movedHoursAgo: z.number().positive().optional(),
    endsInDays: z.number().positive().optional(),
  }),
);

/** Requests of the past half year whose access has ended. */
const endedRequests = () =>
  pastRequests().map((past) => ({
    bookmarkId: past.bookmarkId,
    author: past.author,
    plan: 'pro' as const,
    features: 'Пробная неделя: проверить на задачах команды, нужен ли сервис дальше.',
    classes: [],
    testing: true,
    status: 'expired' as const,
    decidedBy: 'admin',
    word: 'На неделю, дальше по итогам пробы.',
    hoursAgo: past.hoursAgo,
    movedHoursAgo: past.endedHoursAgo,
    endsInDays: -past.endedHoursAgo / 24,
    past,
  }));

/** Adds access requests for existing items and people, marked as sent so that no mail is sent. */
export async function loadAccessRequests(
  db: Knex,
  ids: { people: ReadonlyMap<string, number>; items: ReadonlyMap<number, number>; now: Date },
): Promise<void> {
  const { people, items, now } = ids;
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const held: { item_id: number | null; user_id: number }[] = await db('access_requests')
    .whereIn('user_id', [...people.values()])
    .select('item_id', 'user_id');
  const requests = missingRows(
    [
      ...demoRequests
        .parse(readDemoData('accessRequests'))
        .map((one) => ({ ...one, past: undefined })),
      ...endedRequests(),
    ].flatMap((one) => {
      const [item_id, user_id] = [items.get(one.bookmarkId), people.get(one.author)];
      return item_id === undefined || user_id === undefined ? [] : [{ ...one, item_id, user_id }];
    }),
    held,
    ({ item_id, user_id }) => `${item_id} ${user_id}`,
  );
  if (requests.length === 0) return;
  const titles: { id: number; title_ru: string }[] = await db('items')
    .select('id', 'title_ru')
    .whereIn(
      'id',
      requests.map(({ item_id }) => item_id),
    );
  const titleOf = new Map(titles.map(({ id, title_ru }) => [id, title_ru]));
  const rows = requests.map((one) => ({
    user_id: one.user_id,
    item_id: one.item_id,
    service: titleOf.get(one.item_id),
    subscription_type: one.plan,
    features: one.features,
    needs_testing: one.testing,
    data_classes: one.classes,
    state: 'sent',
    sent_at: before(one.hoursAgo),
    created_at: before(one.hoursAgo),
    status: one.status,
    due_at: addWorkingDays(before(one.hoursAgo), limits.accessRequest.dueWorkingDays),
    changed_at: before(one.movedHoursAgo ?? one.hoursAgo),
    decided_by: (one.decidedBy && people.get(one.decidedBy)) || null,
    word: one.word ?? null,
    expires_at: one.endsInDays ? before(-24 * one.endsInDays) : null,
  }));
  const made: { id: number }[] = await db('access_requests').insert(rows).returning('id');
  await recordSteps(
    db,
    rows.map((row, place) => ({
      id: made[place]!.id,
      itemId: row.item_id,
      status: row.status,
      createdAt: row.created_at,
      changedAt: row.changed_at,
      requesterId: row.user_id,
      deciderId: row.decided_by,
      past: requests[place]!.past,
    })),
    now,
  );
}
