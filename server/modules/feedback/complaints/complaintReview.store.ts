// SQL for the review of complaints: groups by item and type, facts about the item, and fixes.
import type { Knex } from 'knex';
import type { Language } from '../../../shared/language.ts';
import type { AppliedFixAction } from './complaintFixes.ts';
import type { ComplaintStatus, ComplaintType } from './complaints.ts';

export interface ComplaintGroupKey {
  itemId: number;
  type: ComplaintType;
}

export interface OpenComplaint {
  id: number;
  userId: number | null;
  status: ComplaintStatus;
}

export interface AppliedFix {
  id: number;
  itemId: number;
  complaintType: ComplaintType;
  action: AppliedFixAction;
  /** Null when the cause ended without an admin. */
  appliedBy: number | null;
  appliedAt: Date;
  changeId: number | null;
  mergeId: number | null;
  undoneAt: Date | null;
}

interface FixRow {
  id: number;
  item_id: number;
  complaint_type: ComplaintType;
  act: AppliedFixAction;
  cured_by: number | null;
  cured_at: Date;
  change_id: string | number | null;
  merge_id: number | null;
  undone_at: Date | null;
}

const toFix = (row: FixRow): AppliedFix => ({
  id: row.id,
  itemId: row.item_id,
  complaintType: row.complaint_type,
  action: row.act,
  appliedBy: row.cured_by,
  appliedAt: row.cured_at,
  changeId: row.change_id === null ? null : Number(row.change_id),
  mergeId: row.merge_id,
  undoneAt: row.undone_at,
});

/** Facts about the item of a complaint. */
export interface ReportedItem {
  id: number;
  name: string;
  sourceUrl: string;
  movedTo: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  machine: Language[];
  hasPicture: boolean;
  isHidden: boolean;
  updatedAt: Date;
  tags: string[];
}

/** An open complaint whose cause has ended. */
export interface ResolvedCause extends OpenComplaint, ComplaintGroupKey {
  action: AppliedFixAction;
  mergeId: number | null;
}

const open = ['new', 'in_progress'] as const;
const isOpen = `complaints.status in ('new', 'in_progress')`;

export class ComplaintReviewStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Locks the open complaints of a group until the end of the transaction. */
  async lockOpen({ itemId, type }: ComplaintGroupKey): Promise<OpenComplaint[]> {
    const rows: { id: number; user_id: number | null; status: ComplaintStatus }[] = await this.db(
      'complaints',
    )
      .where({ complaint_type: type, item_id: this.db.raw('item_now(?)', [itemId]) })
      .whereIn('status', open)
      .orderBy('id')
      .forUpdate()
      .select('id', 'user_id', 'status');
    return rows.map(({ id, user_id, status }) => ({ id, userId: user_id, status }));
  }

  /** The key with the current id of the item, following merges. */
  async currentKey({ itemId, type }: ComplaintGroupKey): Promise<ComplaintGroupKey> {
    const { rows } = await this.db.raw<{ rows: { id: number | null }[] }>(
      'select item_now(?) as id',
      [itemId],
    );
    return { itemId: rows[0]?.id ?? itemId, type };
  }

  /** Open complaints of a group, oldest first. */
  async listOpen({ itemId, type }: ComplaintGroupKey): Promise<{ id: number; createdAt: Date }[]> {
    return this.db('complaints')
      .where({ complaint_type: type, item_id: this.db.raw('item_now(?)', [itemId]) })
      .whereIn('status', open)
      .orderBy(['created_at', 'id'])
      .select('id', 'created_at as createdAt');
  }

  /** Assigns complaints that the job has closed to a fix, and deletes the job's fixes without complaints. */
  async adoptResolved(ids: readonly number[], fix: AppliedFix): Promise<void> {
    await this.db.raw(
      `with ended as (
         select complaints.id, cure_id from complaints join complaint_cures on complaint_cures.id = cure_id
         where complaints.id = any(:ids) and status = 'resolved' and cured_by is null and undone_at is null
         for update of complaints
       ), taken as (
         update complaints set cure_id = :fixId, handled_by = :by from ended where complaints.id = ended.id
       )
       delete from complaint_cures where id in (select cure_id from ended) and not exists (
         select from complaints where complaints.cure_id = complaint_cures.id
           and complaints.id not in (select id from ended))`,
      { ids: [...ids], fixId: fix.id, by: fix.appliedBy },
    );
  }

  async items(ids: readonly number[]): Promise<ReportedItem[]> {
    const { rows } = await this.db.raw<{ rows: ReportedItem[] }>(
      `select items.id, coalesce(nullif(title_en, ''), title_ru, '') as name, source_url as "sourceUrl",
         (select moved_to from link_checks where item_id = items.id and url = source_url) as "movedTo",
         nullif(description_ru, '') as "descriptionRu", nullif(description_en, '') as "descriptionEn",
         array_remove(array[
           case when machine_texts->'description_ru'->>'text' = md5(description_ru) then 'ru' end,
           case when machine_texts->'description_en'->>'text' = md5(description_en) then 'en' end], null) as machine,
         coalesce(image_url, site_image_url) is not null as "hasPicture",
         admin_visibility = 'hidden' as "isHidden", updated_at as "updatedAt",
         array(select tags.original_name from item_tags join tags on tags.id = item_tags.tag_id
           where item_tags.item_id = items.id order by item_tags.position) as tags
       from items where items.id = any(?) and removed_at is null`,
      [[...ids]],
    );
    return rows;
  }

  /** Other items with the same address or name, oldest first. */
  async duplicates(ids: readonly number[]): Promise<Map<number, number[]>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.db.raw<{ rows: { id: number; other: number }[] }>(
      `select items.id, other.id as other from items join items as other
         on other.normalised_url = items.normalised_url and other.id <> items.id
       where items.id = any(:ids) and other.removed_at is null
       union select items.id, other.id from items join items as other
         on lower(other.title_en) = lower(items.title_en) and other.id <> items.id
       where items.id = any(:ids) and other.removed_at is null
       union select items.id, other.id from items join items as other
         on lower(other.title_ru) = lower(items.title_ru) and other.id <> items.id
       where items.id = any(:ids) and other.removed_at is null
       order by 1, 2`,
      { ids: [...ids] },
    );
    const found = new Map<number, number[]>();
    for (const { id, other } of rows) found.set(id, [...(found.get(id) ?? []), other]);
    return found;
  }

  /** Items with any of these ids or normalised addresses. */
  async findMentioned(
    ids: readonly number[],
    addresses: readonly string[],
  ): Promise<{ id: number; normalisedUrl: string }[]> {
    return this.db('items')
      .whereNull('removed_at')
      .where((one) => void one.whereIn('id', [...ids]).orWhereIn('normalised_url', [...addresses]))
      .select('id', 'normalised_url as normalisedUrl');
  }

  async insertFix(
    fix: Pick<
      AppliedFix,
      'itemId' | 'complaintType' | 'action' | 'appliedBy' | 'appliedAt' | 'changeId' | 'mergeId'
    >,
  ): Promise<AppliedFix> {
    const rows: FixRow[] = await this.db('complaint_cures')
      .insert({
        item_id: this.db.raw('item_now(?)', [fix.itemId]),
        complaint_type: fix.complaintType,
        act: fix.action,
        cured_by: fix.appliedBy,
        cured_at: fix.appliedAt,
        change_id: fix.changeId,
        merge_id: fix.mergeId,
      })
      .returning('*');
    return toFix(rows[0]!);
  }

  async resolve(ids: readonly number[], fix: AppliedFix): Promise<void> {
    await this.db('complaints')
      .whereIn('id', [...ids])
      .update({
        status: 'resolved',
        cure_id: fix.id,
        handled_by: fix.appliedBy,
        updated_at: fix.appliedAt,
        resolved_at: fix.appliedAt,
      });
  }

  async fix(id: number): Promise<AppliedFix | null> {
    const row: FixRow | undefined = await this.db('complaint_cures').where({ id }).first('*');
    return row ? toFix(row) : null;
  }

  async fixes(ids: readonly number[]): Promise<AppliedFix[]> {
    const rows: FixRow[] = await this.db('complaint_cures').whereIn('id', [...ids]);
    return rows.map(toFix);
  }

  /** True when the item was merged, or hidden by somebody again, after the fix. */
  async isHiddenOtherwise({ itemId, appliedAt }: AppliedFix): Promise<boolean> {
    const row: unknown = await this.db('items')
      .where({ id: itemId })
      .where((one) =>
        one
          .whereNotNull('removed_at')
          .orWhereExists(
            this.db('activity')
              .where({ item_id: itemId, action: 'item.hidden' })
              .where('at', '>', appliedAt),
          ),
      )
      .first('id');
    return row !== undefined;
  }

  /** False when it was undone before. */
  async markUndone(id: number, at: Date): Promise<boolean> {
    const count = await this.db('complaint_cures')
      .where({ id })
      .whereNull('undone_at')
      .update({ undone_at: at });
    return count > 0;
  }

  /** Active fixes of a merge. */
  fixesOfMerge(mergeId: number): Promise<number[]> {
    return this.db('complaint_cures')
      .where({ merge_id: mergeId })
      .whereNull('undone_at')
      .orderBy('id')
      .pluck('id');
  }

  /** Locks a merge against an undo until the end of the transaction; false when it was undone before. */
  async lockMerge(id: number): Promise<boolean> {
    const row: unknown = await this.db('item_merges')
      .where({ id })
      .whereNull('undone_at')
      .forShare()
      .first('id');
    return row !== undefined;
  }

  /**
   * Reopens the complaints of a fix, except for deleted accounts and people who have complained again. They close
   * automatically only after the cause was detected again and ends.
   */
  async reopen(
    fixId: number,
    handledBy: number,
    at: Date,
  ): Promise<{ id: number; itemId: number }[]> {
    const { rows } = await this.db.raw<{ rows: { id: number; itemId: number }[] }>(
      `update complaints set status = 'new', resolved_at = null, handled_by = :handledBy, updated_at = :at, cure_id = null,
         seen = false, reported_url = items.source_url
       from items
       where items.id = complaints.item_id and complaints.cure_id = :fixId and complaints.status = 'resolved'
         and complaints.user_id is not null and not exists (
         select from complaints as other
         where other.user_id = complaints.user_id and other.item_id = complaints.item_id
           and other.complaint_type = complaints.complaint_type and other.status in ('new', 'in_progress'))
       returning complaints.id, complaints.item_id as "itemId"`,
      { fixId, handledBy, at },
    );
    return rows;
  }

  /** Marks open complaints whose cause Loadout detects itself. */
  async markSeen(): Promise<void> {
    await this.db.raw(
      `update complaints set seen = true, reported_url = coalesce(reported_url, items.source_url) from items
       where items.id = complaints.item_id and ${isOpen} and not seen and case complaint_type
         when 'broken_link' then exists (select from link_checks where link_checks.item_id = items.id
           and link_checks.url = items.source_url and link_checks.state in ('failing', 'broken'))
         when 'missing_translation' then nullif(description_ru, '') is null or nullif(description_en, '') is null
         when 'missing_media' then coalesce(image_url, site_image_url) is null
         else false end`,
    );
  }

  /** Locks open complaints whose cause has ended. Waits for another process, which may be closing half of a group. */
  async lockEnded(limit: number): Promise<ResolvedCause[]> {
    const { rows } = await this.db.raw<{ rows: ResolvedCause[] }>(
      `select complaints.id, complaints.user_id as "userId", complaints.status, complaints.item_id as "itemId",
         complaint_type as type, merge.id as "mergeId",
         case complaint_type when 'broken_link' then 'link_back' when 'missing_translation' then 'translated'
           when 'duplicate_content' then 'merged' else 'picture_found' end as action
       from complaints join items on items.id = complaints.item_id
       left join lateral (
         select id from item_merges
         where complaint_type = 'duplicate_content' and undone_at is null and merged_at > complaints.created_at
           and merged_at > complaints.updated_at and items.id in (kept_id, merged_id)
         -- Prefers the merge that moved the complaint to other merges into the same item.
         order by moved -> 'complaints' @> to_jsonb(complaints.id) desc, id desc limit 1) as merge on true
       where ${isOpen} and case complaint_type
         when 'broken_link' then (seen or reported_url <> items.source_url) and exists (
           select from link_checks where link_checks.item_id = items.id and link_checks.url = items.source_url
             and link_checks.state = 'ok' and link_checks.checked_at > complaints.created_at)
         when 'missing_translation' then seen and nullif(description_ru, '') is not null and nullif(description_en, '') is not null
         when 'missing_media' then seen and coalesce(image_url, site_image_url) is not null
         when 'duplicate_content' then merge.id is not null
         else false end
       order by complaints.item_id, complaint_type, complaints.id
       limit :limit for update of complaints`,
      { limit },
    );
    return rows;
  }
}
