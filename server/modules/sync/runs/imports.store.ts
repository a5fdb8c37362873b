// SQL for past imports and the items that undoing one removes.
import { limits } from '../../../config/limits.ts';
import type { Knex } from 'knex';
import { noCounts, type SyncCounts, type SyncFailure } from '../syncStatus.ts';
import type { ImportSkipReason, ImportedItem, PastImport } from './importPreview.ts';

interface ImportRow {
  id: number;
  started_at: Date;
  finished_at: Date;
  started_by: string;
  counts: Partial<SyncCounts>;
  failures: SyncFailure[];
  undone_at: Date | null;
  items_left: number;
}

interface ImportedItemRow {
  id: number;
  title_ru: string | null;
  title_en: string | null;
  reason: ImportSkipReason | null;
  former: ImportSkipReason | null;
}

/** SQL for the first reason to keep an item since a moment. */
const reasonSinceSql = (moment: string, isNoted: string) => `
  case
    when exists (select from item_likes where item_id = items.id and created_at > ${moment}) then 'used'
    when exists (
      select from use_cases where item_id = items.id and (deleted_at is null or deleted_at > :restorableSince)
        and greatest(created_at, updated_at, deleted_at) > ${moment}) then 'described'
    when exists (
      select from complaints where item_id = items.id and greatest(created_at, updated_at) > ${moment}) then 'reported'
    when exists (
      select from access_requests where item_id = items.id and greatest(created_at, changed_at) > ${moment}) then 'requested'
    when exists (select from proposed_services where item_id = items.id) then 'proposed'
    when ${isNoted} then 'noted'
    when exists (select from item_merges where items.id in (kept_id, merged_id)) then 'merged'
    when exists (select from agreed_bookmarks where item_id = items.id and source <> 'file') then 'synced'
    when exists (
      select from activity
      where item_id = items.id and run_id is distinct from :runId
        and not (actor_id is null and action like 'inconsistency.%')) then 'changed'
    when exists (select from data_rules where item_id = items.id and not is_demo)
      or exists (select from item_tasks where item_id = items.id and made_from is null) then 'changed'
  end`;

const hasNotesSql = `items.admin_notes <> ''`;

/** Existing items that a run added. */
const importedItemIdsSql = `
  select distinct item_id from activity where run_id = :runId and action = 'sync.added' and item_id is not null`;

export class ImportsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Past imports that changed something, newest first. */
  async list(): Promise<PastImport[]> {
    const rows: ImportRow[] = await this.db('sync_runs')
      .select(
        'sync_runs.*',
        this.db.raw(`(select count(distinct item_id)::integer from activity
          where activity.run_id = sync_runs.id and action = 'sync.added' and item_id is not null) as items_left`),
      )
      .where({ source: 'file', state: 'finished' })
      .whereRaw(`(counts->>'new')::integer + (counts->>'changed')::integer > 0`)
      .orderBy('id', 'desc')
      .limit(limits.lists.imports);
    return rows.map((row) => ({
      id: row.id,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      startedBy: row.started_by,
      counts: { ...noCounts, ...row.counts },
      failures: row.failures,
      undoneAt: row.undone_at,
      itemsLeft: row.items_left,
    }));
  }

  /** Locks a finished import until the end of the transaction; false when there is none. */
  async lock(runId: number): Promise<boolean> {
    const row: unknown = await this.db('sync_runs')
      .where({ id: runId, source: 'file', state: 'finished' })
      .forUpdate()
      .first('id');
    return row !== undefined;
  }

  /**
   * Locks the items of an import and returns the first reason to keep each, such as a like, use case, complaint or
   * edit. Work that the import itself moved from a demo item counts as `former` until somebody touches it again.
   * @param restorableSince use cases deleted since then can be restored and count
   */
  async lockImportedItems(runId: number, restorableSince: Date): Promise<ImportedItem[]> {
    await this.db.raw(
      `select from items where id in (${importedItemIdsSql}) order by id for update`,
      {
        runId,
      },
    );
    const { rows } = await this.db.raw<{ rows: ImportedItemRow[] }>(
      `with way as (
         select (pair->>'to')::integer as item_id, max(activity.at) as at
         from activity cross join jsonb_array_elements(after->'moved') as pair
         where run_id = :runId and action = 'demo.gaveWay' group by 1
       )
       select items.id, title_ru, title_en,
         ${reasonSinceSql(`coalesce(way.at, '-infinity')`, `way.at is null and ${hasNotesSql}`)} as reason,
         case when way.at is not null then ${reasonSinceSql(`'-infinity'`, hasNotesSql)} end as former
       from items left join way on way.item_id = items.id
       where items.id in (${importedItemIdsSql}) order by items.id`,
      { runId, restorableSince },
    );
    return rows.map((row) => ({
      id: row.id,
      titleRu: row.title_ru,
      titleEn: row.title_en,
      reason: row.reason,
      formerReason: row.former,
    }));
  }

  /** Deletes items, and the unnamed tags that only they had. */
  async remove(ids: readonly number[]): Promise<void> {
    const tags: number[] = await this.db('item_tags')
      .whereRaw('item_id = any(?::integer[])', [[...ids]])
      .distinct()
      .pluck('tag_id');
    await this.db.raw('delete from items where id = any(?::integer[])', [[...ids]]);
    await this.db.raw(
      `delete from tags where id = any(?::integer[]) and name_ru = original_name and name_en = original_name
         and not exists (select from item_tags where tag_id = tags.id)`,
      [tags],
    );
  }

  /** Undecided inconsistencies that the import raised. */
  async openInconsistencies(runId: number): Promise<{ id: number; itemId: number }[]> {
    const { rows } = await this.db.raw<{ rows: { id: number; item_id: number }[] }>(
      `select inconsistencies.id, inconsistencies.item_id
       from activity join inconsistencies on inconsistencies.id = activity.subject_id::integer
       where activity.run_id = ? and activity.action = 'inconsistency.raised'
         and inconsistencies.status = 'new' and (busy_until is null or busy_until < clock_timestamp())
       order by inconsistencies.id`,
      [runId],
    );
    return rows.map((row) => ({ id: row.id, itemId: row.item_id }));
  }

  async setUndone(runId: number, now: Date): Promise<void> {
    await this.db('sync_runs').where({ id: runId }).update({ undone_at: now });
  }
}
