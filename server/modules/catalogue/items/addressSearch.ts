// Address search: recognition of a pasted address, its item, and other items of its site.
import { limits } from '../../../config/limits.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import type { Found, Query, Window } from '../../search/search.module.ts';
import { isHttpAddress } from '../pageAddresses/normaliseAddress.ts';

/** Addresses with or without a scheme: suno.com/create, but neither 1.5 nor "node js". */
const addressPattern =
  /^(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)(?:[/?#:]\S*)?)$/iu;
/** Quotes, brackets and punctuation around an address. */
const surroundingSigns = /^[\s<("'«“]+|(?<![\s>)"'»”.,;!])[\s>)"'»”.,;!]+$/gu;

const trimSigns = (text: string): string => text.replace(surroundingSigns, '');

/** The address in a text that contains only it and punctuation; null for any other text. */
export function parseAddress(text: string): string | null {
  const address = trimSigns(text);
  if (!addressPattern.test(address)) return null;
  const whole = /^https?:/i.test(address) ? address : `https://${address}`;
  return isHttpAddress(whole) ? whole : null;
}

/** True when an address may also be a name: Copy.ai, but not copy.ai/blog. */
export const mayBeName = (text: string): boolean => !/[/?#:]/.test(trimSigns(text));

/** The visible item of an address, and other visible items of its site, nearest first. */
export interface AddressMatches {
  knownId: number | null;
  nearIds: number[];
}

/**
 * Finds the items of the address in a search text. Null if the text is not an address, or may be a name that no item
 * has as its address.
 * `nearIds` is null if the text may be a name: a search for its words then finds the nearby items.
 */
export type FindPage = (
  viewer: Viewer,
  text: string,
) => Promise<{ knownId: number | null; nearIds: number[] | null } | null>;

/** A query and the order of its results; null for the ranking of the engine. */
export interface OrderedQuery {
  query: Query;
  order: readonly number[] | null;
}

/** A query for the index after its address was resolved. */
export interface ResolvedQuery extends OrderedQuery {
  /** Query that fills the first page after the exact matches; null for partial matches. */
  near: OrderedQuery | null;
  /** True when the results are only near the address. */
  isUnsure: boolean;
}

/** A bitmap of ids, as the filters of the engine need it. */
function toBitmap(ids: readonly number[]): Uint8Array {
  const bitmap = new Uint8Array(Math.max(...ids) + 1);
  for (const id of ids) bitmap[id] = 1;
  return bitmap;
}

/** The query without its words, restricted to these items in this order. */
const restrictTo = (query: Query, ids: readonly number[]): OrderedQuery => ({
  query: { ...query, text: '', marked: [...(query.marked ?? []), toBitmap(ids)] },
  order: ids,
});

/** Replaces the words of a query by the item of their address, if they are one. An exact query finds nothing nearby. */
export async function resolveAddress(
  findPage: FindPage,
  viewer: Viewer,
  query: Query,
): Promise<ResolvedQuery> {
  const words: OrderedQuery = { query, order: null };
  const page = query.text === '' ? null : await findPage(viewer, query.text);
  if (!page) return { ...words, near: null, isUnsure: false };
  const { knownId, nearIds } = page;
  const onSite = nearIds && nearIds.length > 0 ? restrictTo(query, nearIds) : null;
  const near = query.isExact ? null : nearIds === null ? words : onSite;
  if (knownId !== null) return { ...restrictTo(query, [knownId]), near, isUnsure: false };
  if (!near) return { ...words, near: null, isUnsure: false };
  return { ...near, near: null, isUnsure: true };
}

/** A page of results in the given order if sorted by likes, else in the ranking of the engine. */
export function searchInOrder(
  search: (query: Query, window: Window) => Found,
  { query, order }: OrderedQuery,
  window: Window,
): Found {
  if (!order || window.sort !== 'likes desc') return search(query, window);
  const all = search(query, { ...window, page: 0, perPage: order.length });
  const passing = new Set(all.ids);
  const from = window.page * window.perPage;
  const ids = order.filter((id) => passing.has(id)).slice(from, from + window.perPage);
  return { ...all, ids };
}

/** Items after the exact matches on the first page: sure results of the `near` query, else partial matches. */
export function findNearby(
  found: Found,
  near: OrderedQuery | null,
  window: Window,
  searchFor: (query: OrderedQuery, on: Window) => Found,
): number[] {
  if (!near || window.page > 0) return found.near.slice(0, limits.lists.near);
  const answers = new Set(found.ids);
  const perPage = limits.lists.near + answers.size;
  const { ids, unsure } = searchFor(near, { ...window, perPage, sort: 'likes desc' });
  return unsure ? [] : ids.filter((id) => !answers.has(id)).slice(0, limits.lists.near);
}
