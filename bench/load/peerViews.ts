// The rows as the limit and PostGraphile read them: the product's own tables and indexes, and the experts and tags of
// each item worked out before.
import { join } from 'node:path';
import type { Knex } from 'knex';

/** Adds the schema `bench`. The comments tell PostGraphile what belongs together. */
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
    -- What a server that counts once would send.
    create table bench.total as select count(*) as items from bench.cards;
    comment on table bench.total is E'@behavior -*';
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
