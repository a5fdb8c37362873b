// Z1 for every field below the root: whoever is given an object reads its fields, but those for admins only.
import { getNamedType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { anItem, aUseCase, aUser } from '../builders.ts';
import {
  getCells,
  documentOf,
  filled,
  matrix,
  schema,
  startRightsWorld,
  type RightsWorld,
} from '../rightsMatrix.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType =>
    isObjectType(type) && !type.name.startsWith('__') && !/^(Query|Mutation)$/.test(type.name),
);

/** A way from a root query to a type: `knowledgeItem`, `likes`, `users`. */
function wayTo(target: string): string[] | null {
  const ways: { type: GraphQLObjectType; way: string[] }[] = [
    { type: schema.getQueryType()!, way: [] },
  ];
  const seen = new Set<string>();
  for (const { type, way } of ways) {
    for (const field of Object.values(type.getFields())) {
      const below = getNamedType(field.type);
      const path = way.length === 0 ? `Query.${field.name}` : `${type.name}.${field.name}`;
      // The way must be open to everybody who may ask at its beginning.
      if (!isObjectType(below) || matrix.adminOnly.includes(path)) continue;
      if (below.name === target) return [...way, field.name];
      if (seen.has(below.name)) continue;
      seen.add(below.name);
      ways.push({ type: below, way: [...way, field.name] });
    }
  }
  return null;
}

const selectionOf = (field: GraphQLField<unknown, unknown>): string =>
  isObjectType(getNamedType(field.type)) ? `${field.name} { __typename }` : field.name;

/** Types that only a mutation answers: their right is that of the mutation. */
const answersOfMutations = types.filter(({ name }) => wayTo(name) === null).map(({ name }) => name);

let world: RightsWorld;
let named: Record<string, string>;

beforeAll(async () => {
  world = await startRightsWorld();
  const { db } = world.app.database;
  const { user, other, admin } = world.people;
  named = await world.things(user.userId);
  // A colleague uses what stands in the loadout.
  await db('item_likes').insert({ user_id: other.userId, item_id: Number(named['$item']) });
  // The admin, too, is asked about a Telegram.
  await world.things(world.people.admin.userId);
  // Access that its holders no longer need is to be revoked.
  await db('access_reviews').update({ is_needed: false, answered_at: new Date() });
  const { id: itemId, sourceUrl: address } = await anItem(db, {
    titleRu: 'Findable слова',
    titleEn: 'Findable words',
    tags: ['nextersapproved', 'text'],
  });
  named['$item'] = String(itemId);
  await anItem(db, { titleEn: 'Findable words' });
  // Something like it, and a look at its address.
  const like = await anItem(db, { titleEn: 'Another', tags: ['text'] });
  await anItem(db, { tags: ['other'] });
  await db('item_tasks').insert({ item_id: like.id, language: 'en', tasks: ['sort parcels'] });
  await db('link_checks').insert({
    item_id: itemId,
    url: address,
    checked_at: new Date(),
    state: 'ok',
    status: '200',
  });
  await db('activity').insert({
    action: 'item.edited',
    subject_type: 'item',
    subject_id: named['$item'],
    item_id: itemId,
    before: JSON.stringify({ titleEn: 'Before' }),
    after: JSON.stringify({ titleEn: 'Findable words' }),
  });
  const rule = JSON.stringify({
    verdicts: { source_code: { verdict: 'yes' } },
    facts: [
      { kind: 'region', en: 'x', sourceUrl: 'https://example.com/', sourceDate: '2026-11-01' },
    ],
  });
  const place = { item_id: itemId, company_key: 'nexters', tier: 'team' };
  await db('data_rules').insert({
    ...place,
    ...Object.fromEntries(
      Object.entries(JSON.parse(rule) as object).map(([part, value]) => [
        part,
        JSON.stringify(value),
      ]),
    ),
    ai_role: 'deployer',
    ai_tier: 'limited',
    decided_by: admin.userId,
  });
  await db('data_rule_change_parts').insert({
    ...place,
    change_id: named['$rulesChange'],
    before: rule,
    after: rule,
  });
  await db('incidents').insert({
    item_id: itemId,
    kind: 'outage',
    severity: 'notice',
    text_en: 'It is down',
    started_by: user.userId,
    started_at: new Date(),
  });
  const [stage] = await db('item_stages')
    .insert({
      company_key: 'nexters',
      item_id: itemId,
      stage: 'pilot',
      question_en: 'Is it faster?',
      ends_on: new Date(),
      reason_en: 'Findable words',
      decided_by: admin.userId,
      decided_at: new Date(),
    })
    .returning<{ id: number }[]>('id');
  await db('item_stage_changes').insert({
    stage_id: stage!.id,
    version: 1,
    before: '{"stage":"listed"}',
    after: '{"stage":"pilot"}',
    changed_by: admin.userId,
    changed_at: new Date(),
  });
  await db('item_tasks').insert({ item_id: itemId, language: 'en', tasks: ['sort parcels'] });
  for (const { userId } of [user, other, admin]) {
    const { id } = await aUseCase(db, { itemId, userId, descriptionEn: 'A quick umbrella' });
    const { user: fan } = await world.newPeople();
    await db('item_likes').insert({ user_id: userId, item_id: itemId });
    await db('feed_addresses').insert({
      user_id: userId,
      secret_hash: Buffer.from(String(userId)),
      created_at: new Date(),
    });
    await db('complaints').insert([
      { user_id: userId, item_id: itemId, complaint_type: 'spam' },
      {
        user_id: userId,
        item_id: itemId,
        complaint_type: 'broken_link',
        status: 'resolved',
        resolved_at: new Date(),
        cure_id: named['$cure'],
      },
    ]);
    await db('use_case_likes').insert({
      user_id: fan.userId,
      use_case_id: id,
    });
    await db('notifications').insert({
      user_id: userId,
      kind: 'case_liked',
      item_id: itemId,
      subject_id: String(id),
      parts: [String(fan.userId)],
      fold_key: `case_liked:${id}`,
      at: new Date(),
    });
  }
  await admin.call('POST', '/api/v1/email/request-access', {
    service: 'Findable words',
    subscriptionType: 'basic',
    features: 'All of them',
    needsTesting: false,
  });
  await db('activity').insert({
    action: 'access.moved',
    subject_type: 'access',
    subject_id: db.raw('(select max(id)::text from access_requests)'),
    after: JSON.stringify({ status: 'approved' }),
  });
  await admin.call('GET', '/api/v1/knowledge/search?search=quetzalcoatl');
  for (const tag of ['Twin', 'twin'])
    await db('tags').insert({ original_name: tag, name_ru: tag, name_en: tag });
  // A service of the demo that somebody uses, beside an own one with its address.
  const sourceUrl = 'https://demo.example.com/';
  const [demo] = [await anItem(db, { sourceUrl }), await anItem(db, { sourceUrl })];
  await db('items').where({ id: demo.id }).update({ is_demo: true });
  await db('item_likes').insert({ user_id: (await aUser(db)).id, item_id: demo.id });
});
afterAll(async () => {
  await world.app.close();
});

test('every field beside those for admins is known, and every known one is a field', () => {
  const mixed = new Set(matrix.adminOnly.map((path) => path.split('.')[0]));
  const rows = [
    ...Object.entries(matrix.besideAdminOnly).flatMap(([type, fields]) =>
      fields.map((field) => `${type}.${field}`),
    ),
    ...matrix.adminOnly,
  ];
  const fields = types
    .filter(({ name }) => mixed.has(name))
    .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
  expect(rows.sort()).toEqual(fields.sort());
});

const reachable = types
  .filter(({ name }) => !answersOfMutations.includes(name))
  .map((type) => [type.name, type] as const);

/** The objects at the end of a way through an answer. */
const objectsAt = (node: unknown, way: string[]): Record<string, unknown>[] => {
  if (Array.isArray(node)) return node.flatMap((one) => objectsAt(one, way));
  if (typeof node !== 'object' || node === null) return [];
  const [next, ...rest] = way;
  if (next === undefined) return [node as Record<string, unknown>];
  return objectsAt((node as Record<string, unknown>)[next], rest);
};

/** Types that our things do not lead to, since they stand for something that has not happened here. */
const empty = new Set([
  'SignInPreview',
  'SyncFailure',
  'SyncCounts',
  'SyncStatus',
  'UseCaseProgress',
]);

test.each(reachable)('%s', async (name, type) => {
  const [root = '', ...rest] = wayTo(name)!;
  const line = matrix.fields[`Query.${root}`]!;
  const fields = Object.values(type.getFields());
  const selection = rest.reduceRight(
    (below, field) => `${field} { ${below} }`,
    fields.map(selectionOf).join(' '),
  );
  const search = root === 'searchKnowledge' ? { search: 'findable parcels umbrella' } : {};
  const variables = { ...filled(line.arguments ?? {}, named), ...search };
  const query = documentOf(`Query.${root}`, variables, selection);
  const isMixed = fields.some((field) => matrix.adminOnly.includes(`${name}.${field.name}`));
  // Who may ask at all is the rule of the root field.
  for (const caller of isMixed ? matrix.callers : ['user', 'admin']) {
    const { body } = await world.callOf(caller)<{
      data?: { result: unknown };
      errors?: { extensions: { code: string } }[];
    }>('POST', '/graphql', { query, variables });
    const cell = getCells(line)[matrix.callers.indexOf(caller)]!;
    if (cell !== 'allowed') {
      expect({ caller, code: body.errors?.[0]?.extensions.code }).toEqual({ caller, code: cell });
      continue;
    }
    expect({ caller, errors: body.errors ?? [] }).toEqual({ caller, errors: [] });
    const objects = objectsAt(body.data?.result, rest);
    if (caller === 'admin' && !empty.has(name))
      expect({ name, reached: objects.length > 0 }).toEqual({ name, reached: true });
    const isAdmin = caller === 'admin' || caller === 'token admin';
    for (const field of fields) {
      const isHidden = matrix.adminOnly.includes(`${name}.${field.name}`) && !isAdmin;
      const leaks = isHidden && objects.some((one) => one[field.name] !== null);
      expect({ caller, field: field.name, leaks }).toEqual({
        caller,
        field: field.name,
        leaks: false,
      });
    }
  }
});
