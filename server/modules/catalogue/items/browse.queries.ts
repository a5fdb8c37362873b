// Pages and counts without words, straight from the database: for as long as the index of the search is being built.
import type { Knex } from 'knex';
import type { Query, Window } from '../../search/search.module.ts';
import type { TagCount } from './items.ts';

/** A page of ids, how many there are of all, and what the reading has seen. */
interface BrowsedPage {
  ids: number[];
  total: number;
  snapshot: string;
}

/** Whether a search looks for no words: tags and approvals alone. */
export const isBrowsing = ({
  text,
  concepts = [],
  usedIn = null,
  addedSince = null,
}: Query): boolean =>
  text.trim() === '' && concepts.length === 0 && usedIn === null && addedSince === null;

/** Whether the database has the order; titles are ordered by the index. */
export const isSortedByLikes = ({ sort }: Window): boolean => sort.startsWith('likes');

/** What the index would find for no words. */
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

/** A page by likes, the older of equals first. */
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

/** How many items each tag would leave; tags of approval for admins alone. */
export async function browseTagCounts(db: Knex, query: Query): Promise<TagCount[]> {
  const counted = db('item_tags')
    .join('tags', 'tags.id', 'tag_id')
    .whereIn('item_id', matchingItems(db, query).select('id'))
    .groupBy('original_name')
    .select({ tag: 'original_name' }, db.raw('count(*)::integer as count'));
  return query.seesHidden ? counted : counted.where('is_approval', false);
}
