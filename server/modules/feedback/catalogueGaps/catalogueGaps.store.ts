// SQL that lists and writes catalogue gaps.
import type { Knex } from 'knex';
import type {
  CatalogueGap,
  VocabularyKind,
  CatalogueGapState,
  ListedCatalogueGap,
  CatalogueGapKind,
} from './catalogueGaps.ts';

const gapColumns = [
  'wishes.id',
  'wishes.kind',
  'wishes.language',
  'wishes.text',
  'wishes.about_item_id as aboutItemId',
  'wishes.state',
  'wishes.lesson as vocabularyKind',
  'wishes.lesson_id as vocabularyId',
  'wishes.answer as declineReason',
  'wishes.item_id as itemId',
  'wishes.merged_into as mergedInto',
  'wishes.settled_by as closedBy',
  'wishes.settled_at as closedAt',
];

/** Result of closing a gap. */
interface GapOutcome {
  state: Exclude<CatalogueGapState, 'open'>;
  by: number;
  at: Date;
  vocabularyKind?: VocabularyKind;
  vocabularyId?: number;
  answer?: string;
  itemId?: number;
  mergedInto?: number;
}

/** Outcome of proposals that were merged into a closed gap. */
interface MergedOutcome {
  url: string;
  state: 'added' | 'declined';
  answer: string | null;
  itemId: number | null;
  settledBy: number | null;
}

export class CatalogueGapsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Locks a gap until the end of the transaction. */
  async lock(id: number): Promise<CatalogueGap | null> {
    const row: CatalogueGap | undefined = await this.db('wishes')
      .where({ id })
      .forUpdate()
      .first(gapColumns);
    return row ?? null;
  }

  async close(id: number, { state, by, at, ...facts }: GapOutcome): Promise<void> {
    await this.db('wishes')
      .where({ id })
      .update({
        state,
        settled_by: by,
        settled_at: at,
        lesson: facts.vocabularyKind ?? null,
        lesson_id: facts.vocabularyId ?? null,
        answer: facts.answer ?? null,
        item_id: facts.itemId ?? null,
        merged_into: facts.mergedInto ?? null,
      });
  }

  async reopen(id: number): Promise<void> {
    await this.db('wishes').where({ id }).update({
      state: 'open',
      settled_by: null,
      settled_at: null,
      lesson: null,
      lesson_id: null,
      answer: null,
      item_id: null,
      merged_into: null,
    });
  }

  /** Moves gaps that were merged into this one to the new target. */
  async moveMerged(from: number, into: number): Promise<void> {
    await this.db('wishes').where({ merged_into: from }).update({ merged_into: into });
  }

  /** Addresses with open proposals that were merged into a closed gap. */
  async mergedOutcomes(): Promise<MergedOutcome[]> {
    const { rows } = await this.db.raw<{ rows: MergedOutcome[] }>(
      `select merged.text as url, other.state, other.answer, other.item_id as "itemId", other.settled_by as "settledBy"
       from wishes as merged join wishes as other on other.id = merged.merged_into
       where merged.kind = 'proposal' and merged.state = 'merged' and other.state in ('added', 'declined')
         and exists (select from proposed_services as open
           where open.normalised_url = merged.text and open.state = 'open')
       order by merged.id`,
    );
    return rows;
  }

  async hasOpenProposals(url: string): Promise<boolean> {
    const row: unknown = await this.db('proposed_services')
      .where({ normalised_url: url, state: 'open' })
      .first('id');
    return row !== undefined;
  }

  /** Deletes open searches past their retention and without alerts. */
  async deleteStale(): Promise<void> {
    await this.db.raw(
      `delete from wishes where kind = 'search' and state = 'open'
         and not exists (select from zero_result_searches as searched
           where searched.language = wishes.language and searched.text = wishes.text)
         and not exists (select from wish_watchers where wish_id = wishes.id)
         and not exists (select from wishes as merged where merged.merged_into = wishes.id)`,
    );
  }
}

interface GapQuery {
  states: readonly CatalogueGapState[];
  kind: CatalogueGapKind | null;
  id?: number;
  /** Only searches from this day on are counted. */
  since: Date;
  limit: number;
}

const sinceDaySql = `(:since::timestamptz at time zone 'UTC')::date`;

/** SQL for the demand for each gap: number, latest time, and texts about it. */
const demandSql = `
  select wishes.id, coalesce(sum(searched.count), 0)::integer as count,
    max(searched.day)::timestamp at time zone 'UTC' as at, null::text as name, '{}'::text[] as words, null::integer as "proposalId"
  from wishes left join zero_result_searches as searched
    on searched.language = wishes.language and searched.text = wishes.text and searched.day > ${sinceDaySql}
  where wishes.kind = 'search' group by wishes.id
  union all
  select wishes.id, count(*)::integer, max(proposed.created_at),
    (array_agg(proposed.address order by proposed.id desc))[1],
    coalesce((array_agg(proposed.comment order by proposed.id desc) filter (where proposed.comment is not null))[1:5], '{}'),
    max(proposed.id) filter (where proposed.state = 'open')
  from wishes join proposed_services as proposed on proposed.normalised_url = wishes.text
  where wishes.kind = 'proposal' group by wishes.id
  union all
  select wishes.id, count(distinct coalesce(refused.user_id, -refused.id))::integer, max(refused.changed_at),
    coalesce(items.title_en, items.title_ru, ''), '{}', null
  from wishes join items on items.id = wishes.about_item_id
  join access_requests as refused on refused.item_id = wishes.about_item_id and refused.status = 'declined'
  where wishes.kind = 'refusal' and not exists (select from access_requests as later
    where later.item_id = refused.item_id and later.user_id = refused.user_id
      and later.status in ('requested', 'needs_answer', 'approved', 'granted'))
  group by wishes.id, items.id`;

export class CatalogueGapsQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Open gaps by frequency, then closed ones by date. */
  async list({ states, kind, id, since, limit }: GapQuery): Promise<ListedCatalogueGap[]> {
    const columns = gapColumns.map((one) => one.replace(/ as (\w+)$/, ' as "$1"')).join(', ');
    const { rows } = await this.db.raw<{ rows: ListedCatalogueGap[] }>(
      `with asked as (${demandSql})
       select ${columns}, coalesce(asked.name, wishes.text, '') as name, coalesce(asked.count, 0) as count,
         waiting.count as "alertsCount", asked.at as "lastRequestedAt", coalesce(asked.words, '{}') as comments, asked."proposalId",
         coalesce(other_asked.name, other.text) as "mergedName", other.state as "mergedState"
       from wishes left join asked on asked.id = wishes.id
       left join wishes as other on other.id = wishes.merged_into
       left join asked as other_asked on other_asked.id = other.id
       cross join lateral (select count(*)::integer as count from wish_watchers
         where wish_id = wishes.id and told is distinct from 'served') as waiting
       -- Lists a gap also for the demand of gaps merged into it.
       cross join lateral (select exists (
         select from wishes as merged left join asked as of_merged on of_merged.id = merged.id
         where merged.merged_into = wishes.id and (of_merged.count > 0 or exists (
           select from wish_watchers where wish_id = merged.id and told is distinct from 'served'))) as asked) as merged
       where wishes.state = any(:states::text[])
         and (:kind::text is null or wishes.kind = :kind)
         and (:id::integer is null or wishes.id = :id)
         and (wishes.state <> 'open' or :id::integer is not null or asked.count > 0 or waiting.count > 0 or merged.asked)
       order by wishes.settled_at desc nulls first, coalesce(asked.count, 0) desc, asked.at desc, wishes.id desc
       limit :limit`,
      { states: [...states], kind, id: id ?? null, since, limit },
    );
    return rows;
  }
}
