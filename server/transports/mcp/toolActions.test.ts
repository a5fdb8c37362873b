// MCP tools that write: rights, authorship and idempotence.
import { connectAgent, type Agent, startWithPerson } from '../../testing/agents.ts';
import { anItem } from '../../testing/builders.ts';
import { startTestApp, tokenOf, type Caller, type TestApp } from '../../testing/testApp.ts';
import { limits } from '../../config/limits.ts';

type Scope = Parameters<typeof tokenOf>[1];

/** A token that is about to expire or be revoked. */
interface Ending {
  userId: number;
  person: Caller;
  tokenId: string;
}

let app: TestApp;
let person: Caller & { userId: number };
let agent: Agent;
/** Id of the loadout in each app. */
const loadoutId = '1';
const addLoadout = ({ database }: TestApp) =>
  database.db('loadouts').insert({ kind: 'official', title_en: 'First day' });

beforeAll(async () => {
  ({ app, person } = await startWithPerson());
  agent = await connectAgent(app, (await tokenOf(person, 'write')).token);
  await addLoadout(app);
});

afterAll(() => app.close());

const goodText =
  'I dub our trailers into German with it, and it saves our team two days for every release.';

const addItem = async () => {
  const item = await anItem(app.database.db);
  return { id: String(item.id), item };
};

const rows = async (table: string): Promise<number> => {
  const [row] = await app.database
    .db(table)
    .where({ user_id: person.userId })
    .count<{ count: string }[]>('* as count');
  return Number(row?.count);
};

/** Every tool with the arguments of a call. */
const calls: Record<string, (id: string) => Record<string, unknown>> = {
  search_services: () => ({}),
  get_service: (id) => ({ id }),
  get_loadout: () => ({ id: loadoutId }),
  check_address: () => ({ address: 'anything.example.com' }),
  mark_as_used: (id) => ({ id }),
  write_use_case: (id) => ({ id, text: goodText }),
  request_access: (id) => ({ id, subscription: 'pro', purpose: 'To dub trailers' }),
  report_service: (id) => ({ id, kind: 'other', comment: 'It is odd' }),
  propose_service: (id) => ({ address: `proposed${id}.example.com` }),
};
const reading = ['search_services', 'get_service', 'get_loadout', 'check_address'];

/** Writing tools that a service token may call. */
const ofServices = ['report_service', 'propose_service'];

/** Result of a call of every tool, each with a new item. */
async function callAll(one: Agent): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const [name, given] of Object.entries(calls)) {
    const { id } = await addItem();
    const { isError, content } = await one.call(name, given(id));
    const [first] = content;
    const said = (isError && first?.type === 'text' ? JSON.parse(first.text) : {}) as {
      code?: string;
      reason?: string;
    };
    seen[name] = isError ? `${said.code} ${said.reason}` : 'allowed';
  }
  return seen;
}

/** Creates a token of each kind of caller. */
const makers = {
  user: async (scope: Scope) => tokenOf(await app.signedIn(), scope),
  approver: async (scope: Scope) => {
    const approver = await app.signedIn();
    await app.database
      .db('access_approvers')
      .insert({ company_key: 'nexters', user_id: approver.userId });
    return tokenOf(approver, scope);
  },
  admin: async (scope: Scope) => tokenOf(await app.signedIn({ isAdmin: true }), scope),
  'service token': async (scope: Scope) => {
    const admin = await app.signedIn({ isAdmin: true });
    const { body } = await admin.graphql<{ made: { token: string } }>(
      `mutation { made: createServiceToken(name: "Robot", company: "nexters", scope: ${scope}, expiresInDays: 1) { token } }`,
    );
    return body.data.made;
  },
};

describe('who may call what', () => {
  test('allows, lists and prompts by the token’s scope and creator', async () => {
    for (const [role, scope] of [
      ['user', 'read'],
      ['user', 'write'],
      ['approver', 'write'],
      ['admin', 'admin'],
      ['service token', 'read'],
      ['service token', 'write'],
    ] as const) {
      const { token } = await makers[role](scope);
      const one = await connectAgent(app, token);
      const isService = role === 'service token';
      const refusal = (name: string): string | null => {
        if (reading.includes(name)) return null;
        if (scope === 'read') return 'FORBIDDEN tokenScope';
        return isService && !ofServices.includes(name) ? 'FORBIDDEN peopleOnly' : null;
      };
      const wanted = Object.fromEntries(
        Object.keys(calls).map((name) => [name, refusal(name) ?? 'allowed']),
      );
      expect({ role, scope, seen: await callAll(one) }).toEqual({ role, scope, seen: wanted });
      const { tools } = await one.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        Object.keys(calls).filter((name) => wanted[name] === 'allowed'),
      );
      // Prompts that lead to a forbidden tool are not listed either.
      const { prompts } = await one.client.listPrompts();
      expect(prompts.map(({ name }) => name).includes('write_a_use_case')).toBe(
        wanted['write_use_case'] === 'allowed',
      );
    }
  });

  test('allows nothing to a disabled creator, a revoked and an expired token', async () => {
    const { db } = app.database;
    const ends: ((of: Ending) => PromiseLike<unknown>)[] = [
      ({ userId }) => db('users').where({ id: userId }).update({ disabled_at: new Date() }),
      ({ person: owner, tokenId }) =>
        owner.graphql(`mutation { revokeApiToken(id: "${tokenId}") { id } }`),
      ({ tokenId }) =>
        db('api_tokens')
          .where({ id: tokenId })
          .update({ expires_at: new Date(0) }),
    ];
    const { id } = await addItem();
    for (const end of ends) {
      const owner = await app.signedIn();
      const made = await tokenOf(owner, 'write');
      const one = await connectAgent(app, made.token);
      await one.use('search_services');
      await end({ userId: owner.userId, person: owner, tokenId: made.id });
      for (const [name, given] of Object.entries(calls))
        await expect(one.call(name, given(id))).rejects.toThrow(/401|[Uu]nauthorized/);
      await expect(connectAgent(app, made.token)).rejects.toThrow(/401|[Uu]nauthorized/);
    }
  });

  test('shows and changes nothing of a hidden item, not even for an admin', async () => {
    const hidden = await anItem(app.database.db, {
      titleEn: 'Veiled Quill',
      adminVisibility: 'hidden',
      tags: ['veiledtag'],
    });
    await anItem(app.database.db, { tags: ['seentag'] });
    const admin = await app.signedIn({ isAdmin: true });
    const id = String(hidden.id);
    const address = hidden.sourceUrl;
    for (const one of [agent, await connectAgent(app, (await tokenOf(admin, 'admin')).token)]) {
      for (const [name, given] of [
        ['get_service', { id }],
        ['get_service', { address }],
        ...['mark_as_used', 'write_use_case', 'request_access', 'report_service'].map(
          (action) => [action, calls[action]!(id)] as const,
        ),
      ] as const) {
        const said = await one.refused(name, given);
        expect({ name, code: said.code }).toEqual({ name, code: 'NOT_FOUND' });
        expect(JSON.stringify(said)).not.toContain('Veiled');
      }
      for (const detail of ['concise', 'detailed'])
        expect(
          JSON.stringify(await one.use('search_services', { query: 'Veiled Quill', detail })),
        ).not.toContain('Veiled');
      expect(await one.use('search_services', { tags: ['veiledtag'] })).toMatchObject({ total: 0 });
      const checked = await one.use('check_address', { address });
      expect(checked).not.toHaveProperty('known');
      expect(JSON.stringify(checked)).not.toContain('Veiled');
      const uri = `loadout://services/${id}`;
      await expect(one.client.readResource({ uri })).rejects.toThrow(/not found/i);
      const tags = JSON.stringify(await one.client.readResource({ uri: 'loadout://tags' }));
      expect(tags).toContain('seentag');
      expect(tags).not.toContain('veiledtag');
    }
  });
});

describe('effects', () => {
  test('likes once for the person when called twice', async () => {
    const { id } = await addItem();
    expect(await agent.use('mark_as_used', { id })).toEqual({ users: 1 });
    expect(await agent.use('mark_as_used', { id })).toEqual({ users: 1 });
    expect(await agent.use('get_service', { id })).toMatchObject({ used_by_me: true, users: 1 });
    const { body } = await person.graphql<{ knowledgeItem: { isLiked: boolean } }>(
      `{ knowledgeItem(id: "${id}") { isLiked } }`,
    );
    expect(body.data.knowledgeItem.isLiked).toBe(true);
  });

  test('writes a use case once as given, in the person’s name', async () => {
    const { id } = await addItem();
    const before = await rows('use_cases');
    const first = await agent.use('write_use_case', { id, text: goodText });
    expect(first).toEqual({ status: 'written', case_id: expect.any(String) as string });
    expect(await agent.use('write_use_case', { id, text: goodText })).toEqual(first);
    expect(await rows('use_cases')).toBe(before + 1);
    expect(await agent.use('get_service', { id, language: 'en' })).toMatchObject({
      cases: [{ text: goodText, author: 'Test Person', likes: 0 }],
    });
  });

  test('asks for missing facts of a use case, and stores it with the answer', async () => {
    const { id } = await addItem();
    const before = await rows('use_cases');
    const asked = { id, text: 'It is useful', language: 'en' };
    expect(await agent.use('write_use_case', asked)).toEqual({
      status: 'question',
      question: expect.stringMatching(/^It needs more detail\. Add: .*what exactly/) as string,
    });
    expect(await agent.use('write_use_case', { ...asked, language: 'ru' })).toMatchObject({
      question: expect.stringMatching(/^Не хватает конкретики/) as string,
    });
    expect(await rows('use_cases')).toBe(before);
    expect(await agent.use('get_service', { id })).toMatchObject({ used_by_me: false });

    const answered = { ...asked, answer: goodText };
    const written = await agent.use('write_use_case', answered);
    expect(written).toMatchObject({ status: 'written' });
    expect(await agent.use('write_use_case', answered)).toEqual(written);
    expect(await agent.use('get_service', { id, language: 'en' })).toMatchObject({
      cases: [{ text: `It is useful. ${goodText}` }],
    });
  });

  test('lets the person split several examples, or stores the text as it is', async () => {
    const { id } = await addItem();
    const text = `- ${goodText}\n- We read contracts with it, which takes our lawyers ten minutes instead of an hour.`;
    const asked = await agent.use<{ status: string; suggestions: string[] }>('write_use_case', {
      id,
      text,
      language: 'en',
    });
    expect(asked).toMatchObject({ status: 'question' });
    expect(asked.suggestions).toHaveLength(2);
    expect(asked.suggestions[0]).toBe(goodText);
    expect(await agent.use('write_use_case', { id, text, as_is: true })).toMatchObject({
      status: 'written',
    });
  });

  test('requests access by item id, and returns an open request when repeated', async () => {
    const { id, item } = await addItem();
    const given = {
      id,
      subscription: 'pro',
      purpose: 'To dub trailers',
      data: ['public_material'],
    };
    const first = await agent.use('request_access', given);
    expect(first).toMatchObject({ status: 'requested' });
    expect(await agent.use('request_access', given)).toEqual(first);
    const { body } = await person.graphql<{ myAccessRequests: Record<string, unknown>[] }>(
      '{ myAccessRequests { id service subscriptionType features dataClasses } }',
    );
    expect(body.data.myAccessRequests).toEqual([
      {
        id: (first as { request_id: string }).request_id,
        service: item.titleEn,
        subscriptionType: 'pro',
        features: 'To dub trailers',
        dataClasses: ['public_material'],
      },
    ]);
  });

  test('returns an existing different request unchanged', async () => {
    const { id } = await addItem();
    const first = await agent.use('request_access', { id, subscription: 'basic', purpose: 'Dub' });
    expect(first).not.toHaveProperty('existing_request');
    const other = { id, subscription: 'pro', purpose: 'Sing', needs_testing: true };
    expect(await agent.use('request_access', { ...other, data: ['source_code'] })).toEqual({
      ...first,
      existing_request: { subscription: 'basic', purpose: 'Dub', needs_testing: false, data: [] },
    });
    // The same request in other words.
    expect(
      await agent.use('request_access', { id, subscription: 'basic', purpose: ' Dub ' }),
    ).toEqual(first);
  });

  test('reports once when called twice', async () => {
    const { id } = await addItem();
    const before = await rows('complaints');
    const first = await agent.use('report_service', { id, kind: 'spam', comment: 'Odd' });
    expect(first).toEqual({ report_id: expect.any(String) as string, status: 'new' });
    expect(await agent.use('report_service', { id, kind: 'spam' })).toEqual(first);
    expect(await rows('complaints')).toBe(before + 1);
  });

  test('proposes once when called twice, and returns existing items', async () => {
    const given = { address: 'newcomer.example.com', comment: 'It sings', language: 'en' };
    const first = await agent.use('propose_service', given);
    expect(first).toEqual({ proposal_id: expect.any(String) as string, state: 'open' });
    expect(await agent.use('propose_service', given)).toEqual(first);
    const { id, item } = await addItem();
    expect(await agent.use('propose_service', { address: item.sourceUrl, language: 'en' })).toEqual(
      { known: { id, title: item.titleEn } },
    );
  });

  const wrong: [string, Record<string, unknown>, string | RegExp][] = [
    [
      'report_service',
      { id: '1', kind: 'boring' },
      /^kind must be one of missing_media, broken_link/,
    ],
    ['request_access', { id: '1', subscription: 'pro' }, /^purpose must be a text/],
    ['propose_service', { address: 'x', comment: 'x'.repeat(1_001) }, /^comment may hold at most/],
    ['propose_service', { address: 'file:///etc/passwd' }, /./],
    ['write_use_case', { id: '1', text: 'x'.repeat(5_001) }, /^text may hold at most 5,000/],
    ['mark_as_used', { id: '1', user: '2' }, 'user is not known here'],
    [
      'request_access',
      { id: '1', subscription: 'pro', purpose: '  ' },
      /^purpose: The text is empty/,
    ],
    ['request_access', { id: '1', subscription: 'pro', purpose: 'a\u0000' }, /^purpose: /],
    ['write_use_case', { id: '1', text: 'a\u0000', as_is: true }, /^text: /],
    ['search_services', { query: '\ud800' }, /^query: /],
    ['check_address', { address: 'nothing' }, /./],
    ['check_address', {}, /^address must be a text/],
    ['get_service', { address: 'nothing' }, /./],
    ['get_service', {}, 'Send either the id or the address of a service'],
    ['get_service', { id: '1', address: 'a.example' }, 'Send either the id or the address'],
    ['search_services', { limit: 'many' }, 'limit must be a number'],
    ['search_services', { limit: 0 }, 'limit allows at least 1'],
    ['search_services', { detail: 'all' }, 'detail must be one of concise, detailed'],
    [
      'search_services',
      { allowed_for: ['secrets'] },
      /allowed_for\.0 must be one of public_material/,
    ],
    ['search_services', { cursor: '1.99' }, /^cursor is not valid/],
  ];

  test('refuses wrong input with a plain text that names the parameters', async () => {
    const { tools } = await agent.client.listTools();
    for (const [name, given, message] of wrong) {
      const said = await agent.refused(name, given);
      expect({ name, code: said.code }).toEqual({ name, code: 'INVALID' });
      expect(said.message).toMatch(message);
      const taken = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
      const errors = (said['errors'] ?? []) as { path: string; code: string }[];
      for (const { path, code } of errors)
        if (code !== 'unknown') expect(Object.keys(taken)).toContain(path.split('.')[0]);
    }
  });
});

test('counts writes like REST, apart from reads', async () => {
  const counted = await startTestApp({
    rates: { ...limits.rates, write: { points: 3, windowMs: 60_000 } },
  });
  try {
    const caller = await counted.signedIn();
    const { token } = await tokenOf(caller, 'write');
    const one = await connectAgent(counted, token);
    const { id } = await anItem(counted.database.db);
    const given = { id: String(id) };
    for (let index = 0; index < 3; index += 1) await one.use('mark_as_used', given);
    for (let index = 0; index < 4; index += 1) await one.use('get_service', given);
    expect(await one.refused('mark_as_used', given)).toMatchObject({
      code: 'TOO_MANY',
      reason: 'write',
      retryAfter: expect.any(Number) as number,
    });
    await one.use('get_service', given);
  } finally {
    await counted.close();
  }
});
