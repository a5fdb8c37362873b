// Overview of a service over GraphQL and REST: usage by company, purpose and alternatives.
import { print } from 'graphql';
import { dataClasses, type StoredVerdict } from '../../modules/access/dataRules/dataRules.ts';
import { loadDemoCatalogue } from '../../modules/demo/seed/demoSeed.ts';
import { createLog } from '../../shared/log.ts';
import { aUseCase, aUser, anItem } from '../../testing/builders.ts';
import { readClientOperations } from '../../testing/clientOperations.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const fields = `id titleEn isVerified
  usedBy { company { key } count } colleagues { name company { key } }
  recommendedUseCases { id likesCount author { telegramUsername company { key } } }
  expertsToAsk { name company { key } useCasesCount }
  concepts { id nameEn } linkCheck { state checkedAt }
  alternatives { item { id titleEn isVerified } difference { kind concept { id } count } }`;

interface Company {
  company: { key: string } | null;
}
interface Chosen {
  id: string;
  titleEn: string;
  isVerified: boolean;
  usedBy: (Company & { count: number })[];
  colleagues: (Company & { name: string })[];
  recommendedUseCases: {
    id: string;
    likesCount: number;
    author: Company & { telegramUsername: string | null };
  }[];
  expertsToAsk: (Company & { name: string })[];
  concepts: { id: string; nameEn: string }[];
  linkCheck: { state: string } | null;
  alternatives: {
    item: { id: string; titleEn: string; isVerified: boolean };
    difference: { kind: string; concept: { id: string } | null; count: number | null };
  }[];
}

let app: TestApp;
let person: Caller & { userId: number };
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  await loadDemoCatalogue(app.database.db, createLog({ level: 'silent' }));
  person = await app.signedIn({ company: 'gdev' });
  admin = await app.signedIn({ email: 'admin@gdev.inc', isAdmin: true, company: 'gdev' });
});
afterAll(() => app.close());

const idOf = async (titleEn: string): Promise<string> => {
  const row: { id: number } = await app.database.db('items').where({ title_en: titleEn }).first();
  return String(row.id);
};
const read = async (id: string, caller: Caller = person): Promise<Chosen> => {
  const { body } = await caller.graphql<{ knowledgeItem: Chosen }>(
    `query ($id: ID!) { knowledgeItem(id: $id) { ${fields} } }`,
    { id },
  );
  expect(body.errors).toBeUndefined();
  return body.data!.knowledgeItem;
};
const compare = async (ids: string[], caller: Caller = person) =>
  caller.graphql<{ knowledgeItems: Chosen[] }>(
    `query ($ids: [ID!]!) { knowledgeItems(ids: $ids) { ${fields} } }`,
    { ids },
  );

test('groups users by company, the own one first; names colleagues, counts others', async () => {
  const { db } = app.database;
  const { id } = await anItem(db);
  const people = await Promise.all(
    [null, 'nexters', 'nexters', 'gdev', 'cubicgames'].map((companyKey, place) =>
      aUser(db, { companyKey, name: `User ${place}`, email: null }),
    ),
  );
  await db('item_likes').insert(people.map((user) => ({ user_id: user.id, item_id: id })));
  const { usedBy, colleagues } = await read(String(id));
  expect(usedBy.map(({ company, count }) => [company?.key ?? null, count])).toEqual([
    ['gdev', 1],
    ['nexters', 2],
    ['cubicgames', 1],
    [null, 1],
  ]);
  expect(colleagues.map(({ name }) => name)).toEqual(['User 3']);
});

test('lists use cases and experts of the own company first, then by likes', async () => {
  const { db } = app.database;
  const { id: itemId } = await anItem(db);
  const colleague = await aUser(db, { name: 'Colleague' });
  const stranger = await aUser(db, { name: 'Stranger', companyKey: 'nexters', email: null });
  const nobody = await aUser(db, { name: 'Nobody', companyKey: null, email: null });
  const far = await aUseCase(db, { itemId, userId: stranger.id, likes: 3 });
  const near = await aUseCase(db, { itemId, userId: colleague.id });
  const useful = await aUseCase(db, { itemId, userId: colleague.id, likes: 1 });
  const lone = await aUseCase(db, { itemId, userId: nobody.id, likes: 4 });
  await aUseCase(db, { itemId, userId: colleague.id, likes: 9, deletedAt: new Date() });
  const { recommendedUseCases, expertsToAsk } = await read(String(itemId));
  expect(recommendedUseCases.map((one) => Number(one.id))).toEqual(
    [useful, near, lone, far].map((one) => one.id),
  );
  expect(expertsToAsk.map(({ name }) => name)).toEqual(['Colleague', 'Nobody', 'Stranger']);
  const authors = [colleague.id, nobody.id];
  await db('users').whereIn('id', authors).update({ telegram_username: 'somebody' });
  // People who left are not listed as experts.
  await db('users').where({ id: nobody.id }).update({ disabled_at: new Date() });
  const left = await read(String(itemId));
  expect(left.expertsToAsk.map(({ name }) => name)).toEqual(['Colleague', 'Stranger']);
  expect(left.recommendedUseCases.map(({ author }) => author.telegramUsername)).toEqual([
    'somebody',
    'somebody',
    null,
    null,
  ]);
});

test('lists purposes and alternatives, approved ones first', async () => {
  const midjourney = await read(await idOf('Midjourney'));
  expect(midjourney.concepts[0]).toBeDefined();
  expect(midjourney.concepts.length).toBeLessThanOrEqual(6);
  expect(midjourney.alternatives).toHaveLength(3);
  const approved = midjourney.alternatives.map(({ item }) => item.isVerified);
  expect(approved).toEqual(approved.toSorted((a, b) => Number(b) - Number(a)));
  expect(midjourney.alternatives.map(({ item }) => item.id)).not.toContain(midjourney.id);
  for (const { item, difference } of midjourney.alternatives) {
    if (item.isVerified !== midjourney.isVerified) {
      expect(difference.kind).toBe(item.isVerified ? 'approved' : 'not_approved');
    }
    expect(difference.kind === 'serves' || difference.kind === 'lacks').toBe(
      difference.concept !== null,
    );
  }
});

test('suggests hidden alternatives to admins only', async () => {
  const { db } = app.database;
  const id = await idOf('Midjourney');
  const before = await read(id);
  const hidden = before.alternatives[0]!.item.id;
  await db('items').where({ id: hidden }).update({ admin_visibility: 'hidden' });
  const idsOf = ({ alternatives }: Chosen) => alternatives.map(({ item }) => item.id);
  expect(idsOf(await read(id))).not.toContain(hidden);
  expect(idsOf(await read(id, admin))).toContain(hidden);
  expect((await compare([id, hidden])).body.data!.knowledgeItems.map((one) => one.id)).toEqual([
    id,
  ]);
  await db('items').where({ id: hidden }).update({ admin_visibility: 'visible' });
});

test('shows the last link check of the current address only', async () => {
  const { db } = app.database;
  const { id, sourceUrl } = await anItem(db);
  expect((await read(String(id))).linkCheck).toBeNull();
  await db('link_checks').insert({
    item_id: id,
    url: sourceUrl,
    checked_at: new Date(),
    state: 'ok',
    status: '200',
  });
  expect((await read(String(id))).linkCheck).toMatchObject({ state: 'ok' });
  await db('items').where({ id }).update({ source_url: 'https://moved.example.com/' });
  expect((await read(String(id))).linkCheck).toBeNull();
});

test('compares items in the given order, each once; a merged one leads to its target', async () => {
  const { db } = app.database;
  const [one, two, old] = await Promise.all([anItem(db), anItem(db), anItem(db)]);
  await db('items').where({ id: old.id }).update({ removed_at: new Date(), merged_into: one.id });
  const ids = [two.id, old.id, one.id, 2_000_000_000].map(String);
  const { body } = await compare(ids);
  expect(body.data!.knowledgeItems.map((item) => Number(item.id))).toEqual([two.id, one.id]);
  expect((await read(String(old.id))).id).toBe(String(one.id));
  const mixed = await compare(['0', 'qwerty', String(one.id)]);
  expect(mixed.body.data!.knowledgeItems.map((item) => Number(item.id))).toEqual([one.id]);
  const five = await compare(['1', '2', '3', '4', '5']);
  expect(five.body.errors?.[0]).toMatchObject({ extensions: { code: 'INVALID' } });
});

test('four items take as many statements as one', async () => {
  const { db } = app.database;
  const rows: { id: number }[] = await db('items')
    .where({ is_demo: true, admin_visibility: 'visible' })
    .whereNull('removed_at')
    .orderBy('likes_count', 'desc')
    .limit(4);
  const ids = rows.map(({ id }) => String(id));
  const statementsOf = async (some: string[]) => {
    await compare(some);
    const before = app.statements.length;
    const { body } = await compare(some);
    expect(body.data!.knowledgeItems).toHaveLength(some.length);
    return app.statements.length - before;
  };
  expect(await statementsOf(ids)).toBe(await statementsOf(ids.slice(0, 1)));
});

test('reads the page of an item with eight statements', async () => {
  const id = await idOf('Midjourney');
  const { ServicePage: servicePage } = readClientOperations();
  const open = () =>
    person.call('POST', '/graphql', { query: print(servicePage!), variables: { id } });
  await open();
  const before = app.statements.length;
  expect((await open()).body).toMatchObject({ data: { knowledgeItem: { id } } });
  // Session, item, overview, companies, alternatives, loadouts, stage, and whether the reader is an approver.
  expect(app.statements.length - before).toBeLessThanOrEqual(8);
});

describe('the status of an item, from approval, data rules and the own request', () => {
  const statusOf = async (caller: Caller, id: number) => {
    const { body } = await caller.graphql<{ knowledgeItem: { approvalStatus: string } }>(
      'query ($id: ID!) { knowledgeItem(id: $id) { approvalStatus } }',
      { id },
    );
    return body.data?.knowledgeItem.approvalStatus;
  };

  const askFor = (person: { userId: number }, itemId: number, status = 'requested') =>
    app.database.db('access_requests').insert({
      user_id: person.userId,
      item_id: itemId,
      service: 'One',
      subscription_type: 'pro',
      features: 'all',
      status,
    });

  interface Case {
    tag?: boolean;
    verdicts?: Record<string, StoredVerdict>;
    rule?: { status?: string; review_by?: string };
    request?: 'requested' | 'needs_answer' | 'granted' | 'declined';
  }

  const yes = { source_code: { verdict: 'yes' } } as const;
  const no = Object.fromEntries(dataClasses.map((one) => [one, { verdict: 'no' } as const]));

  const cases: [string, Case][] = [
    ['approved', { tag: true, verdicts: { ...yes, player_data: { verdict: 'no' } } }],
    // A request for a wider use does not remove the approval.
    ['approved', { tag: true, request: 'requested' }],
    ['with_conditions', { tag: true, verdicts: { source_code: { verdict: 'yes_if', en: 'x' } } }],
    ['with_conditions', { tag: true, verdicts: yes, rule: { status: 'restricted' } }],
    ['under_review', { tag: true, rule: { status: 'under_review' } }],
    ['under_review', { tag: true, verdicts: yes, rule: { review_by: '2020-01-31' } }],
    ['under_review', { request: 'requested' }],
    ['not_decided', {}],
    ['not_decided', { verdicts: yes }],
    ['not_decided', { request: 'declined' }],
    ['not_allowed', { tag: true, rule: { status: 'not_allowed' } }],
    ['not_allowed', { tag: true, verdicts: no }],
    ['not_allowed', { rule: { status: 'not_allowed' }, request: 'requested' }],
  ];

  test('is derived from approval, rules and the own request', async () => {
    const { db } = app.database;
    const person = await app.signedIn({ company: 'nexters' });
    for (const [status, { tag, verdicts, rule, request }] of cases) {
      const { id } = await anItem(db, { tags: tag ? ['nextersapproved'] : ['gdevapproved'] });
      if (verdicts || rule)
        await db('data_rules').insert({
          item_id: id,
          company_key: 'nexters',
          tier: 'team',
          verdicts: JSON.stringify(verdicts ?? {}),
          ...rule,
        });
      if (request) await askFor(person, id, request);
      const seen = await statusOf(person, id);
      expect({ tag, verdicts, rule, request, seen }).toEqual({
        tag,
        verdicts,
        rule,
        request,
        seen: status,
      });
    }
  });

  test('reveals nothing about other companies and people', async () => {
    const { db } = app.database;
    const { id } = await anItem(db, { tags: ['gdevapproved'] });
    const asking = await app.signedIn();
    await askFor(asking, id);
    expect(await statusOf(asking, id)).toBe('under_review');
    expect(await statusOf(await app.signedIn(), id)).toBe('not_decided');
    expect(await statusOf(await app.signedIn({ company: null }), id)).toBe('not_decided');
    expect(await statusOf(await app.signedIn({ company: 'gdev' }), id)).toBe('approved');
  });
});
