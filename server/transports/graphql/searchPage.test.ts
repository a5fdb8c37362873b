// A page of the catalogue through POST /graphql: few statements however long it is, and the limits of its input.
import { loadDemoCatalogue } from '../../modules/demo/seed/demoSeed.ts';
import { createLog } from '../../shared/log.ts';
import { aUser } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const document = `
  query Page($search: String, $perPage: Int!, $page: Int! = 0) {
    searchKnowledge(search: $search, perPage: $perPage, page: $page) {
      total pageCount correctedTo
      items {
        id titleRu titleEn descriptionRu descriptionEn isLiked likesCount useCasesCount ownUseCasesCount isVerified approvalStatus
        raindropTags partnerBadges { key name } experts { id name avatarUrl telegramUsername } expertsCount
        stage { stage }
        dataRules { decisionState status verdicts { dataClass verdict } } myAccessRequest { id status }
      }
      matches { itemId titleEn { start end } descriptionEn { start end } }
      reasons { itemId tags concepts task { text } useCase { id text } }
    }
  }`;

interface Page {
  searchKnowledge: {
    total: number;
    correctedTo: string | null;
    items: { titleEn: string }[];
    matches: object[];
    reasons: object[];
  };
}

let app: TestApp;
let person: Caller & { userId: number };
beforeAll(async () => {
  app = await startTestApp();
  await loadDemoCatalogue(app.database.db, createLog({ level: 'silent' }));
  person = await app.signedIn({ company: 'gdev' });
  // The index is built by the first who asks, or at the start.
  await app.services.searchIndex.answer(async () => ({ answer: null, isBehind: false }));
});
afterAll(() => app.close());

const ask = async (variables: Record<string, unknown>) => {
  const before = app.statements.length;
  const { body } = await person.graphql<Page>(document, variables);
  return { ...body, statements: app.statements.length - before };
};

test.each([
  ['the catalogue as it is first seen', null, 3],
  ['a search', 'генерация изображений', 3],
  ['a typing error', 'midjorney', 3],
])(
  '%s takes few statements, as many for 12 items as for one',
  async (_name, search, statements) => {
    const first = await ask({ search, perPage: 12 });
    const twelve = await ask({ search, perPage: 12 });
    const one = await ask({ search, perPage: 1 });
    expect(first.errors).toBeUndefined();
    expect(first.data.searchKnowledge.items.length).toBeGreaterThan(0);
    expect(first.data.searchKnowledge.reasons).toHaveLength(
      search ? first.data.searchKnowledge.items.length : 0,
    );
    // The cards of a page, their experts and what says why they were found, unless the process has them from another page.
    expect(first.statements).toBeLessThanOrEqual(statements + 3);
    expect(twelve.statements).toBe(statements);
    expect(one.statements).toBe(statements);
  },
);

test('a page says of rules and requests for access what the page of each service says', async () => {
  const { db } = app.database;
  const ruled: { item_id: number }[] = await db('data_rules')
    .where({ company_key: 'gdev', tier: 'team' })
    .orderBy('item_id');
  const [past, checked, decided] = ruled.map((rule) => rule.item_id);
  const admin = await aUser(db, { isAdmin: true });
  const change = (itemId: number | undefined, columns: object) =>
    db('data_rules').where({ item_id: itemId, company_key: 'gdev', tier: 'team' }).update(columns);
  await change(past, { review_by: '2020-01-31' });
  await change(checked, {
    status: 'under_review',
    owner: 'Security',
    result: 'may_ship',
    account: 'any',
  });
  await change(decided, {
    decided_by: admin.id,
    decided_at: new Date(),
    review_by: '2999-12-31',
    version: 7,
  });
  await db('access_requests').insert([
    {
      user_id: person.userId,
      item_id: past,
      service: 'One',
      subscription_type: 'pro',
      features: 'all',
    },
    {
      user_id: person.userId,
      item_id: decided,
      service: 'Two',
      subscription_type: 'pro',
      features: 'all',
      status: 'declined',
    },
    {
      user_id: admin.id,
      item_id: checked,
      service: 'Three',
      subscription_type: 'pro',
      features: 'all',
    },
  ]);
  const rules = `itemId company { key name approvalTag } tier decisionState hasApproval
    verdicts { dataClass verdict conditionRu conditionEn decided } result account status owner reviewBy version
    facts { kind textRu textEn sourceUrl sourceDate } decidedBy { id } decidedAt`;
  const told = `id own: dataRules { ${rules} } free: dataRules(tier: free) { ${rules} } myAccessRequest { id service status } approvalStatus`;
  interface Told {
    id: string;
    own: { decisionState: string; decidedAt: string | null };
    myAccessRequest: { service: string } | null;
  }
  const { body } = await person.graphql<{ searchKnowledge: { items: Told[] } }>(
    `{ searchKnowledge(perPage: 100) { items { ${told} } } }`,
  );
  expect(body.errors).toBeUndefined();
  const { items } = body.data!.searchKnowledge;
  const oneByOne: Told[] = [];
  for (const { id } of items) {
    const { body: one } = await person.graphql<{ knowledgeItem: Told }>(
      `query ($id: ID!) { knowledgeItem(id: $id) { ${told} } }`,
      { id },
    );
    oneByOne.push(one.data!.knowledgeItem);
  }
  expect(items).toEqual(oneByOne);
  expect(new Set(items.map(({ own }) => own.decisionState)).size).toBe(4);
  expect(items.filter(({ own }) => own.decidedAt !== null)).not.toEqual([]);
  expect(items.flatMap(({ myAccessRequest: one }) => one?.service ?? [])).toEqual(['One']);
});

test('an answer says what was searched instead', async () => {
  const { data } = await ask({ search: 'миджорни', perPage: 12 });
  expect(data.searchKnowledge).toMatchObject({
    correctedTo: 'midjourney',
    total: 1,
    items: [{ titleEn: 'Midjourney' }],
  });
  expect(data.searchKnowledge.matches).toEqual([
    expect.objectContaining({ titleEn: [{ start: 0, end: 10 }] }),
  ]);
});

test.each([
  [{ search: 'a'.repeat(200), perPage: 100 }, undefined],
  [{ search: 'a'.repeat(201), perPage: 12 }, 'INVALID'],
  [{ search: 'a'.repeat(10_000), perPage: 12 }, 'INVALID'],
  [{ perPage: 101 }, 'INVALID'],
  [{ perPage: 0 }, 'INVALID'],
  [{ perPage: 1, page: 10_000 }, undefined],
  [{ perPage: 1, page: 10_001 }, 'INVALID'],
  [{ search: 'a\u0000b', perPage: 1 }, 'INVALID'],
])('limits of the input: %#', async (variables, code) => {
  const { errors } = await ask(variables);
  expect(errors?.[0]?.extensions['code']).toBe(code);
});
