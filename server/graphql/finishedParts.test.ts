// What is written once says the same as what is worked out anew, for everybody, whatever happens to the catalogue.
import { ApolloServer } from '@apollo/server';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { parse, print, type DocumentNode } from 'graphql';
import { openDatabase } from '../database/connection.ts';
import { loadDemoCatalogue } from '../demo/load.ts';
import type { ItemCard } from '../domain/knowledge/itemCards.ts';
import { SearchKnowledgeDocument } from '../rest/generated.ts';
import { knowledgeStore } from '../domain/knowledge/knowledge.store.ts';
import { createLog } from '../shared/log.ts';
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';
import { compiledQueries } from './compiled.ts';
import { createErrorFormatter } from './errors.ts';
import { fieldsOf, fragmentsOf } from './finishedFields.ts';
import { createFinishedParts, writeJson } from './finishedParts.ts';
import { bytesOf } from './finishedText.ts';

const page = `
  fragment Card on KnowledgeItem {
    __typename id titleRu titleEn descriptionRu descriptionEn imageUrl siteImageUrl sourceUrl isLiked
    likesCount useCasesCount ownUseCasesCount isVerified adminVisibility partnerBadges { __typename key name tone }
    expertsCount experts { __typename id name avatarUrl }
    marked: dataRules(tier: team) { __typename standing status verdicts { __typename dataClass verdict } }
  }
  query Page($search: String, $withTags: Boolean! = true, $first: Int! = 2) {
    searchKnowledge(search: $search, page: 0, perPage: 12) {
      total
      items {
        ...Card
        experts { likesTotal casesCount telegramUsername }
        first: experts(first: 1) { id name } told: experts(first: $first) { id }
        many: experts(first: 4) { id company { key } }
        likes { count users { id name email telegramUsername avatarUrl } }
        raindropTags adminNotes syncStatus createdAt updatedAt
        rules: dataRules { itemId hasApproval status verdicts { verdict dataClass conditionRu } standing }
        free: dataRules(tier: free) { tier standing hasApproval verdicts { verdict } }
        tags @include(if: $withTags) { id nameEn count }
      }
      near { id titleEn titleRu }
    }
    liked: likedKnowledge { id titleRu descriptionEn isLiked ...on KnowledgeItem { titleEn likesCount } }
  }`;
const withoutCondition = page
  .replace('@include(if: $withTags)', '')
  .replace(/, \$withTags[^,]*/, '');

const queries: [name: string, query: string, variables: object][] = [
  ['a page with a condition', page, {}],
  ['a page', withoutCondition, {}],
  ['a search', withoutCondition, { search: 'генерация видео' }],
  ['a search over REST', SearchKnowledgeDocument.toString(), {}],
];

let app: TestApp;
/** The same database, and no query is ever compiled. */
let plain: TestApp;
const callers: [name: string, inParts: Caller, whole: Caller][] = [];

const built = ({ services }: TestApp) =>
  services.searchIndex.answer(async () => ({ answer: null, isBehind: false }));

beforeAll(async () => {
  app = await startTestApp({ compiledAt: 1 });
  const { db, url } = app.database;
  await loadDemoCatalogue(db, createLog({ level: 'silent' }));
  const other = openDatabase(url);
  plain = await startTestApp({
    compiledAt: Number.MAX_SAFE_INTEGER,
    database: { db: other, url, drop: () => other.destroy() },
  });
  const atBoth = (caller: Caller): Caller => {
    const twin = plain.visitor();
    for (const [name, value] of caller.cookies) twin.cookies.set(name, value);
    return twin;
  };
  for (const [name, caller] of [
    ['an admin', await app.signedIn({ isAdmin: true })],
    ['a person', await app.signedIn()],
    ['somebody of another company', await app.signedIn({ company: 'gdev' })],
  ] as const)
    callers.push([name, caller, atBoth(caller)]);
  await built(app);
  await built(plain);
});
afterAll(async () => {
  await plain.close();
  await app.close();
});

/** Everybody asks twice: when a part is written, and when it is kept. Order counts, so texts are compared. */
async function compareAll(asked = queries, by = callers): Promise<string[]> {
  const texts: string[] = [];
  for (const [name, query, variables] of asked) {
    for (const [who, inParts, whole] of by) {
      const { body } = await whole.graphql(query, variables as Record<string, unknown>);
      const expected = JSON.stringify(body, null, 1);
      for (let time = 0; time < 2; time += 1) {
        const answer = await inParts.graphql(query, variables as Record<string, unknown>);
        expect(`${name}, ${who}: ${JSON.stringify(answer.body, null, 1)}`).toBe(
          `${name}, ${who}: ${expected}`,
        );
      }
      texts.push(expected);
    }
  }
  return texts;
}

test('the answers are those of the query as it stands, to the letter', async () => {
  const texts = await compareAll();
  expect(texts.filter((text) => !text.includes('titleRu'))).toEqual([]);
  // Who may see addresses does, and the text of an admin is nobody else's.
  expect(texts.map((text) => /"email": "/.test(text))).toEqual(
    queries.flatMap(() => [true, false, false]),
  );
});

test('and so they are behind changes of all that a card shows', async () => {
  const { db } = app.database;
  const [, admin] = callers[0]!;
  const [, person] = callers[1]!;
  const { body } = await person.graphql<{ searchKnowledge: { items: { id: string }[] } }>(
    '{ searchKnowledge(page: 0, perPage: 3) { items { id } } }',
  );
  const [first, second, third] = body.data.searchKnowledge.items.map(({ id }) => id);
  const author: { id: number } | undefined = await db('use_cases')
    .join('users', 'users.id', 'user_id')
    .where({ item_id: Number(first), deleted_at: null })
    .first('users.id as id');
  const { id: likerId }: { id: number } = await db('item_likes')
    .join('users', 'users.id', 'user_id')
    .where({ item_id: Number(second) })
    .orderBy('item_likes.created_at', 'desc')
    .first('users.id as id');
  const companies: string[] = await db('companies').pluck('key');
  const rulesOf = (id: string | undefined) =>
    db('data_rules').where({ item_id: Number(id), tier: 'team' });
  const changes: Record<string, () => Promise<unknown>> = {
    'a like': () =>
      person.graphql('mutation ($id: ID!) { likeKnowledge(id: $id) { isLiked } }', { id: first }),
    'a like taken back': () =>
      person.graphql('mutation ($id: ID!) { unlikeKnowledge(id: $id) { isLiked } }', { id: first }),
    'an edit': () =>
      admin.graphql(
        'mutation ($id: ID!) { updateKnowledge(id: $id, adminNotes: "seen \\"twice\\" $& $1") { id } }',
        {
          id: second,
        },
      ),
    'a hidden service': () =>
      admin.graphql(
        'mutation ($id: ID!) { updateKnowledge(id: $id, adminVisibility: hidden) { id } }',
        { id: third },
      ),
    'another name of a person': () =>
      db('users').where({ id: author!.id }).update({ name: 'Another "name" </script>' }),
    'another picture of a person': () =>
      db('users').where({ id: author!.id }).update({ avatar_url: 'https://t.me/other.png' }),
    'another address of a person': () =>
      db('users').where({ id: likerId }).update({ email: 'other@nexters.example' }),
    'another address at Telegram': () =>
      db('users').where({ id: author!.id }).update({ telegram_username: 'other' }),
    'a company that approves': () =>
      db.transaction(async (trx) => {
        await knowledgeStore(trx).ensureTags(['gdevapproved']);
        await knowledgeStore(trx).linkTags([{ itemId: Number(second), tags: ['gdevapproved'] }]);
      }),
    'another name of a company': () =>
      db('companies').where({ key: 'gdev' }).update({ name: 'Gdev & Co' }),
    'a picture of its site': () =>
      db('items')
        .where({ id: Number(second) })
        .update({ image_url: null, site_image_url: 'https://pictures.example.com/site.png' }),
    'another name of a tag': () => db('tags').update({ name_en: db.raw(`name_en || ' tag'`) }),
    'a rule': async () => {
      await rulesOf(second).delete();
      await db('data_rules').insert(
        companies.map((company_key) => ({
          item_id: Number(second),
          company_key,
          tier: 'team',
          verdicts: { source_code: { verdict: 'yes_if', ru: 'если' } },
        })),
      );
    },
    'another word of a rule': () =>
      rulesOf(second).update({ verdicts: { source_code: { verdict: 'ask' } } }),
    'a word that allows': () =>
      rulesOf(second).update({ verdicts: { source_code: { verdict: 'yes' } } }),
    'a word that forbids': () =>
      rulesOf(second).update({ verdicts: { source_code: { verdict: 'no' } } }),
    'an approval taken back': () =>
      db('item_tags')
        .where({ item_id: Number(second) })
        .delete(),
    'a status of a rule': () => rulesOf(second).update({ status: 'approved' }),
    'a rule whose review is over': () => rulesOf(second).update({ review_by: '2020-01-01' }),
    'a rule of which nothing but its status is decided': () =>
      rulesOf(second).update({ status: 'not_allowed', verdicts: {} }),
    'a case gone': () =>
      db('use_cases')
        .where({ item_id: Number(first) })
        .update({ deleted_at: new Date() }),
  };
  const compare = () => compareAll([queries[1]!, queries[3]!]);
  let before = await compare();
  for (const [name, change] of Object.entries(changes)) {
    await change();
    const after = await compare();
    expect(`${name} is seen: ${JSON.stringify(after) !== JSON.stringify(before)}`).toBe(
      `${name} is seen: true`,
    );
    before = after;
  }
});

test('over REST too', async () => {
  for (const [who, inParts, whole] of callers) {
    for (const path of [
      '/api/v1/knowledge/search?perPage=5',
      '/api/v1/knowledge/search?search=video',
    ]) {
      const expected = JSON.stringify((await whole.call('GET', path)).body);
      for (let time = 0; time < 2; time += 1)
        expect(`${who} ${JSON.stringify((await inParts.call('GET', path)).body)}`).toBe(
          `${who} ${expected}`,
        );
    }
  }
});

const typeDefs = `
  type Query { items: [KnowledgeItem!]!, one(id: ID!): KnowledgeItem }
  type KnowledgeItem {
    id: ID! titleRu: String titleEn: String isLiked: Boolean likesCount: Int! likes: LikesInfo! useCasesCount: Int!
  }
  type LikesInfo { count: Int! users: [Person!]! }
  type Person { id: ID! name: String }`;

const query =
  '{ items { id titleRu isLiked likesCount useCasesCount likes { count users { id name } } } }';

/** A small schema that counts how often its fields are worked out. */
function house() {
  const worked: Record<string, number> = {};
  const count = (name: string): void => void (worked[name] = (worked[name] ?? 0) + 1);
  const cards = [{ version: '1' }, { version: '1' }] as ItemCard[];
  let fails = false;
  const items = [0, 1].map((id) => ({ id, titleRu: `«${id}» $& "x"`, isLiked: id === 0 }));
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers: {
      Query: { items: () => items, one: (_root, { id }: { id: string }) => items[Number(id)] },
      KnowledgeItem: {
        titleEn: () => {
          if (fails) throw new Error('The title could not be read');
          return null;
        },
        titleRu: ({ titleRu }: { titleRu: string }) => (count('titleRu'), titleRu),
        isLiked: ({ isLiked }: { isLiked: boolean }) => (count('isLiked'), isLiked),
        likesCount: () => (count('likesCount'), 1),
        useCasesCount: async () => {
          if (fails) throw new Error('The cases could not be read');
          return 2;
        },
        likes: () => ({ count: 1, users: [{ id: 'u', name: 'Ann' }] }),
      },
    },
  });
  const contextOf = (isAdmin: boolean, takesFinishedParts = true) => ({
    viewer: { kind: 'member' as const, via: 'session', user: { isAdmin } },
    timeLimit: { within: <Result>(work: () => Result) => work() },
    loaders: { broughtCard: ({ id }: { id: number }) => cards[id] },
    takesFinishedParts,
  });
  const formatError = createErrorFormatter(createLog({ level: 'silent' }));
  const server = new ApolloServer<ReturnType<typeof contextOf>>({
    schema,
    formatError,
    plugins: [compiledQueries({ schema, formatError, at: 1 })],
  });
  return {
    worked,
    cards,
    schema,
    fail: () => (fails = true),
    async ask(
      isAdmin: boolean,
      text = query,
      takesFinishedParts = true,
    ): Promise<{ data: unknown; errors?: { path: unknown }[] }> {
      const { body } = await server.executeOperation(
        { query: text },
        { contextValue: contextOf(isAdmin, takesFinishedParts) },
      );
      const { singleResult } = body as { singleResult: unknown };
      return JSON.parse(
        takesFinishedParts
          ? bytesOf(writeJson(singleResult)).toString()
          : JSON.stringify(singleResult),
      );
    },
  };
}

const expected = [0, 1].map((id) => ({
  id: String(id),
  titleRu: `«${id}» $& "x"`,
  isLiked: id === 0,
  likesCount: 1,
  useCasesCount: 2,
  likes: { count: 1, users: [{ id: 'u', name: 'Ann' }] },
}));

test('a part is written once for each role and card; the rest is worked out each time', async () => {
  const { ask, worked, cards } = house();
  for (let time = 0; time < 3; time += 1)
    expect((await ask(false)).data).toEqual({ items: expected });
  expect(worked).toEqual({ titleRu: 2, likesCount: 2, isLiked: 6 });
  await ask(true);
  expect(worked).toEqual({ titleRu: 4, likesCount: 4, isLiked: 8 });
  cards[1] = { version: '2' } as ItemCard;
  await ask(false);
  await ask(false);
  expect(worked).toEqual({ titleRu: 5, likesCount: 5, isLiked: 12 });
});

test('an item that came without its card is written each time', async () => {
  const { ask, worked, cards } = house();
  cards.length = 0;
  for (let time = 0; time < 3; time += 1)
    expect((await ask(false)).data).toEqual({ items: expected });
  expect(worked).toEqual({ titleRu: 6, likesCount: 6, isLiked: 6 });
});

test('who asks about the schema learns of no part', async () => {
  const { ask } = house();
  const text = '{ __type(name: "KnowledgeItem") { fields { name } } items { id titleRu } }';
  await ask(false, text);
  const { data } = await ask(false, text);
  expect(JSON.stringify(data)).toContain('useCasesCount');
  expect(JSON.stringify(data)).not.toContain('finished_');
});

test('whoever reads the answer as an object gets it whole', async () => {
  const { ask } = house();
  await ask(false);
  expect((await ask(false, query, false)).data).toEqual({ items: expected });
});

test.each([
  ['may be nothing', 'titleEn', { items: [0, 1].map((id) => ({ id: String(id), titleEn: null })) }],
  ['must be something', 'useCasesCount', null],
])(
  'where a part cannot be had, the query is run as it stands, its errors in their places: what %s',
  async (_name, field, data) => {
    const { ask, fail } = house();
    fail();
    const answer = await ask(false, `{ items { id ${field} } }`);
    expect(answer.data).toEqual(data);
    expect(answer.errors).toContainEqual(expect.objectContaining({ path: ['items', 0, field] }));
  },
);

test('the texts that are kept take no more than their bytes', async () => {
  const { schema, cards } = house();
  const parts = createFinishedParts(schema, 1_000);
  const { KnowledgeItem: type } = parts.cutSchema().getTypeMap() as never as {
    KnowledgeItem: { getFields(): Record<string, { resolve?: Function }> };
  };
  const name = Object.keys(type.getFields()).find((one) => one.startsWith('finished_'))!;
  const { resolve } = type.getFields()[name]!;
  const { document, release } = parts.cut(parse('{ items { id titleRu } }'))!;
  const [, part] = /part: (\d+)/.exec(print(document as DocumentNode))!;
  const context = {
    viewer: { kind: 'visitor' },
    timeLimit: { within: (work: () => unknown) => work() },
    loaders: {
      broughtCard: ({ id }: { id: number }) => (cards[id] ??= { version: '1' } as ItemCard),
    },
  };
  const ask = (id: number) =>
    resolve!({ id, titleRu: 'ж'.repeat(50) }, { part: Number(part) }, context);
  for (let id = 0; id < 50; id += 1) await ask(id);
  expect(parts.kept.bytes).toBeLessThanOrEqual(1_000);
  expect(parts.kept.count).toBe(3);
  release();
  await expect(async () => ask(100)).rejects.toThrow('There is no such part any more');
});

test('a fragment is looked through once, however often fragments spread it', () => {
  const depth = 16;
  const document = parse(
    Array.from(
      { length: depth },
      (_, at) =>
        `fragment F${at} on KnowledgeItem { ${at + 1 < depth ? `...F${at + 1} ...F${at + 1}` : 'id'} }`,
    ).join(' '),
  );
  const fragments = fragmentsOf(document);
  const looked: string[] = [];
  const counting = { get: (name: string) => (looked.push(name), fragments.get(name)) };
  const fields = fieldsOf(fragments.get('F0')!.selectionSet, counting as never);
  expect([...fields!.keys()]).toEqual(['id']);
  expect(looked).toHaveLength(depth - 1);
});

test.each([
  [
    'in a fragment too',
    `{ searchKnowledge(page: 0, perPage: 1) { items { id dataRules { standing status } ...Rest } } }
     fragment Rest on KnowledgeItem { dataRules { standing hasApproval status } }`,
    /"standing"/g,
  ],
  [
    'at the root twice',
    `{ searchKnowledge(page: 0, perPage: 1) { items { id titleRu } }
       searchKnowledge(page: 0, perPage: 1) { items { titleRu titleEn isLiked likesCount } } }`,
    /"titleRu"/g,
  ],
])('a field that stands %s is said once', async (_name, asked, member) => {
  const [, person] = callers[1]!;
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const texts: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const answer = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: app.url },
      body: JSON.stringify({ query: asked }),
    });
    texts.push(await answer.text());
  }
  expect(texts.map((text) => text.match(member)?.length)).toEqual([1, 1]);
});
