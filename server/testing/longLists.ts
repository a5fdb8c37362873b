// A catalogue with long lists everywhere: what the dearest documents are tried against.
import type { Knex } from 'knex';

/** How many of each; the first items are those with the longest lists. */
export interface LongLists {
  items: number;
  /** People who may be signed in: each likes 600 items and has written 500 use cases. */
  readers: number;
}

const words =
  'генератор текст картинка generator image text assistant сервис для перевода и анализа документов ';

/** Fills an empty, migrated database. The people with the ids 1 … `readers` are the readers: admins, who may read all. */
export async function fillLongLists(db: Knex, { items, readers }: LongLists): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    // The triggers rest; what they would have counted is worked out at the end.
    await trx.raw('set local session_replication_role = replica');
    const run = (sql: string) => trx.raw(sql, { items, readers, words });
    await run(`
      insert into users (id, name, email, avatar_url, company_key, is_admin, telegram_username)
      overriding system value
      select n, 'Person with a name ' || n, 'person' || n || '@gdev.inc', 'https://pictures.example.com/people/' || n,
        'gdev', n <= :readers, 'person' || n
      from generate_series(1, 320) as n`);
    await run(`
      insert into tags (id, original_name, name_ru, name_en) overriding system value
      select n, 'tag-' || n, 'метка-' || n, 'tag-' || n from generate_series(1, 500) as n`);
    await run(`
      insert into items (id, bookmark_id, title_ru, title_en, description_ru, description_en, image_url, source_url,
        normalised_url, admin_notes)
      overriding system value
      select n, n, 'Сервис ' || n, 'Tool ' || n, repeat(:words, 3), repeat(:words, 3),
        'https://pictures.example.com/' || n, 'https://tool' || n || '.example.com/',
        'tool' || (n / 11) || '.example.com', ''
      from generate_series(1, :items::integer) as n`);
    await run(`
      insert into item_tags (item_id, tag_id, position)
      select n, 1 + (n * 7 + k * 83) % 500, k
      from generate_series(1, :items::integer) as n, generate_series(0, 4) as k`);
    await run(`
      insert into item_likes (user_id, item_id)
      select 1 + :readers::integer + (n * 7 + k * 13) % 290, n
      from generate_series(1, :items::integer) as n, generate_series(1, 20) as k
      union all
      select k, n from generate_series(1, least(600, :items::integer)) as n, generate_series(1, :readers::integer) as k`);
    await run(`
      insert into use_cases (item_id, user_id, description_ru, description_en, original_language)
      select n, k, repeat(:words, 5), repeat(:words, 5), 'ru'
      from generate_series(1, 200) as n, generate_series(101, 200) as k
      union all
      select n, k, repeat(:words, 5), repeat(:words, 5), 'ru'
      from generate_series(1, 20) as n, generate_series(101, 120) as k, generate_series(1, 19)
      union all
      select n, k, repeat(:words, 5), repeat(:words, 5), 'ru'
      from generate_series(1, 500) as n, generate_series(1, :readers::integer) as k`);
    await run(`
      insert into complaints (item_id, user_id, complaint_type, comment, user_ip)
      select n, k, 'other', repeat(:words, 10), '192.0.2.1'
      from generate_series(1, 100) as n, generate_series(1, :readers::integer) as k`);
    await run(`
      insert into inconsistencies (item_id, type, old_value, new_value)
      select n, 'description_changed', to_jsonb(repeat(:words, 20)), to_jsonb(repeat(:words, 21))
      from generate_series(1, 600) as n`);
    await run(`
      insert into data_rules (item_id, company_key, tier, verdicts, facts, version)
      select n, 'gdev', tier, jsonb_build_object(
          'source_code', jsonb_build_object('verdict', 'yes_if', 'ru', repeat(:words, 2), 'en', repeat(:words, 2)),
          'player_data', jsonb_build_object('verdict', 'no', 'ru', '', 'en', '')),
        jsonb_build_array(jsonb_build_object('kind', 'retention', 'ru', repeat(:words, 2), 'en', repeat(:words, 2),
          'sourceUrl', 'https://pictures.example.com/terms', 'sourceDate', '2026-01-01')), 1
      from generate_series(1, :items::integer) as n, unnest(array['free', 'team', 'enterprise']) as tier`);
    await run('analyze');
    await run(`
      update items set
        likes_count = coalesce(likes.count, 0), use_cases_count = coalesce(cases.count, 0)
      from (select item_id, count(*) from item_likes group by item_id) as likes
        left join (select item_id, count(*) from use_cases group by item_id) as cases using (item_id)
      where likes.item_id = id`);
    await run(`
      update tags set total_count = counted.total, visible_count = counted.total
      from (select tag_id, count(*) as total from item_tags group by tag_id) as counted where tag_id = id`);
    for (const table of ['users', 'tags', 'items'])
      await trx.raw(
        `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
      );
    await trx.raw('set local session_replication_role = origin');
    await run(`insert into search_changes (kind) values ('all')`);
  });
  await db.raw('vacuum analyze');
}
