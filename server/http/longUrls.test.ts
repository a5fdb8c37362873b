// Addresses above the limit are 414 in the caller's language at every door, those at it are answered.
import { limits } from '../limits.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const long = (path: string, length: number): string => path + 'x'.repeat(length - path.length);

test.each([
  '/api/v1/knowledge?search=',
  '/api/v1/proxy/image?url=',
  '/graphql?query=',
  '/mcp?x=',
  '/feeds/x/all.atom?x=',
  '/schema.graphql?x=',
  '/dashboard?q=',
])('%s', async (path) => {
  const get = (length: number, language: string) =>
    fetch(app.url + long(path, length), { headers: { 'Accept-Language': language } });
  expect((await get(limits.request.urlBytes, 'en')).status).not.toBe(414);
  for (const [language, said] of [
    ['en', 'The address is too long'],
    ['ru', 'Адрес запроса слишком длинный.'],
  ] as const) {
    const answer = await get(limits.request.urlBytes + 1, language);
    expect(answer.status).toBe(414);
    expect(await answer.text()).toContain(said);
  }
});
