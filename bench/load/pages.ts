// The same page of twelve items by every way: Loadout's two doors, the limit, and PostGraphile.
import autocannon from 'autocannon';
import { operationBody, requestHeaders } from './calls.ts';
import type { Person } from './people.ts';
import type { Running } from './processes.ts';
import { measureProcessor, type ProcessorTime } from './processorTime.ts';

const perPage = 12;
/** The first pages, in turn. */
const pages = 5;
export const connections = 10;

const postgraphileQuery = `query ($offset: Int, $user: Int!) {
  allCards(first: ${perPage}, offset: $offset, orderBy: [LIKES_COUNT_DESC, ROW_ID_ASC]) {
    totalCount
    nodes {
      rowId titleRu titleEn descriptionRu descriptionEn imageUrl sourceUrl likesCount useCasesCount adminVisibility tags
      likesByItemId(condition: { userId: $user }, first: 1) { nodes { userId } }
      casesByItemId(condition: { userId: $user }) { totalCount }
      expertsByItemId(first: 3, orderBy: [LIKES_TOTAL_DESC, CASES_COUNT_DESC, USER_ID_ASC]) {
        totalCount
        nodes { personByUserId { rowId name avatarUrl } }
      }
    }
  }
}`;

interface PageRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A way to the page, or to a smaller answer that is measured beside it. */
export interface Way {
  name: string;
  url: string;
  /** The process that answers. */
  pid: number;
  /** The request for a page by a person. */
  request(person: Person, page: number): PageRequest;
  /** Total and number of items in an answer; without it the answer is no page. */
  read?(body: string): { total: number; items: number };
}

interface SearchAnswer {
  data: { searchKnowledge: { total: number; items: unknown[] } };
}

const readSearch = (body: string) => {
  const { total, items } = (JSON.parse(body) as SearchAnswer).data.searchKnowledge;
  return { total, items: items.length };
};

/** POST /graphql with the document of the dashboard. */
export const graphqlWay = ({ url, pid }: Running): Way => ({
  name: 'POST /graphql',
  url,
  pid,
  request: (person, page) => ({
    method: 'POST',
    path: '/graphql',
    headers: requestHeaders(url, person),
    body: operationBody('SearchKnowledge', { page, perPage, sortBy: 'likes', sortOrder: 'desc' }),
  }),
  read: readSearch,
});

/** GET /api/v1/knowledge/search: more fields than the dashboard asks for. */
export const restWay = ({ url, pid }: Running): Way => ({
  name: 'GET /api/v1/knowledge/search',
  url,
  pid,
  request: (person, page) => ({
    method: 'GET',
    path: `/api/v1/knowledge/search?page=${page}&perPage=${perPage}`,
    headers: requestHeaders(url, person),
  }),
  read: (body) => {
    const { total, data } = JSON.parse(body) as { total: number; data: unknown[] };
    return { total, items: data.length };
  },
});

/** The limit; `kept`: with the total that the database keeps. */
export const limitWay = ({ url, pid }: Running, counted: 'counted' | 'kept'): Way => ({
  name: counted === 'kept' ? 'limit, total kept' : 'limit',
  url,
  pid,
  request: ({ id }, page) => ({
    method: 'GET',
    path: `/?user=${id}&skip=${page * perPage}&counted=${counted}`,
    headers: {},
  }),
  read: readSearch,
});

export const postgraphileWay = ({ url, pid }: Running): Way => ({
  name: 'PostGraphile 5',
  url,
  pid,
  request: ({ id }, page) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: postgraphileQuery,
      variables: { offset: page * perPage, user: id },
    }),
  }),
  read: (body) => {
    const { totalCount, nodes } = (
      JSON.parse(body) as { data: { allCards: { totalCount: number; nodes: unknown[] } } }
    ).data.allCards;
    return { total: totalCount, items: nodes.length };
  },
});

/** Which of them a person asks for: always the same one, and neighbours another. */
const ofPerson = <One>(all: readonly One[], { id }: Person): One => all[id % all.length]!;

/** A smaller answer of POST /graphql, by what a person sends. */
const smallWay = (
  name: string,
  { url, pid }: Running,
  bodyOf: (person: Person) => string,
): Way => ({
  name,
  url,
  pid,
  request: (person) => ({
    method: 'POST',
    path: '/graphql',
    headers: requestHeaders(url, person),
    body: bodyOf(person),
  }),
});

/** The page of a service; each person asks for another one. */
export const servicePageWay = (product: Running, itemIds: readonly number[]): Way =>
  smallWay('page of a service', product, (person) =>
    operationBody('ServicePage', { id: String(ofPerson(itemIds, person)) }),
  );

/** What stands under the search box while a word is typed. */
export const suggestionsWay = (product: Running, words: readonly string[]): Way =>
  smallWay('suggestions', product, (person) =>
    operationBody('Suggestions', { search: ofPerson(words, person), language: 'ru' }),
  );

/** The smallest answer that knows who asks. */
export const meWay = (product: Running): Way =>
  smallWay('{ me { id } }', product, () => JSON.stringify({ query: '{ me { id } }' }));

/** Asks once and looks at the answer. The total is null where it is no page. */
export async function askOnce(
  way: Way,
  person: Person,
  page: number,
): Promise<{ total: number | null; bytes: number }> {
  const { path, ...request } = way.request(person, page);
  const text = await (await fetch(`${way.url}${path}`, request)).text();
  const { total, items } = way.read?.(text) ?? { total: null, items: perPage };
  if (items !== perPage)
    throw new Error(`${way.name} answered ${items} items: ${text.slice(0, 300)}`);
  return { total, bytes: Buffer.byteLength(text) };
}

export interface Throughput {
  /** Pages per second. */
  rate: number;
  /** Milliseconds of processor time for one answer. */
  cost: ProcessorTime;
  medianMs: number;
  slowMs: number;
}

/** Reads pages for some seconds over ten connections, every request by the next person. */
export async function throughput(
  way: Way,
  people: readonly Person[],
  seconds: number,
): Promise<Throughput> {
  const requests = people.map((person, place) => way.request(person, place % pages));
  const end = measureProcessor(way.pid);
  const result = await autocannon({ url: way.url, connections, duration: seconds, requests });
  const { serverMs, databaseMs } = end();
  const answers = result.requests.total;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${way.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  return {
    rate: answers / result.duration,
    cost: { serverMs: serverMs / answers, databaseMs: databaseMs / answers },
    medianMs: result.latency.p50,
    slowMs: result.latency.p97_5,
  };
}
