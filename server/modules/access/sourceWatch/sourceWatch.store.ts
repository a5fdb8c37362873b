// SQL for the source watch: due pages, results of their readings, changes to review and confirmations.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import type { RuleKey } from '../dataRules/dataRules.ts';
import type { ChangedSource, SourceChange, SourcePage } from './sourceWatch.ts';

/** The page that a fact quotes. */
const factPageSql = `split_part(fact->>'sourceUrl', '#', 1)`;

const factsOfRule = 'cross join lateral jsonb_array_elements(rule.facts) as fact';

/** Facts of decided rules of visible items, one row for each. */
const watchedFactsSql = `data_rules as rule
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

/** Key of a change for one rule. */
export interface RuleChangeKey extends RuleKey {
  changeId: number;
}

/** Changes since the last decision of the rule, so that an edit clears them and its undo restores them. */
const quotedChanges = `from ${watchedFactsSql}
  join source_pages as page on md5(page.address) = md5(${factPageSql})
  join source_changes as change on change.page_id = page.id and coalesce(change.found_at > rule.decided_at, true)
  where not rule.is_demo`;

/** A merge copies the confirmations of a rule that it hands over unchanged; combined rules need new ones. */
const notConfirmed = `not exists (
  select from source_confirmations as confirmed
  where confirmed.change_id = change.id and confirmed.item_id = rule.item_id
    and confirmed.company_key = rule.company_key and confirmed.tier = rule.tier)`;

const toConfirm = `${quotedChanges} and rule.company_key = any(:companies::text[]) and ${notConfirmed}`;

export class ChangedSourcesStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** One page of changes to review, newest first. */
  async page(
    companies: readonly string[],
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ sources: ChangedSource[]; total: number }> {
    const values = { companies: [...companies] };
    const counted = await this.db.raw<{ rows: { count: string }[] }>(
      `select count(distinct (change.id, rule.id)) ${toConfirm}`,
      values,
    );
    const { rows } = await this.db.raw<{ rows: ChangedSource[] }>(
      `select change.id as "changeId", rule.item_id as "itemId", rule.company_key as "companyKey", rule.tier,
         change.kind, change.found_at as "foundAt", change.removed, change.added, change.more,
         items.title_ru as "titleRu", items.title_en as "titleEn", page.address as "sourceUrl", json_agg(fact) as facts
       ${toConfirm}
       group by change.id, rule.id, items.id, page.id
       order by change.found_at desc, change.id desc, rule.item_id, rule.company_key, rule.tier
       limit :perPage offset :offset`,
      { ...values, perPage, offset: page * perPage },
    );
    return { sources: rows, total: Number(counted.rows[0]?.count ?? 0) };
  }

  /** Page of the change, if the rule quotes it and was not decided since; else null. */
  async quotedAddress(key: RuleChangeKey): Promise<string | null> {
    const { rows } = await this.db.raw<{ rows: { address: string }[] }>(
      `select page.address ${quotedChanges} and change.id = :changeId and rule.item_id = :itemId
         and rule.company_key = :companyKey and rule.tier = :tier limit 1`,
      { ...key },
    );
    return rows[0]?.address ?? null;
  }

  /** False when the rule is already confirmed. */
  async confirm(
    { changeId, itemId, companyKey, tier }: RuleChangeKey,
    by: { userId: number; at: Date },
  ): Promise<boolean> {
    const made: unknown[] = await this.db('source_confirmations')
      .insert({
        change_id: changeId,
        item_id: itemId,
        company_key: companyKey,
        tier,
        confirmed_by: by.userId,
        confirmed_at: by.at,
      })
      .onConflict()
      .ignore()
      .returning('change_id');
    return made.length > 0;
  }

  /** False when there is no confirmation. */
  async withdraw({ changeId, itemId, companyKey, tier }: RuleChangeKey): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `delete from source_confirmations where change_id = :changeId and item_now(item_id) = :itemId
         and company_key = :companyKey and tier = :tier`,
      { changeId, itemId, companyKey, tier },
    );
    return rowCount > 0;
  }
}
