// Search by meaning with an embedding model over HTTP: only when words find nothing, and equally over every transport.
import { setTimeout as pause } from 'node:timers/promises';
import {
  startFakeEmbeddings,
  type Fault,
  type FakeEmbeddings,
} from '../../../../fakes/embeddings.ts';
import { limits } from '../../../config/limits.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { createLog } from '../../../shared/log.ts';
import { connectAgent } from '../../../testing/agents.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import { startTestApp, tokenOf, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { loadDemoCatalogue } from '../../demo/seed/demoSeed.ts';
import { readQueries } from '../evaluation/demoQueries.ts';

const document = `
  query ($search: String, $exact: Boolean! = false, $tags: [String!], $language: Language) {
    searchKnowledge(search: $search, exact: $exact, tags: $tags, language: $language, perPage: 12) {
      total unsure isCatalogueGap correctedTo similarToName items { id titleEn } near { id titleEn }
      reasons { itemId tags concepts isSimilarInMeaning }
    }
    filterCounts(search: $search, exact: $exact, tags: $tags) { total }
  }`;

interface Found {
  total: number;
  unsure: boolean;
  isCatalogueGap: boolean;
  items: { id: string; titleEn: string }[];
  near: { id: string; titleEn: string }[];
  reasons: { itemId: string; isSimilarInMeaning: boolean }[];
}

/** Words that no item contains, and the item that they mean. */
const wanted = 'бебешковый зюзюк';
const title = 'Adobe Podcast';

let model: FakeEmbeddings;
let app: TestApp;
let person: Caller & { userId: number };
let admin: Caller & { userId: number };
let meaning: string;
let now = Date.now();

const env = () => ({ EMBEDDINGS_URL: model.url, EMBEDDINGS_MODEL: 'first' });
const embedItems = async (one: TestApp): Promise<void> => {
  await one.services.jobs.enqueue('embedItems');
  await runDueJobs(one.database.url, one.services);
};

async function ask(search: string, given: Record<string, unknown> = {}, caller: Caller = person) {
  const variables = { search, language: 'ru', ...given };
  const { body } = await caller.graphql<{
    searchKnowledge: Found;
    filterCounts: { total: number };
  }>(document, variables);
  expect(body.errors).toBeUndefined();
  const { searchKnowledge: found, filterCounts } = body.data;
  return { ...found, counted: filterCounts.total };
}
const titlesOf = (found: Pick<Found, 'items' | 'near'>) =>
  [...found.items, ...found.near].map(({ titleEn }) => titleEn);
/** A minute later, since results are cached. */
const health = async (name: string) => {
  now += minuteMs;
  return (await app.services.health.check()).parts.find((part) => part.name === name);
};

beforeAll(async () => {
  model = await startFakeEmbeddings();
  app = await startTestApp({ env: env(), clock: () => new Date(now) });
  const { db } = app.database;
  await loadDemoCatalogue(db, createLog({ level: 'silent' }));
  await db('company_domains').insert({ domain: 'nexters.example', company_key: 'nexters' });
  const [item] = await db('items').where({ title_en: title }).select('description_en as text');
  meaning = item.text as string;
  model.setMeaning(wanted, meaning);
  await embedItems(app);
  person = await app.signedIn();
  admin = await app.signedIn({ email: 'admin@gdev.inc', isAdmin: true });
});
afterAll(async () => {
  await app.close();
  await model.close();
});
/** Another server on the same database. */
const beside = (options: Parameters<typeof startTestApp>[0]): Promise<TestApp> =>
  startTestApp({ ...options, database: { ...app.database, drop: async () => undefined } });

beforeEach(() => {
  model.setFault(null);
  model.requests.length = 0;
});

test('finds by meaning what words do not find, equally over GraphQL, REST and MCP, with reason and totals', async () => {
  const found = await ask(wanted);
  expect(found).toMatchObject({ unsure: false, isCatalogueGap: false });
  const [first] = found.items;
  expect(first!.titleEn).toBe(title);
  expect(found.reasons[0]).toEqual({
    itemId: first!.id,
    tags: [],
    concepts: [],
    isSimilarInMeaning: true,
  });
  expect(found.total).toBe(found.items.length);
  expect(found.counted).toBe(found.total);

  const path = `/api/v1/knowledge/search?search=${encodeURIComponent(wanted)}`;
  const rest = await person.call<{ data: { id: string }[]; total: number }>('GET', path);
  expect(rest.body.data.map(({ id }) => String(id))).toEqual(found.items.map(({ id }) => id));
  expect(rest.body.total).toBe(found.total);

  const agent = await connectAgent(app, (await tokenOf(person, 'read')).token);
  const mcp = await agent.use<{ services: { id: string }[]; total: number; unsure: boolean }>(
    'search_services',
    { query: wanted, limit: 12 },
  );
  expect(mcp.services.map(({ id }) => id)).toEqual(found.items.map(({ id }) => id));
  expect(mcp).toMatchObject({ total: found.total, unsure: false });
  // Requested once, then cached.
  expect(model.requests.map(({ texts }) => texts)).toEqual([[wanted]]);
});

test('does not call the model for word matches, keys and suggestions', async () => {
  for (const [what, search, given] of [
    ['a name', 'Figma', {}],
    ['the beginning of a name', 'midjour', {}],
    ['a name in the wrong layout', 'ашпьф', {}],
    ['an address', 'https://www.figma.com/files', {}],
    ['an exact search', 'жмякнуть звук', { exact: true }],
    ['something like a service', 'аналог Midjourney', {}],
    ['signs', '12345 !!!', {}],
    ['no words', '', { tags: ['design'] }],
    ['a key', `sk-proj-${'abcdefgh'.repeat(6)}`, {}],
  ] as const) {
    await ask(search, given);
    expect({ what, asked: model.requests }).toEqual({ what, asked: [] });
  }
  await person.graphql('{ suggestions(search: "жмякнуть каплю", language: ru) { text } }');
  expect(model.requests).toEqual([]);
});

test('keeps the order of certain results, followed by near ones', async () => {
  const without = await beside({});
  const someone = await without.signedIn();
  const asked: string[] = [];
  for (const { query } of readQueries('tuned').slice(0, 16)) {
    const byWords = await ask(query, {}, someone);
    if (byWords.unsure || byWords.total === 0 || titlesOf(byWords).includes(title)) continue;
    model.setMeaning(query, meaning);
    const found = await ask(query);
    expect(found).toMatchObject({ items: byWords.items, total: byWords.total, unsure: false });
    if (model.requests.at(-1)?.texts[0] !== query) continue;
    asked.push(query);
    expect(titlesOf({ items: [], near: found.near })).toContain(title);
  }
  expect(asked.length).toBeGreaterThan(2);
  await without.close();
});

test('never finds hidden items for others, nor sends their texts', async () => {
  const { db } = app.database;
  const hidden = await db('items').where({ title_en: title }).first('id');
  await db('items').where({ id: hidden.id }).update({ admin_visibility: 'hidden' });
  try {
    expect(titlesOf(await ask(wanted))).not.toContain(title);
    expect(titlesOf(await ask(wanted, {}, admin))).toContain(title);
    await db('items').where({ id: hidden.id }).update({ description_en: 'A secret of ours' });
    model.requests.length = 0;
    await embedItems(app);
    expect(JSON.stringify(model.requests)).not.toContain('A secret of ours');
    expect(await db('item_embeddings').where({ item_id: hidden.id })).toEqual([]);
  } finally {
    await db('items')
      .where({ id: hidden.id })
      .update({ admin_visibility: 'visible', description_en: meaning });
    await embedItems(app);
  }
});

test.each<[Fault, string]>([
  ['busy', 'The embedding model is busy.'],
  ['error500', 'The embedding model answers 500.'],
  ['unauthorized', 'The embedding model refuses us with 401.'],
  ['malformed', 'The embedding model does not answer as it must.'],
  ['tooFew', 'The embedding model answers another number of vectors than it was given texts.'],
  [
    'wrongDimension',
    'The embedding model answers vectors of 255 numbers where those of the services have 256.',
  ],
])('falls back to words when the model %s, and health reports it', async (fault, detail) => {
  model.setFault(fault);
  const found = await ask(`${wanted} ${fault}`);
  expect(titlesOf(found)).not.toContain(title);
  expect(await health('embeddings')).toMatchObject({ state: 'failing', detail });
  model.setFault(null);
  expect((await ask(`${wanted} ${fault}`)).items[0]!.titleEn).toBe(title);
  expect(await health('embeddings')).toMatchObject({ state: 'ok', detail: null });
});

test('does not wait for a slow model', async () => {
  const quick = await beside({ env: env(), queryMs: 50 });
  const someone = await quick.signedIn();
  model.setFault('slow');
  expect(await ask(wanted, {}, someone)).toMatchObject({ total: 0 });
  const state = async () =>
    (await quick.services.health.check()).parts.find(({ name }) => name === 'embeddings')!;
  // The call itself ends a little later than the wait for it.
  while ((await state()).state !== 'failing') await pause(100);
  expect((await state()).detail).toBe('The embedding model did not answer in time.');
  await quick.close();
});

test('answers very frequent callers by words only', async () => {
  const rates = {
    ...limits.rates,
    read: { points: 10_000, windowMs: 60_000 },
    embedding: { points: 2, windowMs: 60_000 },
  };
  const counted = await beside({ env: env(), rates });
  const someone = await counted.signedIn();
  const totals: number[] = [];
  for (const word of ['один', 'два', 'три']) {
    const found = await ask(`${wanted} ${word}`, {}, someone);
    totals.push(titlesOf(found).filter((one) => one === title).length);
  }
  expect(totals).toEqual([1, 1, 0]);
  await counted.close();
});
