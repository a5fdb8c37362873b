// Searches for an address that somebody has pasted: the service of that page, and others of its site.
import { limits } from '../../../config/limits.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import type { Found, Query, Window } from '../../search/search.module.ts';

/** What is known of a page, of what the viewer sees: its service, and the others of the same site, the nearest first. */
export interface KnownPage {
  knownId: number | null;
  nearIds: number[];
}

/**
 * Finds the page to which a text leads; null where the text is no address, or one that may be a name and is no known page. Near one that may be
 * a name is what its words find: `nearIds` is null.
 */
export type FindPage = (
  viewer: Viewer,
  text: string,
) => Promise<{ knownId: number | null; nearIds: number[] | null } | null>;

/** A query, and what it may find in the order in which that is shown; null: as it ranks. */
export interface Ordered {
  query: Query;
  order: readonly number[] | null;
}

/** What is asked of the index. */
export interface Asked extends Ordered {
  /** What fills the first page behind the answer, in place of what answers a part of the words; null: that does. */
  near: Ordered | null;
  /** Whether nothing answers surely: what is asked for is near. */
  isUnsure: boolean;
}

/** Marks at the ids, as a filter of the engine takes them. */
function marksOf(ids: readonly number[]): Uint8Array {
  const marks = new Uint8Array(Math.max(...ids) + 1);
  for (const id of ids) marks[id] = 1;
  return marks;
}

/** The same query without its words, for these items alone, in their order. */
const among = (query: Query, ids: readonly number[]): Ordered => ({
  query: { ...query, text: '', marked: [...(query.marked ?? []), marksOf(ids)] },
  order: ids,
});

/** Asks for the page in place of the words, where they are the address of one that is known or near; exactly, for the page alone. */
export const addressedQuery =
  (findPage: FindPage) =>
  async (viewer: Viewer, query: Query): Promise<Asked> => {
    const words: Ordered = { query, order: null };
    const page = query.text === '' ? null : await findPage(viewer, query.text);
    if (!page) return { ...words, near: null, isUnsure: false };
    const { knownId, nearIds } = page;
    const onSite = nearIds && nearIds.length > 0 ? among(query, nearIds) : null;
    const near = query.isExact ? null : nearIds === null ? words : onSite;
    if (knownId !== null) return { ...among(query, [knownId]), near, isUnsure: false };
    if (!near) return { ...words, near: null, isUnsure: false };
    return { ...near, near: null, isUnsure: true };
  };

/** A page of what is found: in its order where it has one and the best answers are first, else as the engine ranks it. */
export function searchInOrder(
  search: (query: Query, window: Window) => Found,
  { query, order }: Ordered,
  window: Window,
): Found {
  if (!order || window.sort !== 'likes desc') return search(query, window);
  const all = search(query, { ...window, page: 0, perPage: order.length });
  const passing = new Set(all.ids);
  const from = window.page * window.perPage;
  const ids = order.filter((id) => passing.has(id)).slice(from, from + window.perPage);
  return { ...all, ids };
}

/** What comes close behind an answer, on its first page: what is said to be near it, where that is sure, or answers a part of its words. */
export function nearOf(
  found: Found,
  near: Ordered | null,
  window: Window,
  searchFor: (one: Ordered, on: Window) => Found,
): number[] {
  if (!near || window.page > 0) return found.near.slice(0, limits.lists.near);
  const answers = new Set(found.ids);
  const perPage = limits.lists.near + answers.size;
  const { ids, unsure } = searchFor(near, { ...window, perPage, sort: 'likes desc' });
  return unsure ? [] : ids.filter((id) => !answers.has(id)).slice(0, limits.lists.near);
}
