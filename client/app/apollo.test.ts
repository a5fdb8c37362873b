import { waitFor } from '@testing-library/react';
import { onSignedOut } from '../browser/signedOut.ts';
import { MeDocument, NewReportsCountDocument } from '../generated.ts';
import { json, openFakeServer, type FakeAnswer, type FakeServer } from '../testing/fakeServer.ts';
import { aUser } from '../testing/fixtures.ts';
import { createApolloClient, endFirstPage } from './apollo.ts';

let server: FakeServer;
let heard: string[];
let stop: () => void;
const open = (answer: FakeAnswer) => {
  server = openFakeServer({ 'POST /graphql': answer });
};
const ask = () =>
  createApolloClient(null)
    .query({ query: NewReportsCountDocument, errorPolicy: 'none' })
    .catch(() => null);

beforeEach(() => {
  heard = [];
  stop = onSignedOut((reason) => heard.push(reason));
});
afterEach(() => {
  stop();
  server?.close();
});

test('sends the language of the page', async () => {
  open(() => ({ data: { complaintsCount: { count: 1, __typename: 'ComplaintCount' } } }));
  document.documentElement.lang = 'en';
  await ask();
  expect(server.calls[0]?.headers.get('accept-language')).toBe('en');
});

test.each([
  [
    'a GraphQL error',
    () => ({ errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] }),
  ],
  ['the status 401', () => json({ errors: [{ message: 'no' }] }, 401)],
])(
  'raises one signed-out event for %s, and hides the refusal from the caller',
  async (_name, answer) => {
    open(answer);
    let isAnswered = false;
    void ask().then(() => {
      isAnswered = true;
    });
    await waitFor(() => expect(heard).toEqual(['ended']));
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect(isAnswered).toBe(false);
  },
);

test('raises no event for other refusals', async () => {
  open(() => ({ errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] }));
  await ask();
  expect(heard).toEqual([]);
});

test('has the signed-in person in the cache from the start', () => {
  const client = createApolloClient(aUser());
  expect(client.readQuery({ query: MeDocument })?.me).toMatchObject({
    name: 'Анна Крылова',
    company: { name: 'Nexters' },
  });
});

test('does not request page data again before the first screen is shown', async () => {
  open(() => ({ data: { complaintsCount: { count: 5, __typename: 'ComplaintCount' } } }));
  const data = { complaintsCount: { count: 4, __typename: 'ComplaintCount' } };
  const client = createApolloClient(aUser(), [{ name: 'NewReportsCount', variables: {}, data }]);
  const count = async () => {
    const query = { query: NewReportsCountDocument, fetchPolicy: 'network-only' } as const;
    return (await client.query(query)).data?.complaintsCount.count;
  };
  expect(await count()).toBe(4);
  expect(server.calls).toHaveLength(0);
  endFirstPage(client);
  expect(await count()).toBe(5);
});
