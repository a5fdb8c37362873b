// What a tool of agents costs beside the same document over GraphQL, asked in turn by the same people with their tokens.
import { FindServicesDocument, ReadServiceDocument } from '../../server/mcp/generated.ts';
import type { Bed } from './bed.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { inTurn, type Person } from './people.ts';
import type { Targets } from './targets.ts';

/** By so much the tool may be slower, at its 95th percentile. */
const mostMs = 5;
const timesInBlock = 10;
const callers = 40;
const revision = '2026-07-28';

const texts = ['генератор', 'глоссарий', 'voice generator', 'озвучить трейлер', ''];

interface Pair {
  tool: string;
  given: object;
  document: string;
  variables: object;
}

const pairs = (text: string, id: string): Pair[] => [
  {
    tool: 'search_services',
    given: { query: text, language: 'ru' },
    document: FindServicesDocument.toString(),
    variables: {
      search: text,
      page: 0,
      perPage: 10,
      language: 'ru',
      verified: false,
      inDetail: false,
    },
  },
  {
    tool: 'get_service',
    given: { id, language: 'ru' },
    document: ReadServiceDocument.toString(),
    variables: { id },
  },
];

async function post(url: string, headers: Record<string, string>, body: object): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok || text.includes('"errors"') || text.includes('"isError":true'))
    throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

async function makeToken(url: string, { cookie }: Person): Promise<string> {
  const query = 'mutation { made: createApiToken(name: "Agent", scope: read) { token } }';
  const text = await post(`${url}/graphql`, { Cookie: cookie, Origin: url }, { query });
  return (JSON.parse(text) as { data: { made: { token: string } } }).data.made.token;
}

const overGraphql = (url: string, token: string, { document, variables }: Pair) =>
  post(`${url}/graphql`, { Authorization: `Bearer ${token}` }, { query: document, variables });

const about = 'io.modelcontextprotocol';
const overMcp = (url: string, token: string, { tool, given }: Pair) =>
  post(
    `${url}/mcp`,
    {
      Authorization: `Bearer ${token}`,
      'MCP-Protocol-Version': revision,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': tool,
    },
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: given,
        _meta: {
          [`${about}/protocolVersion`]: revision,
          [`${about}/clientInfo`]: { name: 'bench', version: '1' },
          [`${about}/clientCapabilities`]: {},
        },
      },
    },
  );

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

interface Times {
  graphql: number[];
  mcp: number[];
}

const p95 = (values: readonly number[]): number => quantile(values, 0.95);

/** Asks both ways in turn, so often that a 95th percentile says something; answers how long each tool took. */
async function askInTurn(
  url: string,
  nextToken: () => string,
  nextId: () => number,
): Promise<Map<string, Times>> {
  const times = new Map<string, Times>();
  for (let time = 0; time < timesInBlock; time += 1)
    for (const text of texts)
      for (const pair of pairs(text, String(nextId()))) {
        const both = times.get(pair.tool) ?? { graphql: [], mcp: [] };
        times.set(pair.tool, both);
        both.graphql.push(await timed(() => overGraphql(url, nextToken(), pair)));
        both.mcp.push(await timed(() => overMcp(url, nextToken(), pair)));
      }
  return times;
}

/** @param rounds of them the median counts, so that what else the machine does in one of them does not */
export async function measureAgents(
  beds: readonly Bed[],
  rounds: number,
  targets: Targets,
): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const { items, people, product, itemIds } of beds) {
    const tokens: string[] = [];
    for (const person of people.slice(0, callers))
      tokens.push(await makeToken(product.url, person));
    const nextToken = inTurn(tokens);
    const nextId = inTurn(itemIds);
    const blocks = new Map<string, Times[]>();
    for (let block = -1; block < rounds; block += 1)
      for (const [tool, times] of await askInTurn(product.url, nextToken, nextId))
        // The first warms up.
        if (block >= 0) blocks.set(tool, [...(blocks.get(tool) ?? []), times]);
    for (const [tool, those] of blocks) {
      const [graphql, mcp] = [those.flatMap((one) => one.graphql), those.flatMap((one) => one.mcp)];
      const more = median(those.map((one) => p95(one.mcp) - p95(one.graphql)));
      rows.push({
        items,
        tool,
        'GraphQL p50 ms': fixed(median(graphql)),
        'GraphQL p95 ms': fixed(p95(graphql)),
        'MCP p50 ms': fixed(median(mcp)),
        'MCP p95 ms': fixed(p95(mcp)),
        'more at p95, ms': fixed(more),
      });
      targets.atMost(
        `${tool}, ${items} items: p95 at most ${mostMs} ms above the same document over GraphQL`,
        more,
        mostMs,
        `${fixed(more)} ms`,
      );
    }
  }
  printTable('Tools of agents, and the same documents over GraphQL', rows);
}
