// MCP clients for tests: the client of the SDK, as another program would use it.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { startTestApp, type Caller, type TestApp } from './testApp.ts';

/** The revisions of the protocol that are spoken: by one that keeps nothing, and by most of today. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
/** Revisions before, of which there are still clients. */
export const olderRevisions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;
export type Revision = (typeof revisions | typeof olderRevisions)[number];

/** A product, and somebody of a company whose domain it knows: who makes tokens for agents. */
export async function startWithPerson(options?: Parameters<typeof startTestApp>[0]): Promise<{
  app: TestApp;
  person: Caller & { userId: number };
}> {
  const app = await startTestApp(options);
  await app.database
    .db('company_domains')
    .insert({ domain: 'nexters.example', company_key: 'nexters' });
  return { app, person: await app.signedIn() };
}

/** A token of a person, made as in the profile. */
export async function tokenOf(
  person: Caller,
  scope: 'read' | 'write' | 'admin',
): Promise<{ id: string; token: string }> {
  const { body } = await person.graphql<{ made: { token: string; apiToken: { id: string } } }>(
    `mutation { made: createApiToken(name: "Agent", scope: ${scope}) { token apiToken { id } } }`,
  );
  return { id: body.data.made.apiToken.id, token: body.data.made.token };
}

/** An agent that has connected with a token. */
export interface Agent {
  client: Client;
  /** Calls a tool; its answer must fit the schema that it was listed with. */
  call(name: string, given?: Record<string, unknown>): Promise<CallToolResult>;
  /** The same, of a tool that must not refuse. @throws Error with what it refused */
  use<Answer = Record<string, unknown>>(
    name: string,
    given?: Record<string, unknown>,
  ): Promise<Answer>;
  /** The same, of a tool that must refuse: with what. */
  refused(
    name: string,
    given?: Record<string, unknown>,
  ): Promise<{ code: string; message: string; [detail: string]: unknown }>;
}

const textOf = ({ content }: CallToolResult): string => {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
};

export async function connectAgent(
  app: Pick<TestApp, 'url'>,
  token: string,
  revision: Revision = '2026-07-28',
  headers: Record<string, string> = {},
): Promise<Agent> {
  const client = new Client(
    { name: 'test agent', version: '1.0.0' },
    revision === '2026-07-28'
      ? { versionNegotiation: { mode: { pin: revision } } }
      : { versionNegotiation: { mode: 'legacy' }, supportedProtocolVersions: [revision] },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
      requestInit: { headers: { Authorization: `Bearer ${token}`, ...headers } },
    }),
  );
  const call: Agent['call'] = (name, given = {}) => client.callTool({ name, arguments: given });
  return {
    client,
    call,
    async use<Answer>(name: string, given?: Record<string, unknown>) {
      const result = await call(name, given);
      if (result.isError) throw new Error(`${name} refused: ${textOf(result)}`);
      return result.structuredContent as Answer;
    },
    async refused(name, given) {
      const result = await call(name, given);
      if (!result.isError) throw new Error(`${name} did not refuse`);
      return JSON.parse(textOf(result)) as { code: string; message: string };
    },
  };
}
