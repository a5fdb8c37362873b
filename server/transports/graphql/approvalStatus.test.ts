// The one status of a service, from the company's approval, its data rules and the reader's own request.
import { dataClasses, type StoredVerdict } from '../../modules/access/dataRules/dataRules.ts';
import { anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const read = async (caller: Caller, id: number) => {
  const { body } = await caller.graphql<{ knowledgeItem: { approvalStatus: string } }>(
    'query ($id: ID!) { knowledgeItem(id: $id) { approvalStatus } }',
    { id },
  );
  return body.data?.knowledgeItem.approvalStatus;
};

interface Case {
  tag?: boolean;
  verdicts?: Record<string, StoredVerdict>;
  rule?: { status?: string; review_by?: string };
  request?: 'requested' | 'needs_answer' | 'granted' | 'declined';
}

const yes = { source_code: { verdict: 'yes' } } as const;
const no = Object.fromEntries(dataClasses.map((one) => [one, { verdict: 'no' } as const]));

const cases: [string, Case][] = [
  ['approved', { tag: true }],
  ['approved', { tag: true, verdicts: { ...yes, player_data: { verdict: 'no' } } }],
  // A request for a wider use takes no approval away.
  ['approved', { tag: true, request: 'requested' }],
  ['with_conditions', { tag: true, verdicts: { source_code: { verdict: 'yes_if', en: 'x' } } }],
  ['with_conditions', { tag: true, verdicts: { ...yes, player_data: { verdict: 'ask' } } }],
  ['with_conditions', { tag: true, verdicts: yes, rule: { status: 'restricted' } }],
  ['under_review', { tag: true, rule: { status: 'under_review' } }],
  ['under_review', { tag: true, verdicts: yes, rule: { review_by: '2020-01-31' } }],
  ['under_review', { request: 'requested' }],
  ['under_review', { request: 'needs_answer' }],
  ['not_decided', {}],
  ['not_decided', { verdicts: yes }],
  ['not_decided', { request: 'granted' }],
  ['not_decided', { request: 'declined' }],
  ['not_allowed', { tag: true, rule: { status: 'not_allowed' } }],
  ['not_allowed', { tag: true, verdicts: no }],
  ['not_allowed', { rule: { status: 'not_allowed' }, request: 'requested' }],
];

test.each(cases)('says %s of %j', async (status, { tag, verdicts, rule, request }) => {
  const { db } = app.database;
  const person = await app.signedIn();
  const { id } = await anItem(db, { tags: tag ? ['nextersapproved'] : ['gdevapproved'] });
  if (verdicts || rule) {
    await db('data_rules').insert({
      item_id: id,
      company_key: 'nexters',
      tier: 'team',
      verdicts: JSON.stringify(verdicts ?? {}),
      ...rule,
    });
  }
  if (request) {
    await db('access_requests').insert({
      user_id: person.userId,
      item_id: id,
      service: 'One',
      subscription_type: 'pro',
      features: 'all',
      status: request,
    });
  }
  expect(await read(person, id)).toBe(status);
});

test('tells nothing of other companies, and nothing of other people', async () => {
  const { db } = app.database;
  const { id } = await anItem(db, { tags: ['gdevapproved'] });
  const asking = await app.signedIn();
  await db('access_requests').insert({
    user_id: asking.userId,
    item_id: id,
    service: 'One',
    subscription_type: 'pro',
    features: 'all',
  });
  expect(await read(asking, id)).toBe('under_review');
  expect(await read(await app.signedIn(), id)).toBe('not_decided');
  expect(await read(await app.signedIn({ company: null }), id)).toBe('not_decided');
  expect(await read(await app.signedIn({ company: 'gdev' }), id)).toBe('approved');
});
