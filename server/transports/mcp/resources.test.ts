// What an agent reads without a tool, and the beginnings of a conversation, in both revisions of the protocol.
import {
  connectAgent,
  revisions,
  tokenOf,
  type Agent,
  startWithPerson,
} from '../../testing/agents.ts';
import { anItem } from '../../testing/builders.ts';
import type { Caller, TestApp } from '../../testing/testApp.ts';

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

  test('what there is to read is listed, and every address of the list is read', async () => {
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

  test('a service is read by its address as the tool answers it', async () => {
    const { id } = await anItem(app.database.db, { titleEn: 'Readable' });
    const read = JSON.parse(await readText(agent, `loadout://services/${id}`)) as object;
    expect(read).toEqual(await agent.use('get_service', { id: String(id) }));
  });

  test.each(['loadout://services/999999', 'loadout://services/one', 'loadout://nothing', 'x'])(
    'nothing stands at %s',
    async (uri) => {
      await expect(agent.client.readResource({ uri })).rejects.toThrow(/not found/i);
    },
  );

  test('a prompt is filled with what the person says, and refuses what is missing or unknown', async () => {
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

test('of what is hidden nothing is read', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const agent = await connectAgent(app, (await tokenOf(admin, 'admin')).token);
  const hidden = await anItem(app.database.db, {
    titleEn: 'Veiled',
    adminVisibility: 'hidden',
    tags: ['veiledtag'],
  });
  await anItem(app.database.db, { tags: ['seentag'] });
  await expect(readText(agent, `loadout://services/${hidden.id}`)).rejects.toThrow(/not found/i);
  const tags = await readText(agent, 'loadout://tags');
  expect(tags).toContain('seentag');
  expect(tags).not.toContain('veiledtag');
});

test('the tags are those of most services, as many as an answer holds', async () => {
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

test('a prompt that leads to writing is for tokens that may write', async () => {
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
