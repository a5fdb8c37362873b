// MCP agents: the official client of the SDK, as a program of somebody else would use it.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { startTestApp, type Caller, type TestApp } from './testApp.ts';

/** Tested revisions of the protocol: the stateless one, and the one that most clients speak today. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
/** Older revisions that some clients still speak. */
export const olderRevisions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;
export type Revision = (typeof revisions | typeof olderRevisions)[number];

/** Starts the app with a person of a company whose domain is known, who can create tokens for agents. */
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

/** An MCP client that is connected with a token. */
export interface Agent {
  client: Client;
  /** Calls a tool; its answer must fit the listed schema. */
  call(name: string, given?: Record<string, unknown>): Promise<CallToolResult>;
  /** Calls a tool that must succeed. @throws Error with the refusal */
  use<Answer = Record<string, unknown>>(
    name: string,
    given?: Record<string, unknown>,
  ): Promise<Answer>;
  /** Calls a tool that must refuse; returns the refusal. */
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
