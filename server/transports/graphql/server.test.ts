// Answers of /graphql over HTTP: encoding, compression, size, refusals, and the audits of graphql-http.
import { auditServer } from 'graphql-http';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { limits } from '../../config/limits.ts';
import { aUseCase, anItem } from '../../testing/builders.ts';
import { readClientOperation } from '../../testing/clientOperations.ts';
import { startTestApp, cookieOf, type Caller, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jitThreshold: 1 });
});
afterAll(() => app.close());

const title = 'Ёж — 漫画 🎨 «é»';

const unpackers = new Map([
  ['gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
]);

interface Answer {
  status: number | undefined;
  type: string | undefined;
  length: number | null;
  text: string;
}

function ask(headers: Record<string, string>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(`${app.url}/graphql`, { method: 'POST', headers })
      .on('error', reject)
      .on('response', (response) => {
        const { statusCode: status, headers: answered } = response;
        const unpacked = unpackers.get(answered['content-encoding'] ?? '')?.();
        const length = answered['content-length'];
        text(unpacked ? response.pipe(unpacked) : response).then(
          (whole) =>
            resolve({
              status,
              type: answered['content-type'],
              length: length === undefined ? null : Number(length),
              text: whole,
            }),
          reject,
        );
      })
      .end(body);
  });
}

const json = { 'content-type': 'application/json' };

test('answers in UTF-8 with every compression', async () => {
  const { db } = app.database;
  const person = await app.signedIn();
  const [{ id }] = await db('items')
    .insert({
      title_ru: title,
      title_en: title,
      source_url: 'https://hedgehog.example',
      normalised_url: 'hedgehog.example',
    })
    .returning('id');
  const cookie = cookieOf(person);
  const body = JSON.stringify({
    query: 'query ($id: ID!) { knowledgeItem(id: $id) { id titleRu titleEn sourceUrl isLiked } }',
    variables: { id: String(id) },
  });
  const expected = {
    id: String(id),
    titleRu: title,
    titleEn: title,
    sourceUrl: 'https://hedgehog.example',
    isLiked: false,
  };
  for (let time = 0; time < 2; time += 1) {
    for (const packing of ['identity', 'gzip', 'br']) {
      const answer = await ask(
        { ...json, cookie, origin: app.url, 'accept-encoding': packing },
        body,
      );
      expect(answer).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
      expect(JSON.parse(answer.text)).toEqual({ data: { knowledgeItem: expected } });
      if (packing === 'identity') expect(answer.length).toBe(Buffer.byteLength(answer.text));
    }
  }
});

test('refuses in UTF-8', async () => {
  const query = 'query ($page: Int!) { searchKnowledge(page: $page) { total } }';
  const answer = await ask(json, JSON.stringify({ query, variables: { page: title } }));
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({
    errors: [{ message: expect.stringContaining(title) as unknown }],
  });
});

test('refuses an invalid call in JSON', async () => {
  for (const [headers, body, status] of [
    [json, '', 400],
    [json, '[{"query":"{ me { id } }"}]', 400],
    [{ 'content-type': 'text/plain' }, '{ me { id } }', 400],
    [{ ...json, accept: 'text/html' }, '{"query":"{ me { id } }"}', 406],
  ] as const) {
    const answer = await ask(headers, body);
    expect({ body, status: answer.status }).toEqual({ body, status });
    expect(answer.type).toMatch(/json/);
    expect(() => JSON.parse(answer.text) as unknown).not.toThrow();
  }
});

describe('sizes of answers', () => {
  let admin: Caller & { userId: number };
  beforeAll(async () => {
    admin = await app.signedIn({ isAdmin: true });
  });

  /** Creates 500 items, each with an inconsistency between texts of this length. */
  async function fillList(letters: number): Promise<void> {
    const { db } = app.database;
    await db('inconsistencies').delete();
    const text = 'Ш'.repeat(letters);
    for (let count = (await db('items')).length; count < 500; count += 1) await anItem(db);
    // Indexing long texts is slow, so only the first items of the list get them.
    const first = db('items').orderBy('id', 'desc').limit(40).select('id');
    await db('items').whereIn('id', first).update({ description_ru: text, description_en: text });
    await db.raw(
      `insert into inconsistencies (item_id, type, old_value, new_value)
     select id, 'description_changed', to_jsonb(?::text), to_jsonb(?::text || 'a') from items order by id`,
      [text, text],
    );
  }

  const list = readClientOperation('Differences');
  interface List {
    inconsistencies: { id: string; newDescription: string }[];
  }

  test.each([
    [limits.bookmark.text, 5],
    [10, 500],
  ])('reads 500 inconsistencies of %i letters', async (letters, least) => {
    await fillList(letters);
    const seen = new Set<string>();
    const { status, body } = await admin.graphql<List>(list, { status: 'new', type: null });
    expect({ status, errors: body.errors ?? [] }).toEqual({ status: 200, errors: [] });
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(limits.graphql.answerBytes);
    const rows = body.data.inconsistencies;
    expect(rows.length).toBeGreaterThanOrEqual(least);
    expect(rows[0]?.newDescription).toHaveLength(letters + 1);
    for (const { id } of rows) seen.add(id);
    // Resolved ones make room for the others.
    await app.database
      .db('inconsistencies')
      .whereIn('id', [...seen])
      .update({ status: 'ignored' });
    const { body: next } = await admin.graphql<List>(list, { status: 'new', type: null });
    expect(next.data.inconsistencies.some(({ id }) => seen.has(id))).toBe(false);
    expect(next.data.inconsistencies.length > 0).toBe(seen.size < 500);
    expect((await admin.call('GET', '/api/v1/inconsistencies?status=ignored')).status).toBe(200);
  });

  test('refuses an answer over 5 MB over REST', async () => {
    const text = 'Ш'.repeat(limits.text.useCase);
    const { db } = app.database;
    const fill = async (count: number) => {
      for (let at = 0; at < count; at += 1)
        await aUseCase(db, { userId: admin.userId, descriptionRu: text, descriptionEn: text });
    };
    await fill(240);
    expect((await admin.call('GET', '/api/v1/use-cases/my')).status).toBe(200);
    await fill(12);
    expect(await admin.call('GET', '/api/v1/use-cases/my')).toMatchObject({
      status: 400,
      body: { success: false, code: 'INVALID', reason: 'tooCostly' },
    });
  });
});

describe('audit log', () => {
  test('names company and people of a choice of approvers, except deleted accounts', async () => {
    const admin = await app.signedIn({ isAdmin: true });
    const names = ['Ada', 'Boris'];
    const ids = [];
    for (const name of names) {
      const { userId } = await app.signedIn({
        name,
        email: `${name}@nexters.example`,
        company: 'nexters',
      });
      ids.push(userId);
    }
    const choose = (people: number[]) =>
      admin.call('PUT', '/api/v1/companies/nexters/approvers', { people: people.map(String) });
    expect((await choose(ids.slice(0, 1))).status).toBe(200);
    expect((await choose(ids)).status).toBe(200);
    await app.database.db('users').where({ id: ids[0] }).delete();
    const { body } = await admin.graphql<{ auditLog: { entries: unknown[] } }>(
      `{ auditLog(action: "access.approvers") { entries { subjectTitle before after people { name } } } }`,
    );
    const entry = { subjectTitle: 'Nexters', before: JSON.stringify({ people: ids.slice(0, 1) }) };
    expect(body.data.auditLog.entries).toMatchObject([
      { ...entry, after: JSON.stringify({ people: ids }), people: [{ name: 'Boris' }] },
      { subjectTitle: 'Nexters', people: [] },
    ]);
  });
});

test('shows with an access request what its company has decided about the data, and in the audit log whose it is', async () => {
  const { id: itemId } = await anItem(app.database.db);
  const company = 'nexters';
  const admin = await app.signedIn({ isAdmin: true, company });
  const member = await app.signedIn({ name: 'Timur', company });
  const done = async (by: Caller, document: string): Promise<unknown> => {
    const { body } = await by.graphql<unknown>(document);
    expect(body).not.toHaveProperty('errors');
    return body.data;
  };
  await done(
    admin,
    `mutation { setDataRules(company: "${company}", rules: [{ itemId: "${itemId}", owner: "ai@nexters.example",
      verdicts: [{ dataClass: player_data, verdict: yes_if, conditionEn: "no names" }] }]) { changed } }`,
  );
  await done(
    member,
    `mutation { requestAccess(input: { service: "x", knowledgeItemId: "${itemId}", subscriptionType: pro, features: "Maps",
      dataClasses: [player_data, source_code] }) { id } }`,
  );
  const read = await done(
    admin,
    `{ accessRequestsToDecide { request { id version } dataVerdicts { dataClass verdict conditionEn } }
       accessApprovers { rulesContacts } }`,
  );
  expect(read).toMatchObject({
    accessRequestsToDecide: [
      {
        dataVerdicts: [
          { dataClass: 'source_code', verdict: 'undecided', conditionEn: null },
          { dataClass: 'player_data', verdict: 'yes_if', conditionEn: 'no names' },
        ],
      },
    ],
    accessApprovers: [{ rulesContacts: ['ai@nexters.example'] }],
  });
  const [{ request }] = (read as { accessRequestsToDecide: [{ request: { id: string } }] })
    .accessRequestsToDecide;
  await done(
    admin,
    `mutation { decideAccessRequest(id: "${request.id}", decision: approve, expectedVersion: 0) { actions } }`,
  );
  expect(
    await done(
      admin,
      '{ auditLog(action: "access.moved") { entries { requester { name } knowledgeItem { id } } } }',
    ),
  ).toEqual({
    auditLog: {
      entries: [{ requester: { name: 'Timur' }, knowledgeItem: { id: String(itemId) } }],
    },
  });
});

/**
 * Audits that Loadout does not claim, by id: queries by GET (a link or picture of another site must not run one), and status 200
 * for a refused document (Loadout answers 400, whatever the caller accepts).
 */
const notClaimed = ['5A70', 'D6D5', '6A70', '572B', 'FDE2', '7B9B'];

test('passes every claimed audit, and fails only optional ones', async () => {
  const results = await auditServer({ url: `${app.url}/graphql` });
  const failed = results.filter(({ status }) => status !== 'ok');
  expect(failed.map(({ id }) => id).sort()).toEqual([...notClaimed].sort());
  expect(results).toHaveLength(61);
  expect(failed.filter(({ name }) => name.startsWith('MUST'))).toEqual([]);
});

test('names the allowed methods for another one', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, headers, body } = await app.visitor().call(method, '/graphql?query={me{id}}');
    expect({ method, status, allow: headers.get('allow') }).toEqual({
      method,
      status: 405,
      allow: 'POST',
    });
    expect(body).toMatchObject({ success: false, status: 405, reason: 'method' });
  }
});
