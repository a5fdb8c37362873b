// Rows of loadouts and their items, their conversion, and conditions for their readers.
import type { Knex } from 'knex';
import { visibleItems } from '../access/requests/accessRequests.module.ts';
import { isAdmin, type Viewer } from '../people/accounts/accounts.module.ts';
import type { Discipline } from '../people/disciplines/disciplines.module.ts';
import type { Language } from '../../shared/language.ts';
import type { Loadout, LoadoutItem, LoadoutKind, Texts } from './loadouts.ts';

export interface LoadoutRow {
  id: number;
  kind: LoadoutKind;
  title_ru: string | null;
  title_en: string | null;
  description_ru: string | null;
  description_en: string | null;
  title_stale_language: Language | null;
  description_stale_language: Language | null;
  discipline: Discipline | null;
  company_key: string | null;
  shown_owner_id: number | null;
  takers_count: number;
  is_pending: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
}

const isHalf = (table: string, text: string): string =>
  `(${table}.${text}_ru is null) <> (${table}.${text}_en is null)`;

/** SQL condition: a text of the loadout or its items is missing or outdated in one language. */
export const isPendingSql = `(loadouts.title_stale_language is not null or loadouts.description_stale_language is not null
  or ${isHalf('loadouts', 'title')} or ${isHalf('loadouts', 'description')} or exists (
    select from loadout_items as item where item.loadout_id = loadouts.id
      and (item.stale_language is not null or ${isHalf('item', 'reason')})))`;

export const takersSql =
  '(select count(*)::integer from loadout_takes where loadout_takes.loadout_id = loadouts.id and taken_at is not null)';

/** SQL for the owner; official loadouts of people who have left belong to the admins. */
const shownOwnerSql = `case when loadouts.kind = 'official' and exists (
    select from users where users.id = loadouts.owner_id and (users.disabled_at is not null
      or loadouts.company_key is not null and users.company_key is distinct from loadouts.company_key))
  then null else loadouts.owner_id end`;

export const loadoutColumns = (db: Knex) => [
  ...[
    'id',
    'kind',
    'title_ru',
    'title_en',
    'description_ru',
    'description_en',
    'title_stale_language',
    'description_stale_language',
    'discipline',
    'company_key',
    'version',
    'created_at',
    'updated_at',
  ].map((column) => `loadouts.${column}`),
  db.raw(`${shownOwnerSql} as shown_owner_id`),
  db.raw(`${takersSql} as takers_count`),
  db.raw(`${isPendingSql} as is_pending`),
];

export const toLoadout = (row: LoadoutRow): Loadout => ({
  id: row.id,
  kind: row.kind,
  title: { ru: row.title_ru, en: row.title_en, staleLanguage: row.title_stale_language },
  description: {
    ru: row.description_ru,
    en: row.description_en,
    staleLanguage: row.description_stale_language,
  },
  discipline: row.discipline,
  companyKey: row.company_key,
  ownerId: row.shown_owner_id,
  takersCount: row.takers_count,
  isPending: row.is_pending,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/**
 * Loadouts that a viewer may read, including deleted ones: those of the own company and of all companies. Admins read
 * those of every company; the own ones are included in a browser only.
 */
export function loadoutsFor(db: Knex, viewer: Viewer): Knex.QueryBuilder {
  const query = db('loadouts');
  if (viewer.kind !== 'member') return query.whereRaw('false');
  return query.where((readable) => {
    readable.where((published) => {
      published.whereNot('loadouts.kind', 'personal');
      if (!isAdmin(viewer))
        published.whereRaw(
          `(loadouts.company_key is not distinct from ? or loadouts.kind = 'official' and loadouts.company_key is null)`,
          [viewer.company?.key ?? null],
        );
    });
    if (viewer.via === 'session')
      readable.orWhere(
        (own) =>
          void own.where('loadouts.owner_id', viewer.user.id).whereNot('loadouts.kind', 'official'),
      );
  });
}

export const readableLoadouts = (db: Knex, viewer: Viewer): Knex.QueryBuilder =>
  loadoutsFor(db, viewer).whereNull('loadouts.deleted_at');

export interface ReasonRow {
  reason_ru: string | null;
  reason_en: string | null;
  stale_language: Language | null;
}

export const toReason = (row: ReasonRow): Texts => ({
  ru: row.reason_ru,
  en: row.reason_en,
  staleLanguage: row.stale_language,
});

export interface LoadoutItemRow extends ReasonRow {
  loadout_id: number;
  item_id: number;
  added_at: Date;
}

export const toLoadoutItem = (row: LoadoutItemRow): LoadoutItem => ({
  loadoutId: row.loadout_id,
  itemId: row.item_id,
  reason: toReason(row),
  addedAt: row.added_at,
});

/** The items of loadouts that a viewer can see, each once: of two merged ones the first. */
export const visibleLoadoutItems = (
  db: Knex,
  viewer: Viewer,
  loadoutIds: readonly number[],
): Knex.QueryBuilder =>
  db
    .from(
      visibleItems(db, viewer)
        .joinRaw('join loadout_items as held on items.id = item_now(held.item_id)')
        .whereRaw('held.loadout_id in (select unnest(?::integer[]))', [[...loadoutIds]])
        .distinctOn(['held.loadout_id', 'items.id'])
        .orderBy(['held.loadout_id', 'items.id', 'held.place'])
        .select({
          loadout_id: 'held.loadout_id',
          item_id: 'items.id',
          place: 'held.place',
          reason_ru: 'held.reason_ru',
          reason_en: 'held.reason_en',
          stale_language: 'held.stale_language',
          added_at: 'held.added_at',
        })
        .as('seen'),
    )
    .orderBy(['seen.loadout_id', 'seen.place', 'seen.item_id']);
