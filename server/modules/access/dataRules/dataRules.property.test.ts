// Z7: no transport and no filter shows an undecided, overdue or unchecked class as allowed.
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
  /** Days from today to the review; null for never. */
  review: number | null;
}

let app: TestApp;
let items: number[];
let hidden: number;
let readers: Record<(typeof companies)[number], Caller>;
let admin: Caller;
/** An approver of nexters, who also decides its rules. */
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

/** Independent implementation of the specification: a current yes of a person. */
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

/** The company and plan for which interfaces state verdicts. */
interface Scope {
  company: (typeof companies)[number];
  tier: PlanTier;
}
interface Said extends Scope {
  where: string;
  itemId: number;
  dataClass: DataClass;
  isAllowed: boolean;
}
interface Rule {
  verdicts: { dataClass: DataClass; verdict: string; decided?: string | null }[];
}

/** Verdicts by a filter, which keeps these ids. */
const kept = (where: string, scope: Scope, dataClass: DataClass, found: { id: string }[]): Said[] =>
  items.map((itemId) => ({
    ...scope,
    where,
    itemId,
    dataClass,
    isAllowed: found.some(({ id }) => Number(id) === itemId),
  }));
const told = (where: string, scope: Scope, itemId: number, { verdicts }: Rule): Said[] =>
  verdicts.map(({ dataClass, verdict }) => ({
    ...scope,
    where,
    itemId,
    dataClass,
    isAllowed: verdict.startsWith('yes'),
  }));

async function overGraphql(scope: Scope): Promise<Said[]> {
  const { company, tier } = scope;
  const filters = dataClasses.map(
    (one) =>
      `${one}: searchKnowledge(allowedFor: [${one}], allowedTier: ${tier}, perPage: 20) { total items { id } }`,
  );
  const { body } = await readers[company].graphql<
    Record<DataClass, { total: number; items: { id: string }[] }> & {
      counts: { dataClass: DataClass; count: number }[];
      page: { items: { id: string; dataRules: Rule }[] };
    }
  >(
    `query { ${filters.join('\n')} counts: dataClassCounts(allowedTier: ${tier}) { dataClass count }
      page: searchKnowledge(perPage: 20) { items { id dataRules(tier: ${tier}) { verdicts { dataClass verdict } } } } }`,
  );
  const { page, counts } = body.data;
  const shown = page.items.map(({ id }) => Number(id));
  expect(shown.toSorted()).toEqual(items.filter((id) => id !== hidden).toSorted());
  return [
    ...page.items.flatMap(({ id, dataRules }) => told('card', scope, Number(id), dataRules)),
    ...dataClasses.flatMap((one) => {
      const { items: found, total } = body.data[one];
      expect(total).toBe(found.length);
      expect(counts.find(({ dataClass }) => dataClass === one)?.count).toBe(total);
      return kept('filter over GraphQL', scope, one, found);
    }),
  ];
}

async function overRest(scope: Scope): Promise<Said[]> {
  const { company, tier } = scope;
  const said: Said[] = [];
  for (const one of dataClasses) {
    const path = `/api/v1/knowledge/search?allowedFor=${one}&allowedTier=${tier}&perPage=20`;
    const { body } = await readers[company].call<{ data: { id: string }[] }>('GET', path);
    said.push(...kept('filter over REST', scope, one, body.data));
  }
  for (const id of items) {
    const path = `/api/v1/knowledge/${id}/rules?tier=${tier}`;
    const { status, body } = await readers[company].call<{ data: Rule }>('GET', path);
    expect(status).toBe(id === hidden ? 404 : 200);
    if (id !== hidden) said.push(...told('rule over REST', scope, id, body.data));
  }
  return said;
}

async function inMatrix(tier: PlanTier): Promise<Said[]> {
  const { body } = await chosen.graphql<{ page: { services: { itemId: string; rules: Rule }[] } }>(
    `query { page: servicesWithDataRules(company: "nexters", tier: ${tier}, perPage: 50) { services { itemId rules { verdicts { dataClass verdict } } } } }`,
  );
  const scope: Scope = { company: 'nexters', tier };
  const { services } = body.data.page;
  expect(services).toHaveLength(itemsCount - 1);
  return services.flatMap(({ itemId, rules }) => told('matrix', scope, Number(itemId), rules));
}

async function inTable(company: Scope['company'], reader: Caller): Promise<Said[]> {
  const path = `/api/v1/rules/table?company=${company}`;
  const { body } = await reader.call<{ text: string }>('GET', path);
  const table = readCsvTable(body.text, limits.lists.dataRulesTable);
  if ('brokenAt' in table) throw new Error('The table cannot be read');
  const rows = table.lines.map(
    ({ cells }) => new Map(table.header.map((name, place) => [name, cells[place] ?? ''])),
  );
  expect(rows.some((row) => Number(row.get('id')) === hidden)).toBe(reader === admin);
  return rows.flatMap((row) => {
    const scope = { company, tier: row.get('tier') as PlanTier };
    const verdicts = dataClasses.map((one) => ({ dataClass: one, verdict: row.get(one)! }));
    return told('table', scope, Number(row.get('id')), { verdicts });
  });
}

test('shows nothing undecided, overdue or under review as a yes, on any transport', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(drawnRule, { selector: keyOf, minLength: 4, maxLength: 24 }),
      async (drawn) => {
        await write(drawn);
        const rules = new Map(drawn.map((rule) => [keyOf(rule), rule]));
        const said = [...(await overRest(drawn[0]!)), ...(await inTable('nexters', chosen))];
        for (const company of companies) said.push(...(await inTable(company, admin)));
        for (const tier of planTiers) {
          said.push(...(await inMatrix(tier)));
          for (const company of companies) said.push(...(await overGraphql({ company, tier })));
        }
        for (const { isAllowed, ...one } of said) {
          const rule = rules.get(keyOf({ ...one, item: items.indexOf(one.itemId) }));
          // Only an admin's table contains the hidden service.
          const isShown = one.itemId !== hidden || one.where === 'table';
          expect({ ...one, isAllowed }).toEqual({
            ...one,
            isAllowed: isShown && isYes(rule, one.dataClass),
          });
        }
      },
    ),
    { numRuns: 2 },
  );
});
