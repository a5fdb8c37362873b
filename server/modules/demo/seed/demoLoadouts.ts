// Official loadouts of the demo, from data/loadouts.json.
import type { Knex } from 'knex';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { disciplines } from '../../people/disciplines/disciplines.module.ts';
import { readDemoData } from './seedData.ts';

const text = z.string().min(1);
const reason = text.max(limits.text.loadoutReason);

const demoLoadouts = z.array(
  z.strictObject({
    discipline: z.enum(disciplines),
    /** Null for all companies. */
    company: z.string().nullable(),
    owner: z.string(),
    titleRu: text.max(limits.text.loadoutTitle),
    titleEn: text.max(limits.text.loadoutTitle),
    descriptionRu: text.max(limits.text.loadoutDescription),
    descriptionEn: text.max(limits.text.loadoutDescription),
    /** Bookmark id, and the purpose of the item in Russian and in English. */
    items: z.array(z.tuple([z.int(), reason, reason])).max(limits.lists.loadoutItems),
  }),
);

interface Ids {
  people: ReadonlyMap<string, number>;
  items: ReadonlyMap<number, number>;
}

async function addItems(
  db: Knex,
  loadoutId: number,
  services: z.output<typeof demoLoadouts>[number]['items'],
  items: Ids['items'],
): Promise<void> {
  const rows = services.flatMap(([bookmarkId, reason_ru, reason_en], place) => {
    const item_id = items.get(bookmarkId);
    return item_id === undefined
      ? []
      : [{ loadout_id: loadoutId, item_id, place, reason_ru, reason_en }];
  });
  if (rows.length > 0) await db('loadout_items').insert(rows).onConflict().ignore();
}

/** Adds missing loadouts whose company and owner exist. */
export async function loadLoadouts(db: Knex, { people, items }: Ids): Promise<void> {
  const held = new Set<string>(await db('loadouts').where({ is_demo: true }).pluck('title_en'));
  const companies = new Set<string>(await db('companies').pluck('key'));
  for (const { items: services, ...one } of demoLoadouts.parse(readDemoData('loadouts'))) {
    const ownerId = people.get(one.owner);
    const isLeftOut = one.company !== null && !companies.has(one.company);
    if (held.has(one.titleEn) || ownerId === undefined || isLeftOut) continue;
    const [made]: { id: number }[] = await db('loadouts')
      .insert({
        kind: 'official',
        owner_id: ownerId,
        company_key: one.company,
        title_ru: one.titleRu,
        title_en: one.titleEn,
        description_ru: one.descriptionRu,
        description_en: one.descriptionEn,
        discipline: one.discipline,
        is_demo: true,
      })
      .returning('id');
    await addItems(db, made!.id, services, items);
  }
}

/** Adds restored items back to the demo loadouts that nobody has changed. */
export async function restoreLoadoutItems(db: Knex, { items }: Pick<Ids, 'items'>): Promise<void> {
  const held: { id: number; title_en: string }[] = await db('loadouts')
    .where({ is_demo: true })
    .select('id', 'title_en');
  for (const { titleEn, items: services } of demoLoadouts.parse(readDemoData('loadouts'))) {
    const loadout = held.find((one) => one.title_en === titleEn);
    if (loadout) await addItems(db, loadout.id, services, items);
  }
}
