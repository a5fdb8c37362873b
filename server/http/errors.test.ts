// G3: what an error gives away.
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';

let app: TestApp;
let person: Caller;

beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
});
afterAll(() => app.close());

describe('what an error gives away', () => {
  const secrets =
    /\bat \S+ \(|node_modules|\.ts:\d|stacktrace|\bselect\b.+\bfrom\b|insert into|violates|relation "|127\.0\.0\.1:\d|postgres(ql)?:/i;

  test.each([
    ['an id that is none', '{ knowledgeItem(id: "x\' or 1=1 --") { id } }'],
    ['a huge id', '{ knowledgeItem(id: "99999999999999999999") { id } }'],
    ['a NUL', String.raw`{ searchKnowledge(search: "a\u0000b") { total } }`],
    ['a syntax error', '{ me { '],
    ['a wrong type', '{ searchKnowledge(page: "one") { total } }'],
  ])('%s: no stack, no SQL, no host', async (_name, query) => {
    const { status, body } = await person.graphql(query);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toMatch(secrets);
  });

  test('an unexpected error is masked at both doors and bears an id', async () => {
    const broken = await startTestApp();
    const caller = await broken.signedIn();
    await broken.database.db.schema.renameTable('use_cases', 'use_cases_gone');
    const answers = [
      await caller.graphql('{ myUseCases { id } }'),
      await caller.call('GET', '/api/v1/use-cases/my'),
    ];
    for (const { status, body } of answers) {
      const text = JSON.stringify(body);
      expect(status).toBe(500);
      expect(text).toMatch(/"errorId":"[0-9a-f-]{36}"/);
      expect(text).not.toMatch(/use_cases/);
      expect(text).not.toMatch(secrets);
    }
    await broken.close();
  });
});
