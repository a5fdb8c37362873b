// Property test: no transport and no filter shows an undecided, overdue or checked class as allowed.
import fc from '../../../testing/fastCheck.ts';
import { anItem } from '../../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { readCsvTable } from '../../../integrations/csvTable/csvTable.ts';
import { limits } from '../../../config/limits.ts';
import {
  dataClasses,
  planTiers,
  ruleStatuses,
  verdictValues,
  type DataClass,
  type PlanTier,
  type Verdict,
} from './dataRules.ts';

const companies = ['gdev', 'nexters'] as const;
const itemsCount = 6;

interface Drawn {
  item: number;
  company: (typeof companies)[number];
  tier: PlanTier;
  verdicts: Partial<Record<DataClass, Verdict>>;
  status: (typeof ruleStatuses)[number] | null;
  /** Days from today on which it is to be reviewed; null for never. */
  review: number | null;
}

let app: TestApp;
let items: number[];
let hidden: number;
let readers: Record<(typeof companies)[number], Caller>;
let admin: Caller;
/** Somebody of nexters who was chosen to decide on access, and so decides its rules. */
let chosen: Caller & { userId: number };

beforeAll(async () => {
  app = await startTestApp();
  const made = [];
  for (let number = 0; number < itemsCount; number += 1) made.push(await anItem(app.database.db));
  items = made.map(({ id }) => id);
  hidden = items.at(-1)!;
  await app.database.db('items').where({ id: hidden }).update({ admin_visibility: 'hidden' });
  readers = {
    gdev: await app.signedIn({ email: 'reader@gdev.example', company: 'gdev' }),
    nexters: await app.signedIn({ email: 'reader@nexters.example', company: 'nexters' }),
  };
  chosen = await app.signedIn({ email: 'chosen@nexters.example', company: 'nexters' });
  await app.database
    .db('access_approvers')
    .insert({ company_key: 'nexters', user_id: chosen.userId });
  admin = await app.signedIn({ email: 'admin@gdev.example', company: 'gdev', isAdmin: true });
});
afterAll(async () => {
  await app.close();
});

const drawnRule: fc.Arbitrary<Drawn> = fc.record({
  item: fc.nat(itemsCount - 1),
  company: fc.constantFrom(...companies),
  tier: fc.constantFrom(...planTiers),
  verdicts: fc.dictionary(fc.constantFrom(...dataClasses), fc.constantFrom(...verdictValues), {
    maxKeys: 6,
  }),
  status: fc.option(fc.constantFrom(...ruleStatuses)),
  review: fc.option(fc.constantFrom(-30, -1, 0, 1)),
});

const keyOf = ({ item, company, tier }: Pick<Drawn, 'item' | 'company' | 'tier'>) =>
  `${item} ${company} ${tier}`;

/** What the text of the design says, in words of its own: a yes that somebody has decided and nobody has to decide again. */
const isYes = (rule: Drawn | undefined, one: DataClass): boolean => {
  const verdict = rule?.verdicts[one];
  if (rule === undefined || (verdict !== 'yes' && verdict !== 'yes_if')) return false;
  if (rule.review !== null && rule.review < 0) return false;
  return rule.status === null || rule.status === 'approved' || rule.status === 'restricted';
};

async function write(rules: readonly Drawn[]): Promise<void> {
  const { db } = app.database;
  await db('data_rules').delete();
  for (const { item, company, tier, verdicts, status, review } of rules) {
    await db('data_rules').insert({
      item_id: items[item],
      company_key: company,
      tier,
      status,
      version: 1,
      verdicts: JSON.stringify(
        Object.fromEntries(
          Object.entries(verdicts).map(([one, verdict]) => [
            one,
            verdict === 'yes_if' ? { verdict, en: 'Without names' } : { verdict },
          ]),
        ),
      ),
      review_by:
        review === null ? null : db.raw(`(now() at time zone 'UTC')::date + ?::integer`, [review]),
    });
  }
}

/** Holds what a door says of a class against what was drawn. */
function look(door: string, said: boolean, wanted: boolean): void {
  expect({ door, said }).toEqual({ door, said: wanted });
}

const searched = (tier: PlanTier): string =>
  `query { ${dataClasses
    .map(
      (one) =>
        `${one}: searchKnowledge(allowedFor: [${one}], allowedTier: ${tier}, perPage: 20) { total items { id } }`,
    )
    .join('\n')}
    counts: dataClassCounts(allowedTier: ${tier}) { dataClass count } }`;

type SearchAnswer = Record<DataClass, { total: number; items: { id: string }[] }> & {
  counts: { dataClass: DataClass; count: number }[];
};

async function lookThroughGraphql(
  rules: Map<string, Drawn>,
  company: (typeof companies)[number],
  tier: PlanTier,
): Promise<void> {
  const reader = readers[company];
  const { body } = await reader.graphql<SearchAnswer>(searched(tier));
  const shown = await reader.graphql<{
    page: {
      items: { id: string; dataRules: { verdicts: { dataClass: DataClass; verdict: string }[] } }[];
    };
  }>(
    `query { page: searchKnowledge(perPage: 20) { items { id dataRules(tier: ${tier}) { verdicts { dataClass verdict } } } } }`,
  );
  for (const one of dataClasses) {
    const kept = new Set(body.data[one].items.map(({ id }) => Number(id)));
    expect(body.data[one].total).toBe(kept.size);
    expect(body.data.counts.find(({ dataClass }) => dataClass === one)?.count).toBe(kept.size);
    for (const [item, id] of items.entries()) {
      const wanted = isYes(rules.get(keyOf({ item, company, tier })), one);
      look('filter over GraphQL', kept.has(id), wanted && id !== hidden);
      const card = shown.body.data.page.items.find((found) => Number(found.id) === id);
      if (id === hidden) expect(card).toBeUndefined();
      else {
        const word = card!.dataRules.verdicts.find(({ dataClass }) => dataClass === one)!.verdict;
        look('card over GraphQL', word.startsWith('yes'), wanted);
      }
    }
  }
}

async function lookThroughRest(
  rules: Map<string, Drawn>,
  company: (typeof companies)[number],
  tier: PlanTier,
): Promise<void> {
  for (const one of dataClasses) {
    const { body } = await readers[company].call<{ data: { id: string }[] }>(
      'GET',
      `/api/v1/knowledge/search?allowedFor=${one}&allowedTier=${tier}&perPage=20`,
    );
    const kept = new Set(body.data.map(({ id }) => Number(id)));
    for (const [item, id] of items.entries()) {
      const wanted = isYes(rules.get(keyOf({ item, company, tier })), one) && id !== hidden;
      look('filter over REST', kept.has(id), wanted);
    }
  }
  for (const [item, id] of items.entries()) {
    const { status, body } = await readers[company].call<{
      data: { verdicts: { dataClass: DataClass; verdict: string }[] };
    }>('GET', `/api/v1/knowledge/${id}/rules?tier=${tier}`);
    expect(status).toBe(id === hidden ? 404 : 200);
    if (id === hidden) continue;
    for (const { dataClass, verdict } of body.data.verdicts) {
      const wanted = isYes(rules.get(keyOf({ item, company, tier })), dataClass);
      look('rule over REST', verdict.startsWith('yes'), wanted);
    }
  }
}

async function lookThroughMatrix(rules: Map<string, Drawn>, tier: PlanTier): Promise<void> {
  const { body } = await chosen.graphql<{
    page: {
      services: {
        itemId: string;
        rules: { verdicts: { dataClass: DataClass; verdict: string; decided: string | null }[] };
      }[];
    };
  }>(
    `query { page: servicesWithDataRules(company: "nexters", tier: ${tier}, perPage: 50) { services { itemId rules { verdicts { dataClass verdict decided } } } } }`,
  );
  const shown = new Map(body.data.page.services.map((one) => [Number(one.itemId), one.rules]));
  for (const [item, id] of items.entries()) {
    expect(shown.has(id)).toBe(id !== hidden);
    const rule = rules.get(keyOf({ item, company: 'nexters', tier }));
    for (const { dataClass, verdict, decided } of shown.get(id)?.verdicts ?? []) {
      look('matrix of somebody chosen', verdict.startsWith('yes'), isYes(rule, dataClass));
      expect(decided).toBe(rule?.verdicts[dataClass] ?? 'undecided');
    }
  }
}

async function lookThroughTable(
  rules: Map<string, Drawn>,
  company: (typeof companies)[number],
  reader: Caller,
): Promise<void> {
  const { body } = await reader.call<{ text: string }>(
    'GET',
    `/api/v1/rules/table?company=${company}`,
  );
  const table = readCsvTable(body.text, limits.lists.dataRulesTable);
  if ('brokenAt' in table) throw new Error('The table cannot be read');
  const rows = table.lines.map(
    ({ cells }) => new Map(table.header.map((name, place) => [name, cells[place] ?? ''])),
  );
  expect(rows.some((row) => Number(row.get('id')) === hidden)).toBe(reader === admin);
  for (const row of rows) {
    const item = items.indexOf(Number(row.get('id')));
    const tier = row.get('tier') as PlanTier;
    for (const one of dataClasses) {
      const wanted = isYes(rules.get(keyOf({ item, company, tier })), one);
      look('table', row.get(one)!.startsWith('yes'), wanted);
    }
  }
}

test('shows nothing undecided, overdue or under review as a yes, on any transport', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(drawnRule, { selector: keyOf, minLength: 4, maxLength: 24 }),
      async (drawn) => {
        await write(drawn);
        const rules = new Map(drawn.map((rule) => [keyOf(rule), rule]));
        for (const company of companies) {
          for (const tier of planTiers) await lookThroughGraphql(rules, company, tier);
          await lookThroughTable(rules, company, admin);
        }
        // One answer for each class and service: of one company and plan.
        const { company, tier } = drawn[0]!;
        await lookThroughRest(rules, company, tier);
        await lookThroughTable(rules, 'nexters', chosen);
        for (const plan of planTiers) await lookThroughMatrix(rules, plan);
      },
    ),
    { numRuns: 3 },
  );
});
