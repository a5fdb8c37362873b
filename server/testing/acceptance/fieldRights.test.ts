// Z1 for every field below the root: every caller who gets an object reads its fields, except those for admins only.
import { getNamedType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { anItem, aUseCase } from '../builders.ts';
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

/** Path of fields from a root query to a type: `knowledgeItem`, `likes`, `users`. */
function wayTo(target: string): string[] | null {
  const ways: { type: GraphQLObjectType; way: string[] }[] = [
    { type: schema.getQueryType()!, way: [] },
  ];
  const seen = new Set<string>();
  for (const { type, way } of ways) {
    for (const field of Object.values(type.getFields())) {
      const below = getNamedType(field.type);
      const path = way.length === 0 ? `Query.${field.name}` : `${type.name}.${field.name}`;
      // Every caller of the root query must be allowed to read each step of the path.
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

/** Types that only mutations return; the right to the mutation covers them. */
const answersOfMutations = types.filter(({ name }) => wayTo(name) === null).map(({ name }) => name);

let world: RightsWorld;
let named: Record<string, string>;

beforeAll(async () => {
  world = await startRightsWorld();
  const { db } = world.app.database;
  const { user, other, admin } = world.people;
  named = await world.things(user.userId);
  await world.things(admin.userId, new Set(['$proposal']));
  // A colleague uses an item of the loadout.
  await db('item_likes').insert({ user_id: other.userId, item_id: Number(named['$item']) });
  const { id: itemId } = await anItem(db, {
    titleRu: 'Findable слова',
    titleEn: 'Findable words',
    tags: ['nextersapproved', 'text'],
  });
  named['$item'] = String(itemId);
  await anItem(db, { titleEn: 'Findable words' });
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
  for (const { userId } of [user, other, admin]) {
    await aUseCase(db, { itemId, userId, descriptionEn: 'A quick umbrella', likes: 1 });
    await db('item_likes').insert({ user_id: userId, item_id: itemId });
    await db('complaints').insert([
      { user_id: userId, item_id: itemId, complaint_type: 'spam' },
      {
        user_id: userId,
        item_id: itemId,
        complaint_type: 'broken_link',
        status: 'resolved',
        resolved_at: new Date(),
        cure_id: named['$fix'],
      },
    ]);
  }
});
afterAll(async () => {
  await world.app.close();
});

test('lists exactly the existing fields beside those for admins', () => {
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

/** The objects at the end of a path through an answer. */
const objectsAt = (node: unknown, way: string[]): Record<string, unknown>[] => {
  if (Array.isArray(node)) return node.flatMap((one) => objectsAt(one, way));
  if (typeof node !== 'object' || node === null) return [];
  const [next, ...rest] = way;
  if (next === undefined) return [node as Record<string, unknown>];
  return objectsAt((node as Record<string, unknown>)[next], rest);
};

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
  // The rule of the root field says who may call it.
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
    if (caller === 'admin' && isMixed)
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
