// Data rules of the demo companies, from data/rules.json; decisions are invented, facts have a source.
import type { Knex } from 'knex';
import { z } from 'zod';
import {
  dataClasses,
  factKinds,
  planTiers,
  verdictValues,
} from '../../access/dataRules/dataRules.module.ts';
import { dayMs } from '../../../shared/durations.ts';
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
  new Date(time.getTime() + days * dayMs).toISOString().slice(0, 10);

interface Decision {
  company: string;
  bookmarkId: number;
  tier: string;
  policy: string;
  reviewInDays: number;
}

interface Loaded {
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
