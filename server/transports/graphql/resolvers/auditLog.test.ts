// The record of changes over GraphQL, on the real database: it names whom a change was about.
import { startTestApp, type TestApp } from '../../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a choice of approvers names the company and the people, but for an account that is gone', async () => {
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
  const { body } = await admin.graphql<{ activity: { entries: unknown[] } }>(
    `{ auditLog(action: "access.approvers") { entries { subjectTitle before after people { name } } } }`,
  );
  const entry = { subjectTitle: 'Nexters', before: JSON.stringify({ people: ids.slice(0, 1) }) };
  expect(body.data.activity.entries).toMatchObject([
    { ...entry, after: JSON.stringify({ people: ids }), people: [{ name: 'Boris' }] },
    { subjectTitle: 'Nexters', people: [] },
  ]);
});
