// Equality of page addresses over every transport: another page never gets the data rules of an item.
import { type Agent, connectAgent, startWithPerson } from '../../../testing/agents.ts';
import { anItem } from '../../../testing/builders.ts';
import fc from '../../../testing/fastCheck.ts';
import { type Caller, type TestApp, tokenOf } from '../../../testing/testApp.ts';
import { isHttpAddress, normaliseAddress } from './normaliseAddress.ts';

let app: TestApp;
let person: Caller;
let agent: Agent;

beforeAll(async () => {
  ({ app, person } = await startWithPerson());
  agent = await connectAgent(app, (await tokenOf(person, 'read')).token);
});
afterAll(() => app.close());

interface Known {
  existingItem: { id: string } | null;
}

/** The id that each transport finds for the page of an address; null without one. */
async function knownBy(address: string) {
  const [rest, graphql, mcp, proposal, search] = await Promise.all([
    person.call<{ data: Known }>(
      'GET',
      `/api/v1/knowledge/check?${new URLSearchParams({ address })}`,
    ),
    person.graphql<{ answer: Known }>(
      'query ($address: String!) { answer: checkAddress(address: $address) { existingItem { id } } }',
      { address },
    ),
    agent.use<{ known?: { id: string } }>('check_address', { address }),
    person.graphql<{ answer: Known }>(
      'mutation ($address: String!) { answer: proposeService(address: $address) { existingItem { id } } }',
      { address },
    ),
    person.call<{ data: { id: string }[]; unsure: boolean }>(
      'GET',
      `/api/v1/knowledge/search?${new URLSearchParams({ search: address })}`,
    ),
  ]);
  await app.database.db('proposed_services').delete();
  return {
    rest: rest.body.data.existingItem?.id ?? null,
    graphql: graphql.body.data.answer.existingItem?.id ?? null,
    mcp: mcp.known?.id ?? null,
    proposal: proposal.body.data.answer.existingItem?.id ?? null,
    search: search.body.unsure ? null : (search.body.data[0]?.id ?? null),
  };
}

const everywhere = (id: string | null) => ({
  rest: id,
  graphql: id,
  mcp: id,
  proposal: id,
  search: id,
});

interface Parts {
  scheme: 'http' | 'https';
  host: string;
  port: string;
  path: string[];
  slash: '' | '/';
  query: string[];
  fragment: string;
}

const written = ({ scheme, host, port, path, slash, query, fragment }: Parts): string =>
  `${scheme}://${host}${port}/${path.join('/')}${path.length > 0 ? slash : ''}${
    query.length > 0 ? `?${query.join('&')}` : ''
  }${fragment}`;

const word = fc.stringMatching(/^[a-z]{3,6}[0-9]$/);
const pair = fc.tuple(fc.constantFrom('id', 'cid', 'model', 'q'), word).map((of) => of.join('='));
const page: fc.Arbitrary<Omit<Parts, 'host'>> = fc.record({
  scheme: fc.constantFrom('http' as const, 'https' as const),
  port: fc.constantFrom('', '', '', ':8443'),
  path: fc.array(word, { maxLength: 3 }),
  slash: fc.constantFrom('' as const, '/' as const),
  query: fc.uniqueArray(pair, { maxLength: 2 }),
  fragment: fc.constantFrom('', '', '', '#/board', '#!start'),
});

const isRoute = ({ fragment }: Parts) => /^#[/!]/.test(fragment);
const tracking = [
  'utm_source=mail',
  'UTM_Campaign=may',
  'gclid=E1',
  'fbclid=Iw1',
  'yclid=7',
  'ysclid=a',
  'msclkid=8',
];
/** Other spellings of the same page. */
const spellings: Record<string, (of: Parts) => Parts> = {
  scheme: (of) => ({
    ...of,
    scheme: of.scheme === 'http' ? 'https' : 'http',
    port: of.port.replace(/^:(?:80|443)$/, ''),
  }),
  www: (of) => ({ ...of, host: `www.${of.host}` }),
  host: (of) => ({ ...of, host: of.host.toUpperCase() }),
  port: (of) => (of.port === '' ? { ...of, port: of.scheme === 'http' ? ':80' : ':443' } : of),
  slash: (of) => ({ ...of, slash: of.slash === '' ? '/' : '' }),
  fragment: (of) => (isRoute(of) ? of : { ...of, fragment: '#prices' }),
  textFragment: (of) => ({ ...of, fragment: `${of.fragment || '#'}:~:text=prices` }),
  ...Object.fromEntries(
    tracking.flatMap((one) => [
      [`${one} first`, (of: Parts) => ({ ...of, query: [one, ...of.query] })],
      [`${one} last`, (of: Parts) => ({ ...of, query: [...of.query, one] })],
    ]),
  ),
};

const added = (parameter: string) => (of: Parts) => ({ ...of, query: [...of.query, parameter] });
const under = (part: string) => (of: Parts) => ({ ...of, path: [part, ...of.path] });
/** Changes that lead to another page. */
const changes: Record<string, (of: Parts) => Parts> = {
  ...Object.fromEntries(
    ['ru', 'en', 'ar', 'hr', 'it', 'pt-br', 'intl', 'index.html'].map((part) => [
      `under ${part}`,
      under(part),
    ]),
  ),
  ...Object.fromEntries(
    ['hl=ru', 'lang=en', 'ref=main', 'ref=example.com', 'source=face', 'src=a', 'via=friend']
      .concat(['from=jpg', 'cid=1002', 'tab=readme', 'spm=1', 'campaign=a', 'l=ru', 'page=2', 'a'])
      .map((parameter) => [parameter, added(parameter)]),
  ),
  'capital letters of the path': (of) =>
    of.path.length > 0
      ? { ...of, path: of.path.map((part) => part.toUpperCase()) }
      : under('Pricing')(of),
  'another last part': (of) => ({ ...of, path: [...of.path.slice(0, -1), 'another'] }),
  'one part more': (of) => ({ ...of, path: [...of.path, 'more'] }),
  'one part less': (of) =>
    of.path.length > 0 ? { ...of, path: of.path.slice(0, -1) } : under('less')(of),
  '.html': (of) => ({ ...of, path: [...of.path.slice(0, -1), `${of.path.at(-1) ?? 'page'}.html`] }),
  '.git': (of) => ({ ...of, path: [...of.path.slice(0, -1), `${of.path.at(-1) ?? 'code'}.git`] }),
  'two slashes': (of) => ({ ...of, path: [...of.path, '', ''], slash: '' }),
  'a parameter less': (of) =>
    of.query.length > 0 ? { ...of, query: of.query.slice(1) } : added('id=1')(of),
  'another value': (of) =>
    of.query.length > 0 ? { ...of, query: of.query.with(0, `${of.query[0]}0`) } : added('id=0')(of),
  'another case of the value': (of) =>
    of.query.length > 0
      ? {
          ...of,
          query: of.query.with(
            0,
            of.query[0]!.replace(/=./, (one) => one.toUpperCase()),
          ),
        }
      : added('id=A')(of),
  'another order': (of) =>
    of.query.length > 1 ? { ...of, query: of.query.toReversed() } : added('order=1')(of),
  'another port': (of) => ({ ...of, port: ':8080' }),
  'a mobile host': (of) => ({ ...of, host: `m.${of.host}` }),
  'a host below': (of) => ({ ...of, host: `app.${of.host}` }),
  'another host': (of) => ({ ...of, host: `${of.host}.example.org` }),
  'a route': (of) => ({ ...of, fragment: '#/another' }),
  'a route with a mark': (of) => ({ ...of, fragment: '#!another' }),
};

/** Applies spellings in order; of those that change the same part only one is given. */
const spelt = (names: readonly string[], of: Parts): Parts =>
  names.reduce((parts, name) => spellings[name]!(parts), of);

const question = fc.record({
  names: fc.uniqueArray(fc.constantFrom(...Object.keys(spellings)), { maxLength: 4 }),
  change: fc.option(fc.constantFrom(...Object.keys(changes)), { freq: 2 }),
});

test('finds a page by every spelling and no other page, over REST, GraphQL, MCP, proposals and the search', async () => {
  const ofEachPage = 10;
  const asked = { same: 0, other: 0 };
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      page,
      fc.array(question, { minLength: ofEachPage, maxLength: ofEachPage }),
      async (shape, questions) => {
        number += 1;
        const own: Parts = { ...shape, host: `tool${number}.example` };
        const sourceUrl = written(own);
        const item = await anItem(app.database.db, { sourceUrl });
        for (const { names, change } of questions) {
          const address = written(spelt(names, change === null ? own : changes[change]!(own)));
          asked[change === null ? 'same' : 'other'] += 1;
          expect([sourceUrl, address, await knownBy(address)]).toEqual([
            sourceUrl,
            address,
            everywhere(change === null ? String(item.id) : null),
          ]);
        }
      },
    ),
    { numRuns: 52, endOnFailure: true },
  );
  expect(asked.same + asked.other).toBeGreaterThanOrEqual(500);
  expect(Math.min(asked.same, asked.other)).toBeGreaterThan(100);
});

describe('neighbours of a page', () => {
  const pages = {
    document: 'https://papers.example/d/3QwErTyUi/edit',
    assistant: 'https://talk.example/g/g-7HnBvCxZ',
    place: 'https://atlas.example/place?cid=2001',
    model: 'https://nets.example/run?source=speech',
    converter: 'https://turn.example/run?from=gif&to=avif',
    branch: 'https://toys.example/demo?ref=stable',
    front: 'https://atelier.example/',
  };
  const idOf = new Map<string, string>();
  beforeAll(async () => {
    for (const [name, sourceUrl] of Object.entries(pages))
      idOf.set(name, String((await anItem(app.database.db, { sourceUrl })).id));
  });

  test('are near, without data rules', async () => {
    for (const [address, neighbour] of [
      ['https://papers.example/d/3QWERTYUI/edit', 'document'],
      ['https://papers.example/d/3QwErTyUi/edit?hl=ru', 'document'],
      ['https://talk.example/g/g-7hnbvcxz', 'assistant'],
      ['https://atlas.example/place?cid=2002', 'place'],
      ['https://atlas.example/place', 'place'],
      ['https://nets.example/run?source=picture', 'model'],
      ['https://turn.example/run?from=png&to=avif', 'converter'],
      ['https://toys.example/demo?ref=next', 'branch'],
      ['https://atelier.example/ar', 'front'],
      ['https://atelier.example/hr', 'front'],
      ['https://atelier.example/it', 'front'],
      ['https://atelier.example/ru/', 'front'],
      ['https://atelier.example/?utm_source=mail&via=friend', 'front'],
    ] as const) {
      expect({ address, ...(await knownBy(address)) }).toEqual({ address, ...everywhere(null) });
      const checked = await person.call<{ data: { match: string; near: { id: string }[] } }>(
        'GET',
        `/api/v1/knowledge/check?${new URLSearchParams({ address })}`,
      );
      expect({ address, ...checked.body.data }).toMatchObject({
        address,
        match: 'site',
        existingItem: null,
        near: [{ id: idOf.get(neighbour) }],
      });
      expect(JSON.stringify(checked.body)).not.toContain('verdict');
    }
  });

  test('do not include another spelling of the page', async () => {
    for (const [address, name] of [
      ['http://www.papers.example/d/3QwErTyUi/edit/#heading', 'document'],
      ['https://ATLAS.example:443/place?cid=2001&fbclid=Iw1', 'place'],
      ['atelier.example/?utm_source=mail#works', 'front'],
    ] as const)
      expect({ address, ...(await knownBy(address)) }).toEqual({
        address,
        ...everywhere(idOf.get(name)!),
      });
  });
});

test('include the target of a redirect, without the item’s rules', async () => {
  const { db } = app.database;
  const item = await anItem(db, { sourceUrl: 'https://before.example/tool' });
  const check = { item_id: item.id, url: item.sourceUrl, state: 'ok', status: '200' };
  const moved_to = 'https://after.example/tool';
  await db('link_checks').insert({ ...check, moved_to, checked_at: new Date() });
  expect(await knownBy(moved_to)).toEqual(everywhere(null));
  const { body } = await person.call('GET', `/api/v1/knowledge/check?address=${moved_to}`);
  expect(body).toMatchObject({ data: { match: 'site', near: [{ id: String(item.id) }] } });
});

describe('normaliseAddress', () => {
  it.each([
    ['an empty fragment', 'https://example.com/a#', 'https://example.com/a'],
    ['an empty route', 'https://example.com/a#/', 'https://example.com/a'],
    ['an empty query', 'https://example.com/?', 'https://example.com'],
    ['needless escapes', 'https://example.com/%7Eme', 'https://example.com/~me'],
    ['letters of escapes', 'https://example.com/%d0%b0', 'https://example.com/%D0%B0'],
    ['written and escaped letters', 'https://example.com/а', 'https://example.com/%D0%B0'],
    ['a host in its own letters', 'https://пример.рф/', 'https://xn--e1afmkfd.xn--p1ai'],
    ['blanks around', '  https://example.com/a\n', 'https://example.com/a'],
    ['steps in the path', 'https://example.com/b/../a', 'https://example.com/a'],
    ['a name and password', 'https://me:secret@example.com/a', 'https://example.com/a'],
  ])('ignores %s', (_what, one, other) => {
    expect(normaliseAddress(one)).toBe(normaliseAddress(other));
  });

  it.each([
    ['Google Analytics', ['_ga', '_gl']],
    ['Google Ads', ['gclid', 'gclsrc', 'gbraid', 'wbraid', 'dclid', 'gad_source']],
    ['Google Shopping', ['srsltid']],
    ['Facebook', ['fbclid']],
    ['Instagram', ['igsh', 'igshid']],
    ['LinkedIn', ['li_fat_id']],
    ['Microsoft Advertising', ['msclkid']],
    ['TikTok', ['ttclid']],
    ['X', ['twclid']],
    ['Reddit', ['rdt_cid']],
    ['Yandex', ['yclid', 'ymclid', 'ysclid', '_openstat']],
    ['HubSpot', ['_hsenc', '_hsmi']],
    ['Mailchimp', ['mc_cid', 'mc_eid']],
    ['Marketo', ['mkt_tok']],
    ['Omeda', ['oly_anon_id', 'oly_enc_id']],
    ['Vero', ['vero_id']],
    ['Matomo', ['mtm_campaign', 'mtm_source']],
    ['any campaign', ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']],
  ])('ignores what %s adds', (_who, names) => {
    for (const name of names)
      expect([name, normaliseAddress(`https://example.com/a?id=1&${name}=x1`)]).toEqual([
        name,
        'example.com/a?id=1',
      ]);
  });

  it.each([
    ['a parameter without a value', 'https://example.com/?a', 'https://example.com/?a='],
    ['plus and %20', 'https://example.com/?q=a+b', 'https://example.com/?q=a%20b'],
    ['the closing dot of the host', 'https://example.com./a', 'https://example.com/a'],
    ['a port of the other scheme', 'http://example.com:443', 'https://example.com'],
    ['a slash inside an escape', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['a host that is called www', 'https://www.com', 'https://com.com'],
  ])('distinguishes %s', (_what, one, other) => {
    expect(normaliseAddress(one)).not.toBe(normaliseAddress(other));
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        const once = normaliseAddress(url);
        expect(normaliseAddress(`https://${once}`)).toBe(once);
      }),
    );
  });
});

test('accepts only http and https addresses as links', () => {
  const links = ['http://a.example', 'https://a.example/b?c#d', 'HTTPS://A.example'].concat([
    'http://127.0.0.1:1/',
  ]);
  const others = ['', ' ', 'example.com', '//example.com', '/path', 'javascript:alert(1)'].concat(
    ['java\nscript:alert(1)', 'data:text/html,a', 'ftp://example.com', 'file:///etc/passwd'],
    ['chrome://settings', 'https://', 'https://exa mple.com', 'http://a:99999'],
  );
  expect([...links, ...others].filter(isHttpAddress)).toEqual(links);
});
