// Browsing without search words: pages and tag counts from the database while the search index is being built.
import type { Knex } from 'knex';
import type { Query, Window } from '../../search/search.module.ts';
import type { TagCount } from './items.ts';

/** A page of item ids, the total, and the database snapshot of the read. */
interface BrowsedPage {
  ids: number[];
  total: number;
  snapshot: string;
}

/** True when a query has only tags and approvals. */
export const isBrowsing = ({
  text,
  concepts = [],
  usedIn = null,
  addedSince = null,
}: Query): boolean =>
  text.trim() === '' && concepts.length === 0 && usedIn === null && addedSince === null;

/** True when the database can sort the page; only the index sorts by title. */
export const isSortedByLikes = ({ sort }: Window): boolean => sort.startsWith('likes');

/** The items that the index would find without words. */
function matchingItems(db: Knex, { tags, approvedBy, seesHidden }: Query): Knex.QueryBuilder {
  const tagged = (condition: string, value: string): Knex.QueryBuilder =>
    db('item_tags')
      .join('tags', 'tags.id', 'tag_id')
      .whereRaw('item_id = items.id')
      .whereRaw(condition, [value]);
  const query = db('items').whereNull('removed_at');
  if (!seesHidden) query.where('admin_visibility', 'visible');
  for (const tag of new Set(tags)) {
    query.whereExists(
      tagged(seesHidden ? 'original_name = ?' : 'original_name = ? and not is_approval', tag),
    );
  }
  if (approvedBy !== null) {
    query.whereExists(tagged('is_approval and lower(original_name) = ?', approvedBy));
  }
  return query;
}

/** A page sorted by likes; of equal items the older one comes first. */
export async function browse(
  db: Knex,
  query: Query,
  { page, perPage, sort }: Window,
): Promise<BrowsedPage> {
  const order = sort === 'likes asc' ? 'asc' : 'desc';
  const rows: BrowsedPage[] = await db
    .with('found', matchingItems(db, query).select('id', 'likes_count'))
    .select(
      db.raw('pg_current_snapshot()::text as snapshot'),
      db.raw('(select count(*)::integer from found) as total'),
      db.raw(
        `array(select id from found order by likes_count ${order}, id limit ? offset ?) as ids`,
        [perPage, page * perPage],
      ),
    );
  return rows[0]!;
}

/** Number of items per tag; approval tags for admins only. */
export async function browseTagCounts(db: Knex, query: Query): Promise<TagCount[]> {
  const counted = db('item_tags')
    .join('tags', 'tags.id', 'tag_id')
    .whereIn('item_id', matchingItems(db, query).select('id'))
    .groupBy('original_name')
    .select({ tag: 'original_name' }, db.raw('count(*)::integer as count'));
  return query.seesHidden ? counted : counted.where('is_approval', false);
}
