// The outdated language of each text of a loadout, and whether the last step of taking one was the first.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table loadouts rename column stale_language to title_stale_language;
    alter table loadouts rename constraint loadouts_stale_language_ck to loadouts_title_stale_language_ck;
    alter table loadouts add column description_stale_language text
      constraint loadouts_description_stale_language_ck check (description_stale_language in ('ru', 'en'));
    update loadouts set description_stale_language = title_stale_language
      where description_ru is not null and description_en is not null;

    -- The first step takes the loadout; marked and requested belong to the last one.
    alter table loadout_takes add column is_first_step boolean not null default true;
  `);
