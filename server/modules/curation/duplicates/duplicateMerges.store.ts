// SQL of a duplicate merge: moves likes, use cases, complaints, access requests and subscriptions between items, and back.
import type { Knex } from 'knex';
import { languages, type Language } from '../../../shared/language.ts';
import {
  moveAccessRequests,
  restoreSuperseded,
} from '../../access/requests/accessRequests.module.ts';
import type { TrashedBookmark } from '../../sync/sync.module.ts';
import {
  joinTasks,
  type StoredTasks,
  type MergedBookmarkState,
  type Moved,
  type MovedTasks,
} from './duplicateMerges.ts';
import {
  selectMerges,
  toMerge,
  type StoredMerge,
  type MergeRow,
} from './duplicateMerges.queries.ts';

/** Maximum number of undone merges that are followed. */
const maxUndoneChanges = 100;

interface Places {
  from: number;
  to: number;
}

const ids = (rows: readonly { id: number | string }[]): number[] =>
  rows.map(({ id }) => Number(id));

export class DuplicateMergesStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Moves likes, use cases, complaints, access requests, notes and tasks; equal ones are kept once. */
  async move(places: Places): Promise<Omit<Moved, 'differences' | 'rules'>> {
    await this.keepLikes();
    const likesOfBoth = await this.idsOf(
      `delete from item_likes as here where item_id = :from and exists (
         select from item_likes where item_id = :to and user_id = here.user_id)
       returning user_id as id`,
      { ...places },
    );
    const likes = await this.idsOf(
      `with gone as (delete from item_likes where item_id = :from returning user_id, created_at)
       insert into item_likes (user_id, item_id, created_at)
       select user_id, :to::integer, created_at from gone returning user_id as id`,
      { ...places },
    );
    const useCases = await this.idsOf(
      'update use_cases set item_id = :to where item_id = :from returning id',
      { ...places },
    );
    await this.countUseCases(places);
    const joined = await this.joinComments(places);
    const stoodFor = await this.closeDuplicateComplaints(places);
    const complaints = await this.idsOf(
      'update complaints set item_id = :to where item_id = :from returning id',
      { ...places },
    );
    const { moved: accessRequests, stoodDown } = await moveAccessRequests(this.db, [places]);
    // A company has one subscription to an item; the second one stays with the merged item.
    const subscriptions = await this.idsOf(
      `update subscriptions as moved set item_id = :to where item_id = :from and not exists (
         select from subscriptions as kept where kept.item_id = :to and kept.company_key = moved.company_key)
       returning id`,
      { ...places },
    );
    const [before, added] = [await this.noteTexts(places.to), await this.noteTexts(places.from)];
    // Not cut to the length limit of a note, so that nothing is lost; the next edit must shorten it.
    const after = [...new Set([before, added])].filter(Boolean).join('\n');
    if (after !== before)
      await this.db('items').where({ id: places.to }).update({ admin_notes: after });
    const tasks = await this.moveTasks(places);
    await this.moveRecord(places, places.from);
    return {
      likes,
      likesOfBoth,
      useCases,
      complaints,
      joined,
      stoodFor,
      accessRequests,
      stoodDown,
      subscriptions,
      notes: { before, after },
      tasks,
    };
  }

  /** Adds the tasks of the other item to the kept one. */
  async moveTasks({ from, to }: Places): Promise<MovedTasks[]> {
    const [held, others] = [await this.phrasesOf(to), await this.phrasesOf(from)];
    const moved: MovedTasks[] = [];
    for (const language of languages) {
      const before = held.get(language) ?? null;
      const after = joinTasks(before, others.get(language) ?? null);
      if (!after) continue;
      moved.push({ language, before, after });
      await this.db('item_tasks')
        .insert({ item_id: to, language, tasks: after, made_from: null })
        .onConflict(['item_id', 'language'])
        .merge();
    }
    return moved;
  }

  /** Restores the former tasks, unless somebody has changed them since. */
  async moveTasksBack(to: number, moved: readonly MovedTasks[]): Promise<void> {
    for (const { language, before, after } of moved) {
      const row = this.db('item_tasks')
        .where({ item_id: to, language, made_from: null })
        .whereRaw('tasks = ?::text[]', [after]);
      if (before) await row.update({ tasks: before.tasks, made_from: before.madeFrom });
      else await row.delete();
    }
  }

  /** A person has one open complaint of a type per item, so the comment is appended to it. */
  async joinComments(places: Places): Promise<Moved['joined']> {
    const { rows } = await this.db.raw<{ rows: Moved['joined'] }>(
      `with duplicates as (
         select open.id, open.comment as before, concat_ws(E'\\n', nullif(open.comment, ''),
           nullif(moved.comment, '')) as after
         from complaints as moved join complaints as open
           on open.item_id = :to and open.user_id = moved.user_id
           and open.complaint_type = moved.complaint_type and open.status in ('new', 'in_progress')
         where moved.item_id = :from and moved.status in ('new', 'in_progress')
           and moved.comment is distinct from open.comment and coalesce(moved.comment, '') <> ''
       )
       update complaints set comment = duplicates.after from duplicates where complaints.id = duplicates.id
       returning duplicates.id, duplicates.before, duplicates.after`,
      { ...places },
    );
    return rows;
  }

  /** Removes former comments from merges before a time. */
  async forgetComments(before: Date): Promise<void> {
    await this.db.raw(
      `update item_merges set moved = jsonb_set(moved, '{joined}', '[]')
       where merged_at < ? and moved -> 'joined' <> '[]'`,
      [before],
    );
  }

  /** Closes complaints of people who have one of the same type about the kept item. */
  async closeDuplicateComplaints(places: Places): Promise<NonNullable<Moved['stoodFor']>> {
    const { rows } = await this.db.raw<{ rows: NonNullable<Moved['stoodFor']> }>(
      `with duplicates as (
         select moved.id, moved.status
         from complaints as moved join complaints as open
           on open.item_id = :to and open.user_id = moved.user_id
           and open.complaint_type = moved.complaint_type and open.status in ('new', 'in_progress')
         where moved.item_id = :from and moved.status in ('new', 'in_progress')
       )
       update complaints set status = 'resolved', resolved_at = now(), updated_at = now()
       from duplicates where complaints.id = duplicates.id
       returning duplicates.id, duplicates.status`,
      { ...places },
    );
    return rows;
  }

  /** Reopens complaints for an undo, unless the person has another open one or the account was deleted. */
  async reopenDuplicateComplaints(stoodFor: NonNullable<Moved['stoodFor']>): Promise<void> {
    for (const { id, status } of stoodFor)
      await this.db.raw(
        `update complaints set status = :status, resolved_at = null, updated_at = now()
         where id = :id and status = 'resolved' and user_id is not null and not exists (
           select from complaints as open
           where open.item_id = complaints.item_id and open.user_id = complaints.user_id
             and open.complaint_type = complaints.complaint_type and open.status in ('new', 'in_progress'))`,
        { id, status },
      );
  }

  /** Moves back what a merge has moved; likes that were removed since are not restored. */
  async moveBack({ from, to }: Places, moved: Moved): Promise<void> {
    await this.keepLikes();
    await this.db.raw(
      `with gone as (
         delete from item_likes where item_id = :to and user_id = any(:likes::integer[])
         returning user_id, created_at
       )
       insert into item_likes (user_id, item_id, created_at)
       select user_id, :from::integer, created_at from gone
       union all
       select user_id, :from::integer, created_at from item_likes
       where item_id = :to and user_id = any(:both::integer[])
       on conflict do nothing`,
      { from, to, likes: moved.likes, both: moved.likesOfBoth },
    );
    for (const [table, list] of [
      ['use_cases', moved.useCases],
      ['complaints', moved.complaints],
      ['access_requests', moved.accessRequests],
      ['subscriptions', moved.subscriptions ?? []],
    ] as const) {
      await this.db(table).where({ item_id: to }).whereIn('id', list).update({ item_id: from });
    }
    await restoreSuperseded(this.db, moved.stoodDown ?? []);
    await this.reopenDuplicateComplaints(moved.stoodFor ?? []);
    await this.countUseCases({ from, to });
    // Authors of use cases count as users of the item.
    await this.db.raw(
      `insert into item_likes (user_id, item_id)
       select distinct user_id, item_id from use_cases
       where item_id in (:from, :to) and deleted_at is null on conflict do nothing`,
      { from, to },
    );
    for (const { id, before, after } of moved.joined)
      await this.db('complaints').where({ id, comment: after }).update({ comment: before });
    await this.db('items')
      .where({ id: to, admin_notes: moved.notes.after })
      .update({ admin_notes: moved.notes.before });
    await this.moveTasksBack(to, moved.tasks ?? []);
    await this.moveRecord({ from: to, to: from }, from);
  }

  /** Marks deletions of likes in this transaction as moves, so that they are not recorded as removed. */
  private async keepLikes(): Promise<void> {
    await this.db.raw(`select set_config('loadout.moves_likes', 'on', true)`);
  }

  /** Closes open inconsistencies of a merged item; returns their ids. */
  closeInconsistencies(itemId: number, now: Date): Promise<number[]> {
    return this.db('inconsistencies')
      .where({ item_id: itemId, status: 'new' })
      .update({ status: 'resolved', resolved_at: now, updated_at: now })
      .returning('id')
      .then(ids);
  }

  /** Reopens inconsistencies for an undo; the next run closes those that no longer apply. */
  async reopenInconsistencies(closed: readonly number[], now: Date): Promise<void> {
    await this.db('inconsistencies as closed')
      .whereIn('closed.id', [...closed])
      .where('closed.status', 'resolved')
      .whereNull('closed.resolution')
      .whereNotExists(
        this.db('inconsistencies as open')
          .whereRaw(
            'open.item_id = closed.item_id and open.type = closed.type and open.field = closed.field',
          )
          .where('open.status', 'new'),
      )
      .update({ status: 'new', resolved_at: null, updated_at: now });
  }

  async setMerged(id: number, into: number | null, now: Date): Promise<void> {
    await this.db('items')
      .where({ id })
      .update({ merged_into: into, removed_at: into === null ? null : now, updated_at: now });
  }

  async insert(row: {
    keptId: number;
    mergedId: number;
    mergedAt: Date;
    mergedBy: number;
    bookmark: 'keep' | 'trash';
    bookmarkState: MergedBookmarkState;
    moved: Moved;
    changeId: number | null;
  }): Promise<number> {
    const [made]: { id: number }[] = await this.db('item_merges')
      .insert({
        kept_id: row.keptId,
        merged_id: row.mergedId,
        merged_at: row.mergedAt,
        merged_by: row.mergedBy,
        bookmark: row.bookmark,
        bookmark_state: row.bookmarkState,
        moved: JSON.stringify(row.moved),
        change_id: row.changeId,
      })
      .returning('id');
    return made?.id ?? 0;
  }

  async markUndone(id: number, by: number, now: Date): Promise<void> {
    await this.db('item_merges').where({ id }).update({ undone_at: now, undone_by: by });
  }

  /** False if the state has changed meanwhile. */
  async setState(
    id: number,
    from: MergedBookmarkState,
    to: MergedBookmarkState,
    trashed?: TrashedBookmark,
  ): Promise<boolean> {
    const touched = await this.db('item_merges')
      .where({ id, bookmark_state: from })
      .update({ bookmark_state: to, ...(trashed ? { trashed: JSON.stringify(trashed) } : {}) });
    return touched === 1;
  }

  async rememberTrashed(id: number, trashed: TrashedBookmark): Promise<void> {
    await this.db('item_merges')
      .where({ id })
      .update({ trashed: JSON.stringify(trashed) });
  }

  async find(id: number): Promise<StoredMerge | null> {
    const row: MergeRow | undefined = await selectMerges(this.db)
      .where('item_merges.id', id)
      .first();
    return row ? toMerge(row) : null;
  }

  /** Changes by earlier merges into the item that were undone since this merge, newest first. */
  findUndoneChanges({
    keptId,
    id,
    mergedAt,
  }: Pick<StoredMerge, 'keptId' | 'id' | 'mergedAt'>): Promise<number[]> {
    return this.db('item_merges')
      .where({ kept_id: keptId })
      .where('id', '<', id)
      .where('undone_at', '>=', mergedAt)
      .whereNotNull('change_id')
      .orderBy('id', 'desc')
      .limit(maxUndoneChanges)
      .pluck('change_id')
      .then((found: (string | number)[]) => found.map(Number));
  }

  /** The active merge of an item. */
  async findActive(mergedId: number): Promise<StoredMerge | null> {
    const row: MergeRow | undefined = await selectMerges(this.db)
      .where({ 'item_merges.merged_id': mergedId, 'item_merges.undone_at': null })
      .first();
    return row ? toMerge(row) : null;
  }

  /** Merges with a pending change of the bookmark, after an id. */
  async findWithPendingBookmark(afterId: number, limit: number): Promise<StoredMerge[]> {
    const rows: MergeRow[] = await selectMerges(this.db)
      .where('item_merges.id', '>', afterId)
      .whereIn('item_merges.bookmark_state', ['trashWanted', 'restoreWanted'])
      .orderBy('item_merges.id')
      .limit(limit);
    return rows.map(toMerge);
  }

  private async idsOf(sql: string, values: Record<string, unknown>): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number | string }[] }>(sql, values as never);
    return ids(rows);
  }

  private async noteTexts(id: number): Promise<string> {
    const row: { admin_notes: string } | undefined = await this.db('items')
      .where({ id })
      .first('admin_notes');
    return row?.admin_notes ?? '';
  }

  private async phrasesOf(id: number): Promise<Map<Language, StoredTasks>> {
    const rows: (StoredTasks & { language: Language })[] = await this.db('item_tasks')
      .where({ item_id: id })
      .select('language', 'tasks', { madeFrom: 'made_from' });
    return new Map(rows.map(({ language, ...held }) => [language, held]));
  }

  private countUseCases(places: Places) {
    return this.db.raw(
      `update items set use_cases_count = there.number
       from (
         select places.id, count(use_cases.id) filter (where use_cases.deleted_at is null) as number
         from unnest(array[:from::integer, :to::integer]) as places (id)
         left join use_cases on use_cases.item_id = places.id group by places.id
       ) as there
       where items.id = there.id and items.use_cases_count <> there.number`,
      { ...places },
    );
  }

  private moveRecord(itemIds: Places, about: number) {
    return this.db.raw(
      `update activity set item_id = :to where item_id = :from and (
         (subject_type = 'item' and subject_id = :about::text)
         or (subject_type = 'inconsistency'
           and subject_id in (select id::text from inconsistencies where item_id = :about)))`,
      { ...itemIds, about },
    );
  }
}
