// Subscriptions of the demo, from data/subscriptions.json.
import type { Knex } from 'knex';
import { z } from 'zod';
import { dayMs } from '../../../shared/durations.ts';
import { termsInput } from '../../subscriptions/subscriptions.module.ts';
import { readDemoData } from './seedData.ts';

const { plan, seats, pricePerSeat, currency, period, note } = termsInput.shape;

/** Schema of the file, described in data/README.md. */
const demoSubscriptions = z.array(
  z.strictObject({
    bookmarkId: z.int().positive(),
    company: z.string(),
    plan,
    seats,
    pricePerSeat,
    currency,
    period,
    owner: z.string(),
    renewsInDays: z.int(),
    noticeDays: z.int(),
    note,
  }),
);

/** Adds subscriptions for existing companies and items; existing ones stay unchanged. */
export async function loadSubscriptions(
  db: Knex,
  ids: { people: ReadonlyMap<string, number>; items: ReadonlyMap<number, number>; now: Date },
): Promise<void> {
  const { people, items, now } = ids;
  const companies = new Set<string>(await db('companies').pluck('key'));
  const titles: { id: number; title_en: string }[] = await db('items')
    .whereIn('id', [...items.values()])
    .select('id', db.raw('coalesce(title_en, title_ru) as title_en'));
  const titleOf = new Map(titles.map(({ id, title_en: title }) => [id, title]));
  const rows = demoSubscriptions.parse(readDemoData('subscriptions')).flatMap((one) => {
    const item_id = items.get(one.bookmarkId);
    const service = titleOf.get(item_id ?? 0);
    if (item_id === undefined || service === undefined || !companies.has(one.company)) return [];
    return [
      {
        item_id,
        service,
        company_key: one.company,
        plan: one.plan,
        seats: one.seats,
        price_per_seat: one.pricePerSeat,
        currency: one.currency,
        period: one.period,
        owner_id: people.get(one.owner) ?? null,
        renews_on: new Date(now.getTime() + one.renewsInDays * dayMs).toISOString().slice(0, 10),
        notice_days: one.noticeDays,
        note: one.note,
        updated_at: now,
        is_demo: true,
      },
    ];
  });
  if (rows.length > 0)
    await db('subscriptions').insert(rows).onConflict(['item_id', 'company_key']).ignore();
}
