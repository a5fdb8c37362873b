import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { onSignedOut } from '../browser/signedOut.ts';
import { MeDocument, NewReportsCountDocument } from '../generated.ts';
import { json, openFakeServer, type FakeAnswer, type FakeServer } from '../testing/fakeServer.ts';
import { aUser } from '../testing/people.ts';
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

test('calls name the language of the page', async () => {
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
  'being nobody, as %s, raises one signed-out event, and nobody hears of the refusal',
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

test('another refusal raises none', async () => {
  open(() => ({ errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] }));
  await ask();
  expect(heard).toEqual([]);
});

test('no answer goes to the console', async () => {
  open(() => 'no connection');
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await ask();
  expect(log).toHaveBeenCalledWith('No usable answer to NewReportsCount', expect.any(TypeError));
  log.mockRestore();
});

test('the cache knows the signed-in person from the start', () => {
  const client = createApolloClient(aUser());
  expect(client.readQuery({ query: MeDocument })?.me).toMatchObject({
    name: 'Анна Крылова',
    company: { name: 'Nexters' },
  });
});

test('what came with the page is not asked again until the first screen stands', async () => {
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
