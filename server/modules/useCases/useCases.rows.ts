// Rows of use cases, their conversion, and conditions for their visibility.
import type { Knex } from 'knex';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import type { Language } from '../../shared/language.ts';
import { visibleItems } from '../access/requests/accessRequests.module.ts';
import type { UseCase } from './useCases.ts';

export interface UseCaseRow {
  id: number;
  item_id: number;
  user_id: number;
  description_ru: string | null;
  description_en: string | null;
  original_language: Language;
  stale_language: Language | null;
  likes_count: number;
  created_at: Date;
  updated_at: Date;
}

export const useCaseColumns = [
  'id',
  'item_id',
  'user_id',
  'description_ru',
  'description_en',
  'original_language',
  'stale_language',
  'likes_count',
  'created_at',
  'updated_at',
];

export const toUseCase = (row: UseCaseRow): UseCase => ({
  id: row.id,
  itemId: row.item_id,
  userId: row.user_id,
  descriptionRu: row.description_ru,
  descriptionEn: row.description_en,
  originalLanguage: row.original_language,
  staleLanguage: row.stale_language,
  likesCount: row.likes_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Visible items as a condition on `item_id`. */
const itemsFor = (db: Knex, viewer: Viewer): Knex.QueryBuilder =>
  visibleItems(db, viewer).select('items.id');

/** Locks the item before the use case, in the order of merges, which prevents deadlocks. */
export async function lockItemOf(trx: Knex, useCaseId: number): Promise<void> {
  await trx('items')
    .whereIn('id', trx('use_cases').where({ id: useCaseId }).select('item_id'))
    .forNoKeyUpdate()
    .select('id');
}

/** Use cases of items that the viewer can see. */
export const visibleUseCases = (db: Knex, viewer: Viewer): Knex.QueryBuilder =>
  db('use_cases').whereNull('deleted_at').whereIn('item_id', itemsFor(db, viewer));

/** Use cases of a person, on items that the viewer can see. */
export const ownUseCases = (db: Knex, viewer: Viewer, userId: number): Knex.QueryBuilder =>
  db('use_cases').where({ user_id: userId }).whereIn('item_id', itemsFor(db, viewer));
