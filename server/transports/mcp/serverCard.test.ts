// The card of the door for agents: who finds it comes in by what it says, and learns nothing else from it.
import { anItem } from '../../testing/builders.ts';
import { connectAgent, revisions, tokenOf } from '../../testing/agents.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

const path = '/.well-known/ai-catalog.json';

interface Card {
  name: string;
  title: string;
  description: string;
  remotes: {
    type: string;
    url: string;
    supportedProtocolVersions: string[];
    headers: { name: string; value: string; isRequired: boolean; isSecret: boolean }[];
  }[];
}

interface Catalog {
  specVersion: string;
  entries: { identifier: string; type: string; data: Card }[];
}

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const fetchCard = (init: RequestInit = {}): Promise<Response> => fetch(app.url + path, init);

const readCatalog = async (of = app): Promise<Catalog> =>
  (await (await fetch(of.url + path)).json()) as Catalog;

test('a program that knows only the site comes in by the card with a token', async () => {
  const { specVersion, entries } = await readCatalog();
  expect(specVersion).toBe('1.0');
  expect(entries).toHaveLength(1);
  expect(entries[0]!.type).toBe('application/mcp-server-card+json');
  const [remote] = entries[0]!.data.remotes;
  expect(remote!.type).toBe('streamable-http');
  expect(remote!.supportedProtocolVersions).toEqual([...revisions]);
  const [header] = remote!.headers;
  expect(header).toMatchObject({ name: 'Authorization', isRequired: true, isSecret: true });

  const { token } = await tokenOf(await app.signedIn(), 'read');
  const call = (headers: Record<string, string>): Promise<Response> =>
    fetch(remote!.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  expect((await call({})).status).toBe(401);
  const answer = await call({ [header!.name]: header!.value.replace('{token}', token) });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('search_services');
});

test('the card calls the server as it calls itself, and leaves out which version of it runs', async () => {
  const catalog = await readCatalog();
  const { token } = await tokenOf(await app.signedIn(), 'read');
  const { client } = await connectAgent(app, token);
  const { version, title } = client.getServerVersion()!;
  expect(catalog.entries[0]!.data).toMatchObject({ title });
  expect(JSON.stringify(catalog)).not.toContain(version);
  await client.close();
});

test('the card keeps to the rules of its schema', async () => {
  const { data, identifier } = (await readCatalog()).entries[0]!;
  expect(data.name).toMatch(/^[\w.-]+\/loadout$/);
  expect(data.description.length).toBeLessThanOrEqual(100);
  expect(identifier).toMatch(/^urn:air:[\w.-]+:mcp:loadout$/);
});

test('a site is named by its domain, and the door stands below its public address', async () => {
  const named = await startTestApp({ env: { PUBLIC_URL: 'https://loadout.example.com' } });
  try {
    const { identifier, data } = (await readCatalog(named)).entries[0]!;
    expect(identifier).toBe('urn:air:loadout.example.com:mcp:loadout');
    expect(data.name).toBe('com.example.loadout/loadout');
    expect(data.remotes[0]!.url).toBe('https://loadout.example.com/mcp');
  } finally {
    await named.close();
  }
});

test('nothing of the catalogue is told, nobody is looked up, and everybody gets the same', async () => {
  const asked = async (headers: Record<string, string>): Promise<string> =>
    (await fetchCard({ headers })).text();
  const before = await asked({});
  await anItem(app.database.db, { titleEn: 'Unheard-of Dubber' });
  const admin = await app.signedIn({ isAdmin: true });
  const { token } = await tokenOf(admin, 'admin');
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const statements = app.statements.length;
  expect(await asked({ Cookie: cookie })).toBe(before);
  expect(await asked({ Authorization: `Bearer ${token}` })).toBe(before);
  expect(app.statements.slice(statements)).toEqual([]);
});

test('it may be kept, and a second look costs nothing', async () => {
  const first = await fetchCard();
  expect(first.headers.get('content-type')).toBe('application/ai-catalog+json; charset=utf-8');
  expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(first.headers.get('set-cookie')).toBeNull();
  const etag = first.headers.get('etag')!;
  // Without a word on caches fetch asks for a new copy in any case.
  const again = await fetchCard({
    headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
  const head = await fetchCard({ method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('etag')).toBe(etag);
  expect(await head.text()).toBe('');
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused', async (method) => {
  const answer = await fetchCard({ method });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
});
