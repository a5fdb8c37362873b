// The search lives in the process, over an index in memory (server/domain/search). The database keeps what every process must
// read to have its index up to date, and nothing else of the search: what migrations 0009 to 0014, 0024 and 0025 made goes.
import type { Knex } from 'knex';
import * as index from './0009_search_index.ts';
import * as pages from './0010_search_pages.ts';
import * as rules from './0011_search_rules.ts';
import { seedPairs } from './0012_search_synonyms.ts';
import * as tally from './0013_search_tally.ts';
import * as triggers from './0014_search_triggers.ts';
import { browsePage } from './0023_knowledge_views.ts';
import * as vocabulary from './0024_search_vocabulary.ts';
import { textTriggers } from './0034_search_tasks.ts';

const changes = `
  -- What has changed of the searched facts, and in which transaction. A process knows by the snapshot of its last reading
  -- which rows it has not seen yet; so it misses nothing, in whatever order transactions end, and writers wait for nobody.
  create table search_changes (
    xid xid8 not null default pg_current_xact_id(),
    -- item: texts, tags, tasks, cases, whether it is there and seen. likes: how many. taught: what admins taught. all: everything.
    kind text not null constraint search_changes_kind_ck check (kind in ('item', 'likes', 'taught', 'all')),
    -- Of an item or its likes; whether it is still there is read from the catalogue.
    item_id integer,
    at timestamptz not null default clock_timestamp(),
    constraint search_changes_item_ck check ((kind in ('item', 'likes')) = (item_id is not null))
  );
  create index search_changes_xid_ix on search_changes (xid);
  create index search_changes_at_ix on search_changes (at);

  create function search_changed_since(known pg_snapshot) returns boolean
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
  begin
    return exists (
      select from search_changes
      where xid >= pg_snapshot_xmin(known) and not pg_visible_in_snapshot(xid, known));
  end $$;

  -- Items in the given order, as far as the reader sees them now: what \`item_views\` says of them, in one row at least, with
  -- whether the index that named them is behind.
  create function search_views(reader integer, sees_hidden boolean, ids integer[], known pg_snapshot)
  returns table (is_behind boolean, id integer, version text, is_liked boolean, own_use_cases_count integer)
  language plpgsql stable rows 12 set plan_cache_mode = force_generic_plan set jit = off as $$
  declare
    is_late boolean := search_changed_since(known);
    stamps text := '.' || (select coalesce(bit_xor(stamp), 0) from card_stamps);
  begin
    return query
    select is_late, items.id, items.xmin::text || stamps,
      exists (select from item_likes where user_id = reader and item_id = items.id),
      (select count(*)::integer from use_cases
       where user_id = reader and item_id = items.id and deleted_at is null)
    from unnest(ids) with ordinality as place (item_id, number) join items on items.id = place.item_id
    where removed_at is null and (admin_visibility = 'visible' or sees_hidden)
    order by place.number;
    if not found then return query select is_late, null::integer, null, null::boolean, null::integer; end if;
  end $$;

  create function search_on_items() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then
      insert into search_changes (kind) values ('all');
    elsif tg_op = 'INSERT' then
      insert into search_changes (kind, item_id) select 'item', id from new_rows;
    elsif tg_op = 'DELETE' then
      insert into search_changes (kind, item_id) select 'item', id from old_rows;
    else
      insert into search_changes (kind, item_id)
      select case when now is distinct from before then 'item' else 'likes' end, id
      from (
        select new_rows.id, new_rows.likes_count as likes, old_rows.likes_count as likes_before,
          row(new_rows.title_ru, new_rows.title_en, new_rows.description_ru, new_rows.description_en,
            new_rows.admin_visibility, new_rows.removed_at) as now,
          row(old_rows.title_ru, old_rows.title_en, old_rows.description_ru, old_rows.description_en,
            old_rows.admin_visibility, old_rows.removed_at) as before
        from new_rows join old_rows using (id)
      ) as change
      where now is distinct from before or likes <> likes_before;
    end if;
    return null;
  end $$;
  create trigger items_search_insert after insert on items
    referencing new table as new_rows for each statement execute function search_on_items();
  create trigger items_search_update after update on items
    referencing old table as old_rows new table as new_rows for each statement execute function search_on_items();
  create trigger items_search_delete after delete on items
    referencing old table as old_rows for each statement execute function search_on_items();
  create trigger items_search_truncate after truncate on items
    for each statement execute function search_on_items();

  -- For the tables that say more of an item: its tags, its tasks, its cases.
  create function search_on_item_facts() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then
      insert into search_changes (kind) values ('all');
      return null;
    end if;
    if tg_op <> 'DELETE' then
      insert into search_changes (kind, item_id) select distinct 'item', item_id from new_rows;
    end if;
    if tg_op <> 'INSERT' then
      insert into search_changes (kind, item_id) select distinct 'item', item_id from old_rows;
    end if;
    return null;
  end $$;
  ${['item_tags', 'item_tasks', 'use_cases']
    .map(
      (table) => `
  create trigger ${table}_search_insert after insert on ${table}
    referencing new table as new_rows for each statement execute function search_on_item_facts();
  create trigger ${table}_search_delete after delete on ${table}
    referencing old table as old_rows for each statement execute function search_on_item_facts();
  create trigger ${table}_search_truncate after truncate on ${table}
    for each statement execute function search_on_item_facts();`,
    )
    .join('')}
  create trigger item_tags_search_update after update on item_tags
    referencing old table as old_rows new table as new_rows for each statement execute function search_on_item_facts();
  create trigger item_tasks_search_update after update on item_tasks
    referencing old table as old_rows new table as new_rows for each statement execute function search_on_item_facts();

  create function search_on_use_case() returns trigger language plpgsql as $$
  begin
    insert into search_changes (kind, item_id)
    select 'item', item_id from unnest(array[old.item_id, new.item_id]) as item_id group by item_id;
    return null;
  end $$;
  -- Not for the likes of cases.
  create trigger use_cases_search_update after update of item_id, description_ru, description_en, deleted_at on use_cases
    for each row
    when ((old.item_id, old.description_ru, old.description_en, old.deleted_at)
      is distinct from (new.item_id, new.description_ru, new.description_en, new.deleted_at))
    execute function search_on_use_case();

  create function search_on_tag() returns trigger language plpgsql as $$
  begin
    insert into search_changes (kind, item_id) select distinct 'item', item_id from item_tags where tag_id = new.id;
    return null;
  end $$;
  create trigger tags_search_update after update of original_name, name_ru, name_en on tags for each row
    when ((old.original_name, old.name_ru, old.name_en) is distinct from (new.original_name, new.name_ru, new.name_en))
    execute function search_on_tag();

  create function search_on_taught() returns trigger language plpgsql as $$
  begin
    insert into search_changes (kind) values ('taught');
    return null;
  end $$;
  create trigger search_synonyms_search after insert or update or delete or truncate on search_synonyms
    for each statement execute function search_on_taught();
`;

export const up = async (db: Knex) => {
  await db.raw(`
    drop trigger use_cases_search on use_cases;
    drop trigger use_cases_search_update on use_cases;
    drop trigger item_tasks_search on item_tasks;
    drop function search_on_texts;
    drop function browse_page;
  `);
  await vocabulary.down(db);
  await triggers.down(db);
  await tally.down(db);
  await pages.down(db);
  await db.raw(`
    drop trigger search_synonyms_stems on search_synonyms;
    drop function search_on_synonym;
    alter table search_synonyms
      drop column word_lexemes, drop column synonym_lexemes, drop column word_key, drop column synonym_key,
      add constraint search_synonyms_uq unique (word, synonym);
  `);
  await rules.down(db);
  await index.down(db);
  // What the first synonyms said is said by the thesaurus now; those that admins added stay.
  await db.raw(
    'delete from search_synonyms where (word, synonym) in (select * from unnest(?::text[], ?::text[]))',
    [seedPairs.map(({ word }) => word), seedPairs.map(({ synonym }) => synonym)],
  );
  await db.raw(changes);
};

export const down = async (db: Knex) => {
  await db.raw(`
    ${['items', 'item_tags', 'item_tasks', 'use_cases']
      .flatMap((table) =>
        ['insert', 'update', 'delete', 'truncate'].map(
          (event) => `drop trigger ${table}_search_${event} on ${table};`,
        ),
      )
      .join('\n')}
    drop trigger tags_search_update on tags;
    drop trigger search_synonyms_search on search_synonyms;
    drop function search_on_taught, search_on_tag, search_on_use_case, search_on_item_facts, search_on_items,
      search_views, search_changed_since;
    drop table search_changes;
  `);
  await index.up(db);
  await pages.up(db);
  await rules.up(db);
  await db.raw(`
    alter table search_synonyms drop constraint search_synonyms_uq,
      add column word_key text collate "C", add column synonym_key text collate "C",
      add column word_lexemes text[], add column synonym_lexemes text[];
    update search_synonyms set word_key = search_phrase_key(word), synonym_key = search_phrase_key(synonym),
      word_lexemes = search_phrase_lexemes(word), synonym_lexemes = search_phrase_lexemes(synonym);
    -- What the two ways of cutting words take for the same.
    delete from search_synonyms as pair
    where word_key = '' or synonym_key = '' or word_key = synonym_key
      or exists (
        select from search_synonyms as before
        where before.id < pair.id and before.word_key = pair.word_key and before.synonym_key = pair.synonym_key);
    alter table search_synonyms
      alter column word_key set not null, alter column synonym_key set not null,
      alter column word_lexemes set not null, alter column synonym_lexemes set not null,
      add constraint search_synonyms_uq unique (word_key, synonym_key),
      add constraint search_synonyms_differ_ck check (word_key <> synonym_key and word_key <> '' and synonym_key <> '');
    create index search_synonyms_other_ix on search_synonyms (synonym_key);
    create function search_on_synonym() returns trigger language plpgsql as $$
    begin
      new.word_key := search_phrase_key(new.word);
      new.synonym_key := search_phrase_key(new.synonym);
      new.word_lexemes := search_phrase_lexemes(new.word);
      new.synonym_lexemes := search_phrase_lexemes(new.synonym);
      return new;
    end $$;
    create trigger search_synonyms_stems before insert or update on search_synonyms
      for each row execute function search_on_synonym();
  `);
  await tally.up(db);
  await triggers.up(db);
  await vocabulary.up(db);
  await db.raw(browsePage);
  await db.raw(textTriggers);
};
