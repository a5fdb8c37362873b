// Answers of /graphql over HTTP: encoding, compression and refusals.
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

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
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
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
  for (let time = 0; time < 3; time += 1) {
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

test.each([
  ['nothing', json, '', 400],
  ['a list', json, '[{"query":"{ me { id } }"}]', 400],
  ['what is no JSON', { 'content-type': 'text/plain' }, '{ me { id } }', 400],
  ['an answer as a page', { ...json, accept: 'text/html' }, '{"query":"{ me { id } }"}', 406],
])('asked by %s it refuses, in JSON', async (_name, headers, body, status) => {
  const answer = await ask(headers, body);
  expect(answer.status).toBe(status);
  expect(answer.type).toMatch(/json/);
  expect(() => JSON.parse(answer.text) as unknown).not.toThrow();
});
