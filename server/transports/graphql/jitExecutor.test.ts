// A query has the same answer before and after its compilation, for every caller, valid or not.
import { ApolloServer } from '@apollo/server';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { loadDemoCatalogue } from '../../modules/demo/seed/demoSeed.ts';
import * as rest from '../rest/generated.ts';
import { DomainError } from '../../shared/domainError.ts';
import { createLog } from '../../shared/log.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import { createErrorFormatter } from './errors.ts';
import { jitExecutor } from './jitExecutor.ts';

let app: TestApp;
let itemId: number;
const callers: Record<string, Caller> = {};
beforeAll(async () => {
  // Health contains the uptime, which a fixed clock keeps equal.
  const now = new Date();
  app = await startTestApp({ clock: () => now, jitThreshold: 2 });
  await loadDemoCatalogue(app.database.db, createLog({ level: 'silent' }));
  callers['a visitor'] = app.visitor();
  callers['a person'] = await app.signedIn();
  callers['an admin'] = await app.signedIn({ isAdmin: true });
  const row: { id: number } | undefined = await app.database
    .db('use_cases')
    .where({ deleted_at: null })
    .orderBy('item_id')
    .first('item_id as id');
  itemId = row!.id;
  await app.database
    .db('items')
    .where({ id: itemId + 1 })
    .update({ admin_visibility: 'hidden' });
});
afterAll(() => app.close());

/** Answers of the first run and of the second one, which compiles the document. */
async function beforeAndAfter(caller: Caller, query: string, variables: Record<string, unknown>) {
  const { status, body } = await caller.graphql(query, variables);
  const after = await caller.graphql(query, variables);
  return { before: { status, body }, after: { status: after.status, body: after.body } };
}

const page = `
  fragment Card on KnowledgeItem {
    __typename id titleRu titleEn descriptionRu descriptionEn imageUrl sourceUrl isLiked likesCount useCasesCount
    raindropTags tags { id originalName nameRu nameEn count } tagsInfo { tag usageCount } isVerified ownUseCasesCount
    likes { count users { id name } } adminVisibility adminNotes syncStatus createdAt updatedAt
    partnerBadges { key name } expertsCount possibleDuplicates { id }
  }
  query Page(
    $search: String, $page: Int! = 0, $perPage: Int! = 12, $sortBy: KnowledgeSortBy! = likes, $sortOrder: SortOrder,
    $tags: [String!], $withExperts: Boolean! = true, $withoutMatches: Boolean! = false
  ) {
    found: searchKnowledge(
      search: $search, page: $page, perPage: $perPage, sortBy: $sortBy, sortOrder: $sortOrder, tags: $tags
    ) {
      total page perPage pageCount correctedTo
      items {
        ...Card
        experts(first: 2) @include(if: $withExperts) { id name company { key } useCases { id isOwn } }
        all: experts(first: 50) { id }
      }
      matches @skip(if: $withoutMatches) { itemId titleRu { start end } titleEn { start end } }
    }
    me { id name }
  }`;

const questions: [string, Record<string, unknown>][] = [
  [page, {}],
  [page, { search: 'генерация', perPage: 5 }],
  [page, { search: 'midjorney', withExperts: false }],
  [page, { sortBy: 'title', sortOrder: 'desc', withoutMatches: true }],
  [page, { search: 'щщщщщщщ' }],
  [page, { page: 9_999 }],
  [page, { perPage: 101 }],
  [page, { page: 'first' }],
  [page, { sortBy: 'age' }],
  [page, { perPage: null }],
  ['query ($id: ID!) { knowledgeItem(id: $id) { id titleEn } }', { id: '0' }],
  [
    'query ($id: ID!) { one: knowledgeItem(id: $id) { id } other: tags(first: 2) { nameEn } }',
    { id: 'x' },
  ],
  ['{ __typename __schema { queryType { name } } }', {}],
];

test('every kind of query', async () => {
  for (const [who, asked] of [
    ['a person', questions],
    ['an admin', questions.slice(0, 2)],
    ['a visitor', questions.slice(0, 1)],
  ] as const)
    for (const [query, variables] of asked) {
      const { before, after } = await beforeAndAfter(callers[who]!, query, variables);
      expect({ who, variables, ...after }).toEqual({ who, variables, ...before });
    }
});

test('an item with a hidden neighbour', async () => {
  const query = `query ($id: ID!) { knowledgeItem(id: $id) { id titleEn adminVisibility experts { name } } }`;
  for (const who of ['a person', 'an admin'])
    for (const id of [itemId, itemId + 1]) {
      const { before, after } = await beforeAndAfter(callers[who]!, query, { id: String(id) });
      expect({ who, id, ...after }).toEqual({ who, id, ...before });
    }
});

test('every query of the REST facade', async () => {
  const documents = Object.values(rest)
    .map(String)
    .filter((one) => one.trim().startsWith('query'));
  expect(documents.length).toBeGreaterThan(10);
  const id = String(itemId);
  for (const document of documents) {
    const variables = { id, itemId: id, search: 'video', query: 'video' };
    const { before, after } = await beforeAndAfter(callers['an admin']!, document, variables);
    expect({ document, ...after }).toEqual({ document, ...before });
  }
});

test('runs a search once, even when the rest of its query is refused', async () => {
  const query = `query CatalogueGap($search: String!, $id: ID!) {
    searchKnowledge(search: $search) { total }
    itemLikers(itemId: $id) { total }
  }`;
  const searches = () => app.statements.filter((sql) => sql.includes('seen_page')).length;
  for (const id of ['999999', String(itemId)]) {
    for (let run = 0; run < 3; run += 1) {
      const before = searches();
      await callers['a person']!.graphql(query, { search: `qwxzzz${id}`, id });
      // graphql-js answers a refusal before the other fields of its query have ended.
      while (searches() === before) await app.visitor().graphql('{ health { status } }');
      expect(searches()).toBe(before + 1);
    }
  }
});

test('runs a repeated, partly failing mutation once each time', async () => {
  const mutation = `mutation Twice($id: ID!, $missing: ID!, $entry: String!) {
    note: updateKnowledge(id: $id, adminNotes: $entry) { adminNotes }
    missing: updateKnowledge(id: $missing, adminNotes: $entry) { id }
  }`;
  const changes = async () =>
    Number((await app.database.db('activity').count({ count: '*' }))[0]?.['count']);
  const before = await changes();
  for (let run = 1; run <= 3; run += 1) {
    const { body } = await callers['an admin']!.graphql(mutation, {
      id: String(itemId),
      missing: '999999',
      entry: `note ${run}`,
    });
    expect(body.errors).toHaveLength(1);
    expect(await changes()).toBe(before + run);
  }
});

test('runs a refused query once, compiled or not', async () => {
  const query = 'query Again($id: ID!) { knowledgeItem(id: $id) { id } }';
  const person = callers['a person']!;
  const statementsOf = async () => {
    const before = app.statements.length;
    const { body } = await person.graphql(query, { id: '999999' });
    expect(body.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    return app.statements.length - before;
  };
  const first = await statementsOf();
  await statementsOf();
  expect(await statementsOf()).toBe(first);
});

const schema = makeExecutableSchema({
  typeDefs: `
    type Query { maybe: Box, sure: Box!, list: [Box!], maybes: [Box] }
    type Box { id: ID!, maybe: Int, sure: Int!, at: Int!, box: Box, sureBox: Box! }`,
  resolvers: {
    Query: {
      maybe: () => ({ id: 'm' }),
      sure: () => ({ id: 's' }),
      list: () => [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
      maybes: () => [{ id: 'a' }, { id: 'b' }],
    },
    Box: {
      maybe: async () => {
        throw new DomainError('FORBIDDEN', 'Not for you', { reason: 'adminOnly' });
      },
      sure: ({ id }: { id: string }) => {
        throw new DomainError('NOT_FOUND', `There is no ${id}`);
      },
      at: async ({ id }: { id: string }) => {
        if (id === 'b') throw new Error('A fault of ours');
        return id === 'c' ? null : 1;
      },
      box: () => ({ id: 'inner' }),
      sureBox: async () => ({ id: 'sure' }),
    },
  },
});
const caller = {
  viewer: { kind: 'member' as const },
  timeLimit: { within: <Result>(work: () => Result) => work() },
};
const answers = ({ compiles }: { compiles: boolean }) => {
  const formatted = createErrorFormatter(createLog({ level: 'silent' }));
  const formatError: typeof formatted = (...error) => {
    const { extensions, ...rest } = formatted(...error);
    return { ...rest, extensions: { ...extensions, errorId: 'an id' } };
  };
  const server = new ApolloServer<typeof caller>({
    schema,
    formatError,
    plugins: compiles ? [jitExecutor({ schema, formatError, threshold: 1 })] : [],
  });
  return async (query: string) => {
    const { body } = await server.executeOperation({ query }, { contextValue: caller });
    return body.kind === 'single' ? body.singleResult : null;
  };
};

test.each([
  '{ maybe { id } }',
  '{ maybe { id maybe } }',
  '{ maybe { id sure } sure { id } }',
  '{ maybe { sure also: sure } }',
  '{ sure { id sure } maybe { id } }',
  '{ sure { sureBox { sureBox { sure } } } }',
  '{ sure { box { sureBox { id sure } } id } }',
  '{ list { id maybe } }',
  '{ list { id sure } maybe { id } }',
  '{ list { id at } }',
  '{ maybes { id at maybe } }',
  '{ maybe { id box { id maybe } } maybes { sure } }',
  '{ __typename maybe { box { at } } }',
])('returns the data and errors of graphql-js for %s', async (query) => {
  const compiled = await answers({ compiles: true })(query);
  const interpreted = await answers({ compiles: false })(query);
  expect(compiled?.data).toEqual(interpreted?.data);
  // When several errors explain one null, graphql-jit lists each.
  expect(compiled?.errors).toEqual(expect.arrayContaining([...(interpreted?.errors ?? [])]));
});
