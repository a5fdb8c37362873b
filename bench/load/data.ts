// Fills a local database with generated TSV files through COPY.
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';

/** Writes the files of a catalogue of this size; deterministic. */
export function generateData(items: number, directory: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '../data/generate.mjs'),
      '--items',
      String(items),
      '--out',
      directory,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The data could not be generated: ${stderr}`);
  chmodSync(directory, 0o755);
}

/**
 * Loads the files into an empty, migrated database. Triggers are disabled meanwhile; their counts and indexes are computed once at
 * the end.
 */
export async function loadData(db: Knex, directory: string): Promise<void> {
  const read = (table: string, columns: string, file: string) =>
    db.raw(`copy ${table} (${columns}) from '${join(directory, file)}'`).transacting(trx);
  const trx = await db.transaction();
  try {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(`
      create temporary table raw_users (id integer, name text, email text, avatar_url text, is_admin boolean,
        telegram_id bigint, telegram_username text, company text) on commit drop;
      create temporary table raw_tags (id integer, original_name text, name_ru text, name_en text) on commit drop;
      create temporary table raw_items (id integer, title_ru text, title_en text, description_ru text,
        description_en text, image_url text, source_url text, tags text, admin_visibility text, likes_count integer,
        use_cases_count integer, created_at timestamptz) on commit drop;
      create temporary table raw_cases (id integer, item_id integer, user_id integer, description_ru text,
        description_en text, likes_count integer, created_at timestamptz) on commit drop`);
    await read(
      'raw_users',
      'id, name, email, avatar_url, is_admin, telegram_id, telegram_username, company',
      'users.tsv',
    );
    await read('raw_tags', 'id, original_name, name_ru, name_en', 'tags.tsv');
    await read(
      'raw_items',
      'id, title_ru, title_en, description_ru, description_en, image_url, source_url, tags, admin_visibility, likes_count, use_cases_count, created_at',
      'items.tsv',
    );
    await read(
      'raw_cases',
      'id, item_id, user_id, description_ru, description_en, likes_count, created_at',
      'use_cases.tsv',
    );
    await trx.raw(`
      insert into users (id, name, email, avatar_url, is_admin, telegram_id, telegram_username, company_key)
      overriding system value
      select id, name, email, avatar_url, is_admin, telegram_id, telegram_username, company from raw_users;
      insert into company_domains (domain, company_key)
      select distinct on (domain) domain, company_key
      from (select substring(lower(email) from '[^@]+$') as domain, company_key from users) as addresses
      where domain is not null and company_key is not null
      on conflict do nothing;
      insert into tags (id, original_name, name_ru, name_en) overriding system value select * from raw_tags;
      insert into items (id, title_ru, title_en, description_ru, description_en, image_url, source_url, normalised_url,
        admin_visibility, likes_count, use_cases_count, created_at, updated_at)
      overriding system value
      select id, nullif(title_ru, ''), nullif(title_en, ''), nullif(description_ru, ''), nullif(description_en, ''),
        'https://pictures.example.com' || image_url, source_url, source_url, admin_visibility, likes_count,
        use_cases_count, created_at, created_at
      from raw_items;
      insert into use_cases (id, item_id, user_id, description_ru, description_en, original_language, likes_count,
        created_at, updated_at, moved_up_at)
      overriding system value
      select id, item_id, user_id, description_ru, description_en, 'ru', likes_count, created_at, created_at, created_at
      from raw_cases`);
    await read('item_tags', 'item_id, tag_id', 'item_tags.tsv');
    await read('item_likes', 'user_id, item_id, created_at', 'item_likes.tsv');
    await read('use_case_likes', 'user_id, use_case_id', 'use_case_likes.tsv');
    await trx.raw(`
      update tags set total_count = counted.total, visible_count = counted.visible
      from (
        select tag_id, count(*) as total, count(*) filter (where admin_visibility = 'visible') as visible
        from item_tags join items on items.id = item_id group by tag_id
      ) as counted
      where tag_id = id;
      select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users));
      select setval(pg_get_serial_sequence('tags', 'id'), (select max(id) from tags));
      select setval(pg_get_serial_sequence('items', 'id'), (select max(id) from items));
      select setval(pg_get_serial_sequence('use_cases', 'id'), (select max(id) from use_cases));
      set local session_replication_role = origin;
      analyze`);
    await trx.raw(`insert into search_changes (kind) values ('all')`);
    await trx.commit();
  } catch (error) {
    await trx.rollback();
    throw error;
  }
  await db.raw('vacuum analyze');
}

/**
 * Adds the schema `bench`: the rows that the upper bound and PostGraphile read, with precomputed experts and tags of each item. The
 * comments tell PostGraphile about relations.
 */
export async function addPeerViews(db: Knex, directory: string): Promise<void> {
  await db.raw(`
    create schema bench;
    create table bench.experts (
      item_id integer not null,
      user_id integer not null,
      likes_total integer not null,
      cases_count integer not null,
      primary key (item_id, user_id)
    )`);
  await db.raw(`copy bench.experts from '${join(directory, 'item_experts.tsv')}'`);
  await db.raw(`
    create index on bench.experts (item_id, likes_total desc, cases_count desc, user_id);
    create index on bench.experts (user_id);
    create index bench_items_likes_ix on items (likes_count desc, id) where removed_at is null and admin_visibility = 'visible';

    create table bench.tags as
    select item_id, array_agg(original_name order by position, tags.id) as tags
    from item_tags join tags on tags.id = tag_id group by item_id;
    alter table bench.tags add primary key (item_id);

    -- The joins may be left out where only rows are counted.
    create view bench.cards as
    select id, title_ru, title_en, description_ru, description_en, image_url, source_url,
      likes_count, use_cases_count, admin_visibility, tags
    from items left join bench.tags on tags.item_id = id
    where removed_at is null and admin_visibility = 'visible';
    comment on table bench.tags is E'@behavior -*';
    create view bench.people as select id, name, avatar_url from users;
    create view bench.likes as select user_id, item_id from item_likes;
    create view bench.cases as select id, user_id, item_id from use_cases where deleted_at is null;

    comment on view bench.cards is E'@primaryKey id';
    comment on view bench.people is E'@primaryKey id';
    comment on view bench.likes is E'@primaryKey user_id,item_id\\n@foreignKey (item_id) references bench.cards (id)';
    comment on view bench.cases is E'@primaryKey id\\n@foreignKey (item_id) references bench.cards (id)';
    comment on table bench.experts is
      E'@foreignKey (item_id) references bench.cards (id)\\n@foreignKey (user_id) references bench.people (id)'`);
}

/**
 * Adds two years of likes, removed likes, use cases, access requests and unanswered searches; deterministic except for the date.
 */
export async function addHistory(db: Knex): Promise<void> {
  const share = (seed: string) => `((hashtext(${seed}) & 2147483647)::float8 / 2147483647)`;
  const past = (seed: string) => `now() - ${share(seed)} * interval '730 days'`;
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(`
      update users set created_at = ${past(`'joined' || id`)};
      update removed_likes_start set since = now() - interval '730 days';
      update item_likes set created_at = ${past(`user_id || ' ' || item_id`)};
      update use_cases set created_at = ${past(`'case' || id`)};
      update use_case_likes set created_at = ${past(`user_id || ' case ' || use_case_id`)};
      insert into removed_likes (item_id, user_id, company_key, liked_at, removed_at)
      select item_id, users.id, company_key, began, began + (now() - began) * ${share(`'end' || user_id || item_id`)}
      from (select item_id, user_id % 4999 + 1 as person, user_id, ${past(`'gone' || user_id || ' ' || item_id`)} as began
        from item_likes where (user_id + item_id) % 4 = 0) as ended
      join users on users.id = person;
      insert into access_requests (user_id, item_id, service, subscription_type, features, status, created_at)
      select n % 5000 + 1, n % 10000 + 1, 'Tool', 'pro', 'All',
        (array['expired', 'declined', 'withdrawn', 'expired', 'revoked'])[n % 5 + 1], ${past(`'request' || n`)}
      from generate_series(1, 6000) as n;
      insert into activity (at, action, subject_type, subject_id, after)
      select created_at + step * interval '9 hours', 'access.moved', 'access', id::text, jsonb_build_object('status', moved)
      from access_requests cross join (values (1, 'approved'), (2, 'granted'), (3, 'expired')) as moves (step, moved);
      insert into zero_result_searches (day, language, text, count)
      select current_date - days, 'en', 'missing ' || (n * n + days) % 900, 1 + n % 3
      from generate_series(0, 365) as days cross join generate_series(1, 40) as n on conflict do nothing;
      insert into wishes (kind, language, text, state, settled_at)
      select 'search', 'en', text, case when hashtext(text) % 3 = 0 then 'added' else 'open' end,
        case when hashtext(text) % 3 = 0 then now() end
      from (select distinct text from zero_result_searches) as texts`);
  });
  await db.raw('vacuum analyze');
}
