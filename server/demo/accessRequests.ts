// The demo's requests for access, from data/accessRequests.json, as old as they are said to be when the demo is loaded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { z } from 'zod';
import { accessRequestInput } from '../domain/access/access.ts';
import { accessStatuses, addWorkingDays } from '../domain/access/accessSteps.ts';
import { limits } from '../limits.ts';
import { hourMs } from '../shared/durations.ts';

const { subscriptionType, features, needsTesting, dataClasses } = accessRequestInput.shape;

/** What data/README.md says of the file. */
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
    /** The last step; without it nothing has happened yet. */
    movedHoursAgo: z.number().positive().optional(),
    endsInDays: z.number().positive().optional(),
  }),
);

/** Writes those of them whose service is there. Nobody gets a mail of them: they count as sent. */
export async function loadAccessRequests(
  db: Knex,
  ids: { people: Map<string, number>; items: Map<number, number>; now: Date },
): Promise<void> {
  const { people, items, now } = ids;
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const text = readFileSync(join(import.meta.dirname, 'data', 'accessRequests.json'), 'utf8');
  const requests = demoRequests
    .parse(JSON.parse(text))
    .filter(({ bookmarkId }) => items.has(bookmarkId));
  if (requests.length === 0) return;
  const titles: { id: number; title_ru: string }[] = await db('items')
    .select('id', 'title_ru')
    .whereIn(
      'id',
      requests.map(({ bookmarkId }) => items.get(bookmarkId) ?? 0),
    );
  const titleOf = new Map(titles.map(({ id, title_ru }) => [id, title_ru]));
  await db('access_requests').insert(
    requests.map((one) => ({
      user_id: people.get(one.author),
      item_id: items.get(one.bookmarkId),
      service: titleOf.get(items.get(one.bookmarkId) ?? 0),
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
      decided_by: one.decidedBy ? people.get(one.decidedBy) : null,
      word: one.word ?? null,
      expires_at: one.endsInDays ? before(-24 * one.endsInDays) : null,
    })),
  );
}
