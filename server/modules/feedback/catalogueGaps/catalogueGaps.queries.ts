// SQL that lists catalogue gaps.
import type { Knex } from 'knex';
import type { ListedCatalogueGap, CatalogueGapKind, CatalogueGapState } from './catalogueGaps.ts';
import { gapColumns } from './catalogueGaps.store.ts';

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
