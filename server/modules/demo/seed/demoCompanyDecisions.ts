// Decisions of the demo companies: data rules, stages of services, subscriptions and official loadouts. They are invented; facts have a source.
import type { Knex } from 'knex';
import { z } from 'zod';
import {
  dataClasses,
  factKinds,
  planTiers,
  verdictValues,
} from '../../access/dataRules/dataRules.module.ts';
import { dayMs, utcDay } from '../../../shared/durations.ts';
import { limits } from '../../../config/limits.ts';
import type { StageName } from '../../access/stages/stages.module.ts';
import { termsInput } from '../../subscriptions/subscriptions.module.ts';
import { disciplines } from '../../people/disciplines/disciplines.module.ts';
import { readDemoData } from './seedData.ts';

const verdict = z
  .strictObject({
    verdict: z.enum(verdictValues),
    ru: z.string().optional(),
    en: z.string().optional(),
  })
  .refine((one) => one.verdict !== 'yes_if' || (one.ru && one.en), 'a condition in both languages');

const policy = z.strictObject({
  verdicts: z.partialRecord(z.enum(dataClasses), verdict),
  status: z.string(),
  result: z.string().nullable(),
  account: z.string(),
});

const bookmarkId = z.int().positive();

/** Schema of the file, described in data/README.md. */
const demoRules = z.strictObject({
  policies: z.record(z.string(), policy),
  groups: z.record(z.string(), z.array(bookmarkId)),
  companies: z.record(
    z.string(),
    z.strictObject({
      decidedBy: z.string(),
      owner: z.string(),
      rules: z.record(z.string(), z.string()),
    }),
  ),
  single: z.array(
    z.strictObject({
      company: z.string(),
      bookmarkId,
      tier: z.enum(planTiers),
      policy: z.string(),
      reviewInDays: z.int().optional(),
    }),
  ),
  facts: z.record(
    z.string().regex(/^\d+$/),
    z.array(
      z.strictObject({
        kind: z.enum(factKinds),
        ru: z.string(),
        en: z.string(),
        sourceUrl: z.url({ protocol: /^https$/ }),
        sourceDate: z.iso.date(),
      }),
    ),
  ),
});

/** Groups of data rules that apply without an approval of the company. */
const forEverything = new Set(['local', 'learning']);
const reviewAfterDays = 180;
const decidedDaysAgo = 30;

const dayAfter = (time: Date, days: number): string =>
  utcDay(new Date(time.getTime() + days * dayMs));

interface Decision {
  company: string;
  bookmarkId: number;
  tier: string;
  policy: string;
  reviewInDays: number;
}

interface Loaded {
  /** Ids by the keys of people. */
  people: ReadonlyMap<string, number>;
  /** Ids of the demo items by bookmark id. */
  items: ReadonlyMap<number, number>;
  /** Original tags of the demo items by bookmark id. */
  tagsOf: ReadonlyMap<number, readonly string[]>;
  now: Date;
}

/** All decisions, each once; single decisions override those of groups. */
function decisions(
  data: z.output<typeof demoRules>,
  isApproved: (bookmarkId: number, company: string) => boolean,
): Decision[] {
  const single = data.single.map((one) => ({ reviewInDays: reviewAfterDays, ...one }));
  const ofGroups = Object.entries(data.companies).flatMap(([company, { rules }]) =>
    Object.entries(rules).flatMap(([group, name]) =>
      data.groups[group]!.filter((id) => forEverything.has(group) || isApproved(id, company)).map(
        (id) => ({
          company,
          bookmarkId: id,
          tier: 'team',
          policy: name,
          reviewInDays: reviewAfterDays,
        }),
      ),
    ),
  );
  const byKey = new Map<string, Decision>();
  for (const one of [...ofGroups, ...single])
    byKey.set(`${one.company} ${one.bookmarkId} ${one.tier}`, one);
  return [...byKey.values()];
}

/** Adds rules for existing companies and items; existing rules stay unchanged. */
export async function loadRules(db: Knex, { people, items, tagsOf, now }: Loaded): Promise<void> {
  const data = demoRules.parse(readDemoData('rules'));
  const known: { key: string; approval_tag: string }[] = await db('companies').select(
    'key',
    'approval_tag',
  );
  const companies = new Map(known.map((company) => [company.key, company.approval_tag]));
  const isApproved = (id: number, company: string) =>
    tagsOf.get(id)?.some((tag) => tag.toLowerCase() === companies.get(company)) ?? false;
  const rows = decisions(data, isApproved).flatMap((one) => {
    const item_id = items.get(one.bookmarkId);
    const company = data.companies[one.company]!;
    if (item_id === undefined || !companies.has(one.company)) return [];
    const { verdicts, ...words } = data.policies[one.policy]!;
    return [
      {
        ...words,
        item_id,
        company_key: one.company,
        tier: one.tier,
        verdicts: JSON.stringify(verdicts),
        facts: JSON.stringify(data.facts[one.bookmarkId] ?? []),
        owner: company.owner,
        decided_by: people.get(company.decidedBy) ?? null,
        decided_at: new Date(now.getTime() - decidedDaysAgo * dayMs),
        review_by: dayAfter(now, one.reviewInDays),
        version: 1,
        is_demo: true,
      },
    ];
  });
  if (rows.length > 0)
    await db('data_rules').insert(rows).onConflict(['item_id', 'company_key', 'tier']).ignore();
}

/** An entry of the file, described in data/README.md. */
interface DemoStage {
  bookmarkId: number;
  company: string;
  stage: StageName;
  daysAgo: number;
  questionRu?: string;
  questionEn?: string;
  endsInDays?: number;
  reasonRu?: string;
  reasonEn?: string;
  testers?: string[];
}

/** Adds stages for existing companies and items; existing ones stay unchanged. */
export async function loadStages(
  db: Knex,
  { people, items, now }: Omit<Loaded, 'tagsOf'>,
): Promise<void> {
  const companies = new Set<string>(await db('companies').pluck('key'));
  for (const one of readDemoData<DemoStage[]>('stages')) {
    const item_id = items.get(one.bookmarkId);
    if (item_id === undefined || !companies.has(one.company)) continue;
    const [made]: { id: number }[] = await db('item_stages')
      .insert({
        item_id,
        company_key: one.company,
        stage: one.stage,
        question_ru: one.questionRu ?? null,
        question_en: one.questionEn ?? null,
        ends_on: one.endsInDays ? dayAfter(now, one.endsInDays) : null,
        reason_ru: one.reasonRu ?? null,
        reason_en: one.reasonEn ?? null,
        decided_by: people.get('admin') ?? null,
        decided_at: new Date(now.getTime() - one.daysAgo * dayMs),
        is_demo: true,
      })
      .onConflict(['company_key', 'item_id'])
      .ignore()
      .returning('id');
    const testers = (one.testers ?? []).flatMap((key) => people.get(key) ?? []);
    if (made && testers.length > 0)
      await db('pilot_testers').insert(
        testers.map((user_id) => ({ stage_id: made.id, user_id, joined_at: now })),
      );
  }
}

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
  { people, items, now }: Omit<Loaded, 'tagsOf'>,
): Promise<void> {
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
        renews_on: dayAfter(now, one.renewsInDays),
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

async function addLoadoutItems(
  db: Knex,
  loadoutId: number,
  services: z.output<typeof demoLoadouts>[number]['items'],
  items: Loaded['items'],
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
export async function loadLoadouts(
  db: Knex,
  { people, items }: Pick<Loaded, 'people' | 'items'>,
): Promise<void> {
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
    await addLoadoutItems(db, made!.id, services, items);
  }
}

/** Adds restored items back to the demo loadouts that nobody has changed. */
export async function restoreLoadoutItems(
  db: Knex,
  { items }: Pick<Loaded, 'items'>,
): Promise<void> {
  const held: { id: number; title_en: string }[] = await db('loadouts')
    .where({ is_demo: true })
    .select('id', 'title_en');
  for (const { titleEn, items: services } of demoLoadouts.parse(readDemoData('loadouts'))) {
    const loadout = held.find((one) => one.title_en === titleEn);
    if (loadout) await addLoadoutItems(db, loadout.id, services, items);
  }
}
