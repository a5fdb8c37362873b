import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { onSignedOut } from '../browser/signedOut.ts';
import { MeDocument, NewReportsCountDocument } from '../generated.ts';
import { json, openFakeServer, type FakeAnswer, type FakeServer } from '../testing/fakeServer.ts';
import { aUser } from '../testing/people.ts';
import { createApolloClient, endFirstPage } from './apollo.ts';
import { firstQueries } from './firstQueries.ts';

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

test('logs no answer to the console', async () => {
  open(() => 'no connection');
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await ask();
  expect(log).toHaveBeenCalledWith('No usable answer to NewReportsCount', expect.any(TypeError));
  log.mockRestore();
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

describe('first queries', () => {
  const reader = { language: 'en', isAdmin: false, isPhone: false } as const;
  const waiting = { name: 'AccessRequestsToDecideCount', variables: {} };
  const namesOf = (search: string, more: Partial<Parameters<typeof firstQueries>[1]> = {}) =>
    firstQueries({ pathname: '/dashboard', search }, { ...reader, ...more })
      .map(({ name, variables }) =>
        'page' in variables ? `${name} ${String(variables['page'])}` : name,
      )
      .filter((name) => name !== waiting.name);

  test('the dashboard queries the page in its address', () => {
    expect(namesOf('')).toEqual(['SearchKnowledge 0', 'LoadoutStrip']);
    expect(namesOf('?page=4')).toEqual(['SearchKnowledge 3', 'LoadoutStrip']);
  });

  test('a phone queries the pages up to it, three at most', () => {
    expect(namesOf('?page=2', { isPhone: true })).toEqual([
      'SearchKnowledge 0',
      'SearchKnowledge 1',
      'LoadoutStrip',
    ]);
    expect(namesOf('?page=40', { isPhone: true })).toHaveLength(4);
  });

  test('queries tag names when the address contains tags', () => {
    expect(namesOf('?tags=video')).toEqual(['SearchKnowledge 0', 'CatalogueTags', 'LoadoutStrip']);
    expect(namesOf('?cat=create&sub=images')).toEqual(['SearchKnowledge 0', 'LoadoutStrip']);
  });

  test('queries concept names when the address contains concepts', () => {
    expect(namesOf('?concepts=voiceover')).toEqual([
      'SearchKnowledge 0',
      'Concepts',
      'LoadoutStrip',
    ]);
  });

  test('the page of a service queries that service, and the complaint count for an admin', () => {
    const asked = (pathname: string, isAdmin = false) =>
      firstQueries({ pathname, search: '?a=1' }, { ...reader, isAdmin });
    const service = { name: 'ServicePage', variables: { id: '12' } };
    expect(asked('/services/12')).toEqual([service, waiting]);
    expect(asked('/services/12', true)).toEqual([
      service,
      waiting,
      { name: 'NewReportsCount', variables: {} },
    ]);
    expect(asked('/services/new')).toEqual([waiting]);
  });

  test('includes the complaint count for an admin', () => {
    expect(namesOf('', { isAdmin: true })).toEqual([
      'SearchKnowledge 0',
      'SetupNeeds',
      'LoadoutStrip',
      'NewReportsCount',
    ]);
  });

  test('sorting by title uses the language of the page, a text search its own language', () => {
    const getVariables = (search: string) =>
      firstQueries({ pathname: '/dashboard', search }, reader)[0]?.variables;
    expect(getVariables('?sortBy=title')).toMatchObject({ sortBy: 'title', language: 'en' });
    expect(getVariables('?search=видео')).toMatchObject({ search: 'видео', language: 'ru' });
  });

  test('other screens query the number in the header only', () => {
    expect(firstQueries({ pathname: '/profile/knowledge', search: '' }, reader)).toEqual([waiting]);
  });
});
