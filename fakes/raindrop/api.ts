// Routes of the fake Raindrop API.
import { isHttpAddress } from '../../server/modules/catalogue/pageAddresses/normaliseAddress.ts';
import type { Faults } from './faults.ts';
import { everything, trash, unsorted, type Library, type NewRaindrop } from './library.ts';

export interface ApiCall {
  method: string;
  /** Below the base path, for example `/raindrops/0`. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

export interface ApiAnswer {
  status: number;
  body: object;
}

const defaultPerPage = 25;
const maxPerPage = 50;
const maxTitleLength = 1_000;

const ok = (body: object): ApiAnswer => ({ status: 200, body: { result: true, ...body } });
const no = (status: number, error: string, errorMessage: string): ApiAnswer => ({
  status,
  body: { result: false, error, errorMessage },
});
const notFound = no(404, 'not_found', 'Not found');

type Route = (call: ApiCall, id: number) => ApiAnswer;

export function createApi(library: Library, faults: Faults): (call: ApiCall) => ApiAnswer {
  const routes: Record<string, Route> = {
    'GET /user': () => ok({ user: { _id: 1, fullName: 'Stand-in', pro: false } }),

    'GET /user/stats': () =>
      ok({
        items: [everything, unsorted, trash].map((id) => ({ _id: id, count: library.count(id) })),
        meta: { changedBookmarksDate: library.changedAt().toISOString(), pro: false },
      }),

    'GET /collections': () => ok({ items: collections(library, false) }),
    'GET /collections/childrens': () => ok({ items: collections(library, true) }),

    'GET /raindrops/:id': ({ query }, collection) => {
      const perPage = Math.min(Number(query.get('perpage') ?? defaultPerPage), maxPerPage);
      const page = Number(query.get('page') ?? 0);
      const nested = query.get('nested') === 'true';
      const list = library.list(collection, nested, query.get('sort') ?? '-created');
      const items = faults.page(list, page, perPage);
      return ok({ items, count: list.length, collectionId: collection });
    },

    'GET /raindrop/:id': (_call, id) => {
      const item = library.get(id);
      return item ? ok({ item, author: true }) : notFound;
    },

    'PUT /raindrop/:id': ({ body }, id) => {
      if (!library.get(id)) return notFound;
      const fault = faultIn(body);
      if (fault) return fault;
      const collection = collectionOf(body);
      if (collection !== undefined) library.move(id, collection);
      return ok({ item: library.edit(id, fieldsOf(body)) });
    },

    'POST /import/url/exists': ({ body }) => {
      const urls = Array.isArray(body['urls']) ? body['urls'] : [];
      const ids = library
        .all()
        .filter(({ link, collectionId }) => collectionId !== trash && urls.includes(link))
        .map(({ _id }) => _id);
      // Raindrop reports a missing bookmark with status 200 and `result` false.
      return { status: 200, body: { result: ids.length > 0, ids } };
    },

    'POST /raindrop': ({ body }) => {
      const { link } = body;
      if (typeof link !== 'string') return no(400, 'link', 'link is required');
      const fault = faultIn(body);
      if (fault) return fault;
      const fields: NewRaindrop = { ...fieldsOf(body), link };
      return ok({ item: library.add({ ...fields, collectionId: collectionOf(body) }) });
    },

    'DELETE /raindrop/:id': (_call, id) => {
      const item = library.remove(id);
      return item ? ok({ item }) : notFound;
    },
  };

  return (call) => {
    const [, head = '', id] = /^(\/[a-z/]+?)(?:\/(-?\d+))?$/.exec(call.path) ?? [];
    const route = routes[`${call.method} ${head}${id === undefined ? '' : '/:id'}`];
    return route ? route(call, Number(id)) : notFound;
  };
}

function collections(library: Library, nested: boolean): object[] {
  return library
    .collections()
    .filter(({ parent }) => (parent !== null) === nested)
    .map(({ _id, title, parent }) => ({
      _id,
      title,
      count: library.count(_id),
      ...(parent === null ? {} : { parent: { $ref: 'collections', $id: parent } }),
    }));
}

/** Keys that Raindrop accepts; a list of tags replaces the old one. */
const writableKeys = [
  'title',
  'excerpt',
  'note',
  'link',
  'tags',
  'type',
  'cover',
  'media',
  'created',
  'important',
  'order',
];

function fieldsOf(body: Record<string, unknown>): Record<string, unknown> {
  const keys = writableKeys.filter((key) => key in body);
  return Object.fromEntries(keys.map((key) => [key, body[key]]));
}

function collectionOf({ collection }: Record<string, unknown>): number | undefined {
  const isNamed = typeof collection === 'object' && collection !== null && '$id' in collection;
  return isNamed ? Number(collection.$id) : undefined;
}

function faultIn({ title, link, tags }: Record<string, unknown>): ApiAnswer | null {
  if (typeof title === 'string' && title.length > maxTitleLength) {
    return no(400, 'title', `title is longer than ${maxTitleLength}`);
  }
  if (link !== undefined && !(typeof link === 'string' && isHttpAddress(link))) {
    return no(400, 'link', 'link is invalid');
  }
  if (tags !== undefined && !Array.isArray(tags)) return no(400, 'tags', 'tags is no list');
  return null;
}
