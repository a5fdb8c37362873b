// Resources and server card for agents.
import { connectAgent, revisions, startWithPerson, type Agent } from '../../testing/agents.ts';
import { anItem } from '../../testing/builders.ts';
import {
  startTestApp,
  tokenOf,
  cookieOf,
  type Caller,
  type TestApp,
} from '../../testing/testApp.ts';

let app: TestApp;
let person: Caller & { userId: number };

beforeAll(async () => {
  ({ app, person } = await startWithPerson());
});

afterAll(() => app.close());

const readText = async ({ client }: Agent, uri: string): Promise<string> => {
  const [content] = (await client.readResource({ uri })).contents;
  return content && 'text' in content ? content.text : '';
};

describe.each(revisions)('with the revision %s', (revision) => {
  let agent: Agent;
  beforeAll(async () => {
    const { token } = await tokenOf(person, 'read');
    agent = await connectAgent(app, token, revision);
  });

  test('lists resources, and reads each of them', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
      ['loadout://about', 'text/markdown'],
      ['loadout://tags', 'application/json'],
    ]);
    for (const { uri, mimeType } of resources) {
      const { contents } = await agent.client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType, text: expect.any(String) as string }]);
    }
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'loadout://services/{id}',
    ]);
  });

  test('reads an item by its URI like the tool', async () => {
    const { id } = await anItem(app.database.db, { titleEn: 'Readable' });
    const read = JSON.parse(await readText(agent, `loadout://services/${id}`)) as object;
    expect(read).toEqual(await agent.use('get_service', { id: String(id) }));
  });

  test('finds nothing at an unknown URI', async () => {
    for (const uri of ['loadout://services/999999', 'loadout://services/one', 'loadout://nothing'])
      await expect(agent.client.readResource({ uri })).rejects.toThrow(/not found/i);
  });

  test('fills a prompt with arguments, and refuses missing or unknown ones', async () => {
    const { client } = agent;
    const { prompts } = await client.listPrompts();
    expect(prompts).toEqual([
      {
        name: 'find_a_tool',
        description: 'Find a service of the company catalogue for a task',
        arguments: [
          { name: 'task', description: 'What you want to do', required: true },
          { name: 'data', description: 'What you would put into it', required: false },
        ],
      },
    ]);
    const get = (given: Record<string, string>) =>
      client.getPrompt({ name: 'find_a_tool', arguments: given });
    const { messages } = await get({ task: 'dub a trailer', data: 'unreleased art' });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      role: 'user',
      content: { text: expect.stringMatching(/dub a trailer[^]*unreleased art/) as string },
    });
    await expect(get({})).rejects.toThrow('task must be a text (INVALID)');
    await expect(get({ task: 'x', other: 'y' })).rejects.toThrow('other is not known here');
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('There is no such prompt');
  });
});

test('lists the most used tags that fit into an answer', async () => {
  const { db } = app.database;
  const long = (number: number) => `${'длинный'.repeat(25)} ${number}`;
  await anItem(db, { tags: Array.from({ length: 260 }, (_, number) => long(number)) });
  for (const number of [1, 2]) await anItem(db, { tags: [long(7)], titleEn: `Tagged ${number}` });
  const agent = await connectAgent(app, (await tokenOf(person, 'read')).token);
  const text = await readText(agent, 'loadout://tags');
  const tags = JSON.parse(text) as { tag: string; name: string; services: number }[];
  expect(text.length).toBeLessThanOrEqual(30_000);
  expect(tags.length).toBeGreaterThan(50);
  expect(tags[0]).toMatchObject({ tag: long(7), services: 3 });
});

test('offers writing prompts to writing tokens only', async () => {
  const writer = await connectAgent(app, (await tokenOf(person, 'write')).token);
  const reader = await connectAgent(app, (await tokenOf(person, 'read')).token);
  const asked = { name: 'write_a_use_case', arguments: { service: 'Dubber' } };
  const { prompts } = await writer.client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['find_a_tool', 'write_a_use_case']);
  const { messages } = await writer.client.getPrompt(asked);
  expect(messages[0]).toMatchObject({
    content: { text: expect.stringContaining('Dubber') as string },
  });
  await expect(reader.client.getPrompt(asked)).rejects.toThrow('There is no such prompt');
});

describe('server card', () => {
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

  const fetchCard = (init: RequestInit = {}): Promise<Response> => fetch(app.url + path, init);

  const readCatalog = async (of = app): Promise<Catalog> =>
    (await (await fetch(of.url + path)).json()) as Catalog;

  test('lets a program connect that knows only the site and a token', async () => {
    const { specVersion, entries } = await readCatalog();
    expect(specVersion).toBe('1.0');
    expect(entries).toHaveLength(1);
    expect(entries[0]!.type).toBe('application/mcp-server-card+json');
    const [remote] = entries[0]!.data.remotes;
    expect(remote!.type).toBe('streamable-http');
    expect(remote!.supportedProtocolVersions).toEqual([
      '2026-07-28',
      '2025-11-25',
      '2025-06-18',
      '2025-03-26',
    ]);
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

  test('names the site by its domain, and the endpoint below its public address', async () => {
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

  test('contains no catalogue data, identifies nobody, and is equal for everybody', async () => {
    const asked = async (headers: Record<string, string>): Promise<string> =>
      (await fetchCard({ headers })).text();
    const before = await asked({});
    await anItem(app.database.db, { titleEn: 'Unheard-of Dubber' });
    const admin = await app.signedIn({ isAdmin: true });
    const { token } = await tokenOf(admin, 'admin');
    const cookie = cookieOf(admin);
    const statements = app.statements.length;
    expect(await asked({ Cookie: cookie })).toBe(before);
    expect(await asked({ Authorization: `Bearer ${token}` })).toBe(before);
    expect(app.statements.slice(statements)).toEqual([]);
  });

  test('is cacheable and answers conditional requests', async () => {
    const first = await fetchCard();
    expect(first.headers.get('content-type')).toBe('application/ai-catalog+json; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(first.headers.get('set-cookie')).toBeNull();
    const etag = first.headers.get('etag')!;
    // Without a Cache-Control header fetch adds no-cache.
    const again = await fetchCard({
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    const head = await fetchCard({ method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toBe(etag);
    expect(await head.text()).toBe('');
  });

  test('is read-only', async () => {
    for (const method of ['POST', 'DELETE']) {
      const answer = await fetchCard({ method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  });
});
