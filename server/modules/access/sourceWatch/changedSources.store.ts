// SQL for changed sources: rules to review, and confirmations that they still hold.
import type { Knex } from 'knex';
import type { RuleKey } from '../dataRules/dataRules.ts';
import type { ChangedSource } from './sourceWatch.ts';
import { factPageSql, watchedFactsSql } from './sourceWatch.store.ts';

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
