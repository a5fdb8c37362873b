// Searches for an address that somebody has pasted: the service of that page, and others of its site.
import type { Viewer } from '../accounts/accounts.ts';
import type { Query } from '../search/engine/engine.ts';

/** What is known of a page, of what the viewer sees: its service, and the others of the same site, the nearest first. */
export interface KnownPage {
  knownId: number | null;
  nearIds: number[];
}

/** Finds the page to which a text leads; null where the text is no address. */
export type FindPage = (viewer: Viewer, text: string) => Promise<KnownPage | null>;

/** What is asked of the index. */
export interface Asked {
  query: Query;
  /** What fills the first page behind the answer, in place of what answers a part of the words; null: that does. */
  near: Query | null;
  /** Whether nothing answers surely: what is asked for is near. */
  isUnsure: boolean;
}

/** Marks at the ids, as a filter of the engine takes them. */
function marksOf(ids: readonly number[]): Uint8Array {
  const marks = new Uint8Array(Math.max(...ids) + 1);
  for (const id of ids) marks[id] = 1;
  return marks;
}

/** The same query without its words, for these items alone. */
const among = (query: Query, ids: readonly number[]): Query => ({
  ...query,
  text: '',
  marked: [...(query.marked ?? []), marksOf(ids)],
});

/** Asks for the page in place of the words, where they are the address of one that is known or near; exactly, for the page alone. */
export const addressedSearch =
  (findPage: FindPage) =>
  async (viewer: Viewer, query: Query): Promise<Asked> => {
    const asWords = { query, near: null, isUnsure: false };
    const page = query.text === '' ? null : await findPage(viewer, query.text);
    if (!page) return asWords;
    const { knownId, nearIds } = page;
    const near = query.isExact || nearIds.length === 0 ? null : among(query, nearIds);
    if (knownId !== null) return { query: among(query, [knownId]), near, isUnsure: false };
    return near ? { query: near, near: null, isUnsure: true } : asWords;
  };
