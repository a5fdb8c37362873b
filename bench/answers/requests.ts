// A thousand requests over both doors, the same ones each time: pages, searches, filters, services, suggestions, lists.
import * as rest from '../../server/rest/generated.ts';
import { operationBody, requestHeaders, type Operation } from '../load/calls.ts';
import type { Person } from '../load/people.ts';
import type { Search } from '../load/searches.ts';

export interface Request {
  /** What is asked, for whoever reads of a difference. */
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** Who asks, of all. */
  person: Person;
}

export const requestCount = 1_000;

const words = [
  'генератор',
  'voice',
  'перевод текста',
  'изобр',
  'ghtptynfwbz',
  'qwxzzz',
  '',
  'video -',
];
const sorts = ['likes', 'title'];
const orders = ['desc', 'asc'];

interface Ground {
  people: readonly Person[];
  itemIds: readonly number[];
  searches: readonly Search[];
}

type Made = Omit<Request, 'person'>;

const at = <One>(all: readonly One[], place: number): One => all[place % all.length]!;

const graphql = (name: string, query: string, variables: object): Made => ({
  name: `${name} ${JSON.stringify(variables)}`,
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

const ofClient = (name: string, operation: Operation, variables: object): Made => ({
  name: `${name} ${JSON.stringify(variables)}`,
  method: 'POST',
  path: '/graphql',
  body: operationBody(operation, variables),
});

const get = (path: string): Made => ({ name: path, method: 'GET', path });

/** Each makes one request of a round. */
const kinds: ((round: number, ground: Ground) => Made)[] = [
  (round) => {
    const variables = {
      page: round % 9,
      perPage: at([12, 1, 30], round),
      sortBy: at(sorts, round),
      sortOrder: at(orders, round >> 1),
      verified: round % 7 === 0,
      addedLately: round % 11 === 0,
    };
    return ofClient('page', 'SearchKnowledge', variables);
  },
  (round, { searches }) => {
    const { variables } = at(searches, round);
    return ofClient('search', 'SearchKnowledge', { ...variables, page: 0, reader: 'en' });
  },
  (round, { itemIds }) =>
    ofClient('service', 'ServicePage', { id: String(at(itemIds, round * 7)) }),
  (round) => ofClient('suggestions', 'Suggestions', { search: at(words, round), language: 'ru' }),
  (round) =>
    get(
      `/api/v1/knowledge/search?page=${round % 8}&perPage=${at([12, 3, 50], round)}&sortBy=${at(sorts, round)}&search=${encodeURIComponent(at(words, round >> 1))}`,
    ),
  (round, { itemIds }) => get(`/api/v1/knowledge/${at(itemIds, round * 3)}/overview`),
  (round, { itemIds }) =>
    get(`/api/v1/knowledge/${at(itemIds, round * 5)}/likes?page=${round % 2}`),
  (round) =>
    get(`/api/v1/knowledge/tags?search=${encodeURIComponent(at(['ге', 'voice', ''], round))}`),
  (round) => graphql('filters', rest.FilterCountsDocument.toString(), { search: at(words, round) }),
  (round, { itemIds }) =>
    graphql('overview', rest.ItemOverviewDocument.toString(), { id: String(at(itemIds, round)) }),
  () => get('/api/v1/knowledge/liked'),
  (round) =>
    graphql('refused', '{ knowledgeItem(id: "x") { id } tags(first: 2) { id } }', { round }),
];

export const requestsOf = (ground: Ground): Request[] =>
  Array.from({ length: requestCount }, (_, place) => {
    const round = Math.floor(place / kinds.length);
    return { ...at(kinds, place)(round, ground), person: at(ground.people, place * 13 + round) };
  });

/** Its status and text; ids of requests and of faults are of the moment. */
export async function answerOf(url: string, request: Request): Promise<string> {
  const { method, path, body, person } = request;
  const answer = await fetch(url + path, {
    method,
    headers: requestHeaders(url, person),
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return `${answer.status} ${text.replace(/"(requestId|errorId)":"[^"]*"/g, '"$1":"…"').replaceAll(url, '')}`;
}
