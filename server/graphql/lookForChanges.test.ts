// What is written through either door is looked for at once, and nothing is for what only reads.
import { jest } from '@jest/globals';
import { anItem } from '../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';

let app: TestApp;
let person: Caller;
let looks: jest.SpiedFunction<() => void>;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
  looks = jest.spyOn(app.services.searchIndex, 'look');
});
afterAll(() => app.close());

test.each<[string, number, (id: number) => Promise<unknown>]>([
  [
    'a like over GraphQL',
    1,
    (id) => person.graphql(`mutation { likeKnowledge(id: ${id}) { isLiked } }`),
  ],
  ['a like over REST', 1, (id) => person.call('POST', `/api/v1/knowledge/${id}/like`)],
  [
    'a like that is refused',
    0,
    () => person.graphql('mutation { likeKnowledge(id: "x") { isLiked } }'),
  ],
  ['a page over GraphQL', 0, () => person.graphql('{ searchKnowledge { total } }')],
  ['a page over REST', 0, () => person.call('GET', '/api/v1/knowledge/search')],
])('%s', async (_what, times, act) => {
  const { db } = app.database;
  const { id } = await anItem(db);
  looks.mockClear();
  await act(id);
  expect(looks).toHaveBeenCalledTimes(times);
});
