// SQL for the source watch: due pages, and results of their readings.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import type { SourceChange, SourcePage } from './sourceWatch.ts';

/** The page that a fact quotes. */
export const factPageSql = `split_part(fact->>'sourceUrl', '#', 1)`;

const factsOfRule = 'cross join lateral jsonb_array_elements(rule.facts) as fact';

/** Facts of decided rules of visible items, one row for each. */
export const watchedFactsSql = `data_rules as rule
  join items on items.id = rule.item_id and items.removed_at is null and items.admin_visibility = 'visible'
  ${factsOfRule}`;

export interface DuePage {
  id: number;
  address: string;
}

export class SourceWatchStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /**
   * Adds newly quoted pages, and deletes those that no rule has quoted for long. Pages of hidden and removed items
   * stay, because these may come back.
   */
  async followRules(now: Date): Promise<void> {
    await this.db.raw(
      `insert into source_pages (address, next_read_at)
       select distinct ${factPageSql}, :now::timestamptz from ${watchedFactsSql}
       where not rule.is_demo
       on conflict (md5(address)) do nothing`,
      { now },
    );
    await this.db.raw(
      `delete from source_pages where next_read_at < :unusedSince
         and address not in (select ${factPageSql} from data_rules as rule ${factsOfRule} where not rule.is_demo)`,
      { unusedSince: new Date(now.getTime() - limits.sourceWatch.unusedKeptMs) },
    );
  }

  /** Quoted pages that are due, longest waiting first. */
  async due(now: Date, count: number): Promise<DuePage[]> {
    const { rows } = await this.db.raw<{ rows: DuePage[] }>(
      `select id, address from source_pages as page
       where next_read_at <= :now
         and address in (select ${factPageSql} from ${watchedFactsSql} where not rule.is_demo)
       order by next_read_at, id limit :count`,
      { now, count },
    );
    return rows;
  }

  /** Claims the reading of a page until a time; false if another process has it. */
  async claim(id: number, now: Date, until: Date): Promise<boolean> {
    const claimed = await this.db('source_pages')
      .where({ id })
      .where('next_read_at', '<=', now)
      .update({ next_read_at: until });
    return claimed === 1;
  }

  /** Locks a page that was claimed until a time; null when it is deleted or claimed by another process. */
  async lockClaimed(id: number, until: Date): Promise<SourcePage | null> {
    const row: SourcePage | undefined = await this.db('source_pages')
      .where({ id, next_read_at: until })
      .forUpdate()
      .first('text_hash as textHash', 'sentences', 'misses', 'is_gone as isGone');
    return row ?? null;
  }

  async update(
    id: number,
    { textHash, sentences, misses, isGone }: SourcePage,
    nextReadAt: Date,
  ): Promise<void> {
    await this.db('source_pages').where({ id }).update({
      text_hash: textHash,
      sentences,
      misses,
      is_gone: isGone,
      next_read_at: nextReadAt,
    });
  }

  /** Adds a change and deletes the oldest ones beyond the limit of a page. */
  async addChange(pageId: number, change: SourceChange, foundAt: Date): Promise<number> {
    const [made]: { id: number }[] = await this.db('source_changes')
      .insert({ page_id: pageId, ...change, found_at: foundAt })
      .returning('id');
    const kept = this.db('source_changes')
      .where({ page_id: pageId })
      .orderBy('id', 'desc')
      .limit(limits.sourceWatch.changesPerPage)
      .select('id');
    await this.db('source_changes').where({ page_id: pageId }).whereNotIn('id', kept).delete();
    return made!.id;
  }

  /**
   * One item for each company whose rules quote a page and were decided before a time, so that a company is notified
   * once.
   */
  async itemsToReview(address: string, before: Date): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { itemId: number }[] }>(
      `select distinct min(rule.item_id) as "itemId" from ${watchedFactsSql}
       where not rule.is_demo and ${factPageSql} = :address and coalesce(rule.decided_at < :before, true)
       group by rule.company_key`,
      { address, before },
    );
    return rows.map(({ itemId }) => itemId);
  }
}
