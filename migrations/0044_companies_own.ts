// Companies are edited by admins: the tone of their badge, which of them nobody here has looked at yet, and who was faster.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table companies
      add column badge_tone text not null default 'ember'
        constraint companies_badge_tone_ck
        check (badge_tone in ('accent', 'ember', 'info', 'success', 'warning', 'danger')),
      -- Came with Loadout, and no admin has said yet that it is one of theirs.
      add column is_given boolean not null default false,
      add column updated_at timestamptz(3) not null default now();
    update companies set is_given = true,
      badge_tone = case key
        when 'gdev' then 'accent' when 'cubicgames' then 'info' when 'gamegears' then 'warning' else 'ember' end;
  `);

export const down = (db: Knex) =>
  db.raw(
    'alter table companies drop column badge_tone, drop column is_given, drop column updated_at',
  );
