// SQL for imports that have been made: which there were, and what undoing one takes away.
import { limits } from '../../../config/limits.ts';
import type { Knex } from 'knex';
import { noCounts, type SyncCounts, type SyncFailure } from '../sync.ts';
import type { ImportSkipReason, MadeItem, PastImport } from './importPreview.ts';

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

interface MadeRow {
  id: number;
  title_ru: string | null;
  title_en: string | null;
  reason: ImportSkipReason | null;
  former: ImportSkipReason | null;
}

/** SQL for the first reason of these to leave an item where it is that came after a moment. */
const reasonAfter = (moment: string, isNoted: string) => `
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

const hasNotes = `items.admin_notes <> ''`;

/** Items that a run has added and that are still there. */
const madeBy = `
  select distinct item_id from activity where run_id = :runId and action = 'sync.added' and item_id is not null`;

export const importsStore = (db: Knex) => ({
  /** The last imports that brought something, newest first. */
  async list(): Promise<PastImport[]> {
    const rows: ImportRow[] = await db('sync_runs')
      .select(
        'sync_runs.*',
        db.raw(`(select count(distinct item_id)::integer from activity
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
  },

  /** Locks a finished import until the end of the transaction; false when there is none. */
  async lock(runId: number): Promise<boolean> {
    const row: unknown = await db('sync_runs')
      .where({ id: runId, source: 'file', state: 'finished' })
      .forUpdate()
      .first('id');
    return row !== undefined;
  },

  /**
   * What an import has made, locked, and what anybody has done with it since, the first that applies: used it, described a
   * case, reported it, asked for access, proposed it, wrote notes, merged it, bound it to a bookmark of the service, or changed it. What the
   * import itself has moved to it from a service of the demo that gave way was there before (`former`), as long as nobody has touched it since.
   * @param restorableSince a case that was deleted since can be taken back
   */
  async made(runId: number, restorableSince: Date): Promise<MadeItem[]> {
    await db.raw(`select from items where id in (${madeBy}) order by id for update`, { runId });
    const { rows } = await db.raw<{ rows: MadeRow[] }>(
      `with way as (
         select (pair->>'to')::integer as item_id, max(activity.at) as at
         from activity cross join jsonb_array_elements(after->'moved') as pair
         where run_id = :runId and action = 'demo.gaveWay' group by 1
       )
       select items.id, title_ru, title_en,
         ${reasonAfter(`coalesce(way.at, '-infinity')`, `way.at is null and ${hasNotes}`)} as reason,
         case when way.at is not null then ${reasonAfter(`'-infinity'`, hasNotes)} end as former
       from items left join way on way.item_id = items.id
       where items.id in (${madeBy}) order by items.id`,
      { runId, restorableSince },
    );
    return rows.map((row) => ({
      id: row.id,
      titleRu: row.title_ru,
      titleEn: row.title_en,
      reason: row.reason,
      former: row.former,
    }));
  },

  /** Takes items away for good, and the tags that only they bore and nobody has named. */
  async remove(ids: readonly number[]): Promise<void> {
    const tags: number[] = await db('item_tags')
      .whereRaw('item_id = any(?::integer[])', [[...ids]])
      .distinct()
      .pluck('tag_id');
    await db.raw('delete from items where id = any(?::integer[])', [[...ids]]);
    await db.raw(
      `delete from tags where id = any(?::integer[]) and name_ru = original_name and name_en = original_name
         and not exists (select from item_tags where tag_id = tags.id)`,
      [tags],
    );
  },

  /** Differences that the import raised and that nobody has decided, with the items they are about. */
  async raised(runId: number): Promise<{ id: number; itemId: number }[]> {
    const { rows } = await db.raw<{ rows: { id: number; item_id: number }[] }>(
      `select inconsistencies.id, inconsistencies.item_id
       from activity join inconsistencies on inconsistencies.id = activity.subject_id::integer
       where activity.run_id = ? and activity.action = 'inconsistency.raised'
         and inconsistencies.status = 'new' and (busy_until is null or busy_until < clock_timestamp())
       order by inconsistencies.id`,
      [runId],
    );
    return rows.map((row) => ({ id: row.id, itemId: row.item_id }));
  },

  async setUndone(runId: number, now: Date): Promise<void> {
    await db('sync_runs').where({ id: runId }).update({ undone_at: now });
  },
});

export type ImportsStore = ReturnType<typeof importsStore>;
