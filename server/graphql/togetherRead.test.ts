// Many people at the same moment: what is read for all of them by one statement is each one's own.
import { anItem } from '../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Page {
  total: number;
  items: { id: string; isLiked: boolean; adminVisibility: string | null }[];
}

const document = `
  query ($perPage: Int) {
    me { email }
    searchKnowledge(perPage: $perPage) { total items { id isLiked adminVisibility } }
  }`;

test('each sees their own page, whoever else asks: likes, what is hidden, and nobody for a session that has ended', async () => {
  const { db } = app.database;
  const items = [];
  for (let place = 0; place < 6; place += 1) items.push(await anItem(db));
  const hidden = items[5]!;
  await db('items').where({ id: hidden.id }).update({ admin_visibility: 'hidden' });
  const people: Caller[] = [];
  for (let place = 0; place < 12; place += 1) {
    people.push(await app.signedIn({ email: `moment${place}@gdev.inc`, isAdmin: place % 4 === 3 }));
    if (place % 4 < 3)
      await people[place]!.call('POST', `/api/v1/knowledge/${items[place % 5]!.id}/like`);
  }
  const leaver = await app.signedIn({ email: 'leaver@gdev.inc' });
  await db('sessions')
    .whereIn('user_id', db('users').where({ email: 'leaver@gdev.inc' }).select('id'))
    .delete();

  const askAll = () =>
    Promise.all(
      [...people, leaver].map((person, place) =>
        person.graphql<{ me: { email: string }; searchKnowledge: Page }>(document, {
          perPage: 100 - (place % 3),
        }),
      ),
    );
  await askAll();
  const before = app.statements.length;
  const answers = await askAll();
  const statements = app.statements.slice(before);
  for (const [place, { body }] of answers.slice(0, 12).entries()) {
    const { me, searchKnowledge } = body.data;
    const isAdmin = place % 4 === 3;
    expect(me.email).toBe(`moment${place}@gdev.inc`);
    expect(searchKnowledge.total).toBe(isAdmin ? 6 : 5);
    expect(searchKnowledge.items.filter(({ isLiked }) => isLiked).map(({ id }) => id)).toEqual(
      isAdmin ? [] : [String(items[place % 5]!.id)],
    );
    expect(searchKnowledge.items.some(({ id }) => id === String(hidden.id))).toBe(isAdmin);
  }
  expect(answers[12]?.body.errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
  // They were read together indeed.
  for (const table of ['from sessions', 'seen_page'])
    expect(statements.filter((sql) => sql.includes(table)).length).toBeLessThan(12);
});

test('each token acts for its own person, and one that is revoked for nobody', async () => {
  const callers: { token: string; email: string }[] = [];
  for (let place = 0; place < 12; place += 1) {
    const email = `token${place}@gdev.inc`;
    const person = await app.signedIn({ email });
    const { body } = await person.graphql<{ made: { token: string; apiToken: { id: string } } }>(
      'mutation { made: createApiToken(name: "Tool", scope: read) { token apiToken { id } } }',
    );
    callers.push({ token: body.data.made.token, email });
    if (place === 5)
      await person.graphql(
        `mutation { revokeApiToken(id: "${body.data.made.apiToken.id}") { id } }`,
      );
  }
  const before = app.statements.length;
  const answers = await Promise.all(
    callers.map(({ token }) =>
      app.visitor().call<{ data?: { email: string } }>('GET', '/api/v1/auth/me', undefined, {
        Authorization: `Bearer ${token}`,
      }),
    ),
  );
  const asked = app.statements.slice(before).filter((sql) => sql.includes('from api_tokens'));
  expect(asked.length).toBeLessThan(12);
  for (const [place, { status, body }] of answers.entries()) {
    if (place === 5) expect(status).toBe(401);
    else expect(body.data?.email).toBe(callers[place]!.email);
  }
});
