// Data that only admins may read appears nowhere in the output of the API for others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normaliseAddress } from '../../modules/catalogue/pageAddresses/normaliseAddress.ts';
import { aUseCase, anItem } from '../builders.ts';
import { routes } from '../../transports/rest/routes.ts';
import { startTestApp, type Caller, type TestApp } from '../testApp.ts';

const { adminOnly } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'rights.json'), 'utf8'),
) as {
  adminOnly: string[];
};

const item = `__typename id titleEn titleRu sourceUrl raindropTags tags { originalName } tagsInfo { tag }
  likes { users { __typename id email company { __typename key approvalTag } } } experts { name useCases { id } }
  adminVisibility adminNotes syncStatus possibleDuplicates { id titleEn }
  dataRules { __typename aiRole aiTier verdicts { __typename decided } }`;
const complaint = `__typename id userIp userId reporter { __typename id email telegramUsername } handledBy { id } sameOpenCount
  appliedFix { __typename by { id } } knowledgeItem { __typename id titleEn }`;

type Person = Caller & { userId: number };
let app: TestApp;
let user: Person;
let other: Person;
let admin: Person;
let visibleId: number;
let hiddenId: number;

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app.database;
  user = await app.signedIn({ email: 'user@nexters.example' });
  other = await app.signedIn({ email: 'secret.other@nexters.example' });
  admin = await app.signedIn({ email: 'secret.admin@nexters.example', isAdmin: true });
  const sourceUrl = 'https://twin.example.com/';
  const tags = ['nexters approved', 'writing'];
  const visible = await anItem(db, { titleEn: 'Visible twin', sourceUrl, tags });
  visibleId = visible.id;
  hiddenId = (
    await anItem(db, {
      titleEn: 'Zebrahidden',
      titleRu: 'Зебраскрыта',
      sourceUrl,
      tags: ['zebratag'],
      adminVisibility: 'hidden',
    })
  ).id;
  await db('items').where({ id: visibleId }).update({ admin_notes: 'Secret note' });
  await db('users')
    .whereIn('id', [user.userId, other.userId])
    .update({ telegram_username: 'public_telegram' });
  await db('data_rules').insert({
    item_id: visibleId,
    company_key: 'nexters',
    tier: 'team',
    verdicts: JSON.stringify({ source_code: { verdict: 'yes' } }),
    ai_role: 'deployer',
    ai_tier: 'limited',
  });
  await admin.graphql(`mutation { setDataRules(company: "nexters", rules: [
    { itemId: "${visibleId}", tier: team, aiRole: provider, aiTier: high }]) { changed } }`);
  await db('proposed_services').insert({
    user_id: user.userId,
    address: sourceUrl,
    normalised_url: normaliseAddress(sourceUrl),
    state: 'declined',
    answer: 'No',
    handled_by: admin.userId,
    created_at: new Date(),
    settled_at: new Date(),
  });
  for (const id of [visibleId, hiddenId]) {
    const [fix] = await db('complaint_cures')
      .insert({
        item_id: id,
        complaint_type: 'spam',
        act: 'hide',
        cured_by: admin.userId,
        cured_at: new Date(),
      })
      .returning('id');
    for (const person of [user, other]) {
      await aUseCase(db, { itemId: id, userId: person.userId });
      await db('item_likes')
        .insert({ user_id: person.userId, item_id: id })
        .onConflict(['user_id', 'item_id'])
        .ignore();
      await db('complaints').insert({
        user_id: person.userId,
        item_id: id,
        user_ip: '203.0.113.9',
        complaint_type: 'spam',
        handled_by: admin.userId,
        cure_id: (fix as { id: number }).id,
      });
    }
  }
});
afterAll(() => app.close());

const queries = (): string[] => [
  `{ searchKnowledge { total items { ${item} } } }`,
  `{ searchKnowledge(search: "Zebrahidden") { total items { id titleEn } } }`,
  `{ knowledgeItem(id: "${visibleId}") { ${item} } }`,
  `{ knowledgeItem(id: "${hiddenId}") { ${item} } }`,
  `{ likedKnowledge { ${item.replace('experts { name useCases { id } }', '')} } }`,
  `{ popularKnowledge(first: 10) { ${item} } }`,
  `{ myComplaints { ${complaint} } }`,
  `{ complaints { ${complaint} } }`,
  `{ tags { originalName count } }`,
  `{ dataRulesHistory(itemId: "${visibleId}", company: "nexters") { entries { after { __typename aiRole aiTier } } } }`,
  '{ proposals { __typename id proposer { id } decidedBy { id } existingItem { id } } }',
  '{ health { __typename version parts { __typename name detail } } }',
  `{ suggestions(search: "zebra") { text value } }`,
  `{ myUseCases { id knowledgeItem { id titleEn } } }`,
  ...[visibleId, hiddenId].flatMap((id) => [
    `{ itemExperts(itemId: "${id}") { id name company { __typename approvalTag } } }`,
    `{ useCases(itemId: "${id}") { id author { __typename id email } knowledgeItem { titleEn } } }`,
    `{ myUseCasesForItem(itemId: "${id}") { id knowledgeItem { titleEn } } }`,
  ]),
];

/** The admin-only fields that hold a value somewhere in an answer. */
function valuesOf(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  const type = (node as { __typename?: string }).__typename ?? '';
  for (const [name, value] of Object.entries(node)) {
    if (adminOnly.includes(`${type}.${name}`) && value !== null) found.add(`${type}.${name}`);
    valuesOf(value, found);
  }
  return found;
}

const collectAnswers = async (person: Person) => {
  const answers: { query: string; status: number; body: unknown }[] = [];
  for (const query of queries()) answers.push({ query, ...(await person.graphql(query)) });
  for (const { method, path } of routes.filter((row) => row.method === 'get')) {
    for (const id of path.includes('{id}') ? [visibleId, hiddenId] : [0]) {
      const place = path.replace('{id}', String(id));
      answers.push({ query: place, ...(await person.call(method.toUpperCase(), place)) });
    }
  }
  return answers;
};

/** Markers of hidden items (Z3); of approval (Z4); of addresses, notes and reporters (Z5). */
const canaries = {
  Z3: /zebrahidden|зебраскрыта|zebratag/i,
  Z4: /approved"/i,
  Z5: /secret\.|Secret note|203\.0\.113\.9/i,
};

test('an admin reads every admin-only field, with every marker', async () => {
  const answers = await collectAnswers(admin);
  expect([...valuesOf(answers)].sort()).toEqual([...adminOnly].sort());
  const text = JSON.stringify(answers);
  for (const pattern of Object.values(canaries)) expect(text).toMatch(pattern);
});

test('a hidden item equals a missing one in every write of a user', async () => {
  const absent = '2000000000';
  const writes = [
    (id: string) => `mutation { likeKnowledge(id: "${id}") { isLiked } }`,
    (id: string) =>
      `mutation { reportItem(input: {knowledgeItemId: "${id}", complaintType: other}) { id } }`,
    (id: string) => `mutation { createUseCase(itemId: "${id}", descriptionEn: "A case") { id } }`,
    (id: string) => `mutation { unlikeKnowledge(id: "${id}") { isLiked } }`,
    (id: string) => `{ knowledgeItem(id: "${id}") { id } }`,
    (id: string) => `{ useCases(itemId: "${id}") { id } }`,
    (id: string) => `{ itemExperts(itemId: "${id}") { id } }`,
    (id: string) => `{ myUseCasesForItem(itemId: "${id}") { id } }`,
  ];
  for (const write of writes) {
    const hidden = await user.graphql(write(String(hiddenId)));
    const gone = await user.graphql(write(absent));
    expect(hidden.status).toBe(404);
    expect(hidden.body.errors).toEqual(gone.body.errors);
  }
});

test('a user reads none of them, exactly as when the hidden item is missing', async () => {
  const whole = await collectAnswers(user);
  const leaks = Object.fromEntries(
    Object.entries(canaries).map(([promise, pattern]) => [
      promise,
      whole.filter(({ body }) => pattern.test(JSON.stringify(body))).map(({ query }) => query),
    ]),
  );
  expect([...valuesOf(whole)]).toEqual([]);
  expect(leaks).toEqual({ Z3: [], Z4: [], Z5: [] });

  const { db } = app.database;
  await db('items').where({ id: hiddenId }).update({ removed_at: new Date() });
  const withoutIds = (answers: unknown): string[] =>
    (answers as unknown[]).map((answer) =>
      JSON.stringify(answer, (name, value: unknown) =>
        ['requestId', 'headers', 'uptime'].includes(name) ? undefined : value,
      ),
    );
  const gone = withoutIds(await collectAnswers(user));
  expect(withoutIds(whole).filter((answer, index) => answer !== gone[index])).toEqual([]);
});
