// SQL for recent changes of the items that a person uses.
import type { Knex } from 'knex';
import type { ChangeKind } from './feeds.ts';

interface Change {
  id: string;
  kind: ChangeKind;
  at: Date;
  itemId: number;
  titleRu: string | null;
  titleEn: string | null;
}

export class FeedsQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /**
   * The latest changes of visible items that a person uses: texts, address, use cases of others (each once, however
   * often it was restored) and the own company's data rules.
   */
  async changes(userId: number, companyKey: string | null, first: number): Promise<Change[]> {
    const { rows } = await this.db.raw<{ rows: Change[] }>(
      `select events.id, events.kind, events.at, seen.id as "itemId", seen.title_ru as "titleRu", seen.title_en as "titleEn"
       from item_likes
       join items as seen on seen.id = item_likes.item_id and seen.removed_at is null and seen.admin_visibility = 'visible'
       join events on events.item_id = seen.id
       where item_likes.user_id = :userId and (
         events.kind in ('item_changed', 'link_lost', 'link_back')
         or events.kind = 'data_rules_changed' and split_part(events.subject_id, '/', 2) = :companyKey
         or events.kind = 'use_case_published' and events.actor_id is distinct from :userId and exists (
           select from use_cases where use_cases.deleted_at is null
             and use_cases.id = case events.kind when 'use_case_published' then events.subject_id::integer end)
           and not exists (
             select from events as former where former.item_id = seen.id and former.kind = 'use_case_published'
               and former.subject_id = events.subject_id and former.id < events.id))
       order by events.id desc limit :first`,
      { userId, companyKey: companyKey ?? '', first },
    );
    return rows;
  }
}
