// Incidents of items: while one is open, no company that it concerns has a yes.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table incidents (
      id integer generated always as identity constraint incidents_pk primary key,
      item_id integer not null constraint incidents_item_fk references items on delete cascade,
      kind text not null constraint incidents_kind_ck check (kind in ('breach', 'outage', 'price_change', 'shutdown')),
      severity text not null constraint incidents_severity_ck check (severity in ('notice', 'warning', 'critical')),
      text_ru text,
      text_en text,
      link text constraint incidents_link_ck check (link ~* '^(http|https)://'),
      -- Null for all companies.
      company_keys text[],
      started_by integer constraint incidents_starter_fk references users on delete set null,
      started_at timestamptz not null,
      ended_at timestamptz,
      version integer not null default 1,
      constraint incidents_text_ck check (text_ru <> '' or text_en <> '')
    );
    create index incidents_item_ix on incidents (item_id, started_at);
    create index incidents_starter_ix on incidents (started_by);

    alter table items add column incident_companies text[];
    comment on column items.incident_companies is
      'Companies that an open incident concerns, "*" for all; null without one. Written by set_incident_companies.';

    -- Incidents of merged items are incidents of the kept one.
    create function set_incident_companies(ids integer[]) returns void language sql as $$
      -- A statement of its own: the next one sees what another transaction has committed under the lock.
      select id from items where id = any(ids) order by id for no key update;
      update items set incident_companies = open.companies
      from unnest(ids) as changed (id) cross join lateral (
        select array_agg(distinct company) as companies
        from incidents cross join unnest(coalesce(company_keys, '{*}')) as company
        where ended_at is null and item_id in (
          with recursive parts as (
            select changed.id union select items.id from items join parts on items.merged_into = parts.id)
          select parts.id from parts)
      ) as open
      where items.id = changed.id and incident_companies is distinct from open.companies
    $$;

    create function incidents_of_item() returns trigger language plpgsql as $$
    begin
      perform set_incident_companies(array[item_now(coalesce(new.item_id, old.item_id))]);
      insert into search_changes (kind) values ('rules');
      return null;
    end $$;
    create trigger incidents_items after insert or update or delete on incidents
      for each row execute function incidents_of_item();

    create function incidents_of_merge() returns trigger language plpgsql as $$
    begin
      perform set_incident_companies(array_remove(array[new.id, item_now(new.id), item_now(old.merged_into)], null));
      insert into search_changes (kind) values ('rules');
      return null;
    end $$;
    create trigger items_incidents after update of merged_into on items
      for each row when (old.merged_into is distinct from new.merged_into)
      execute function incidents_of_merge();
  `);
