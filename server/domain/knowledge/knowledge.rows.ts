// Rows of the catalogue's tables, and how they become words of the room.
import type { Knex } from 'knex';
import { isAdmin, type Viewer } from '../accounts/accounts.ts';
import type { AdminVisibility, CountedTag, ItemSyncStatus, KnowledgeItem } from './knowledge.ts';

export interface ItemRow {
  id: number;
  title_ru: string | null;
  title_en: string | null;
  description_ru: string | null;
  description_en: string | null;
  image_url: string | null;
  source_url: string;
  normalised_url: string;
  admin_visibility: AdminVisibility;
  admin_notes: string;
  sync_status: ItemSyncStatus;
  likes_count: number;
  use_cases_count: number;
  created_at: Date;
  updated_at: Date;
}

export const itemColumns = [
  'items.id',
  'items.title_ru',
  'items.title_en',
  'items.description_ru',
  'items.description_en',
  'items.image_url',
  'items.source_url',
  'items.normalised_url',
  'items.admin_visibility',
  'items.admin_notes',
  'items.sync_status',
  'items.likes_count',
  'items.use_cases_count',
  'items.created_at',
  'items.updated_at',
];

export const toItem = (row: ItemRow): KnowledgeItem => ({
  id: row.id,
  titleRu: row.title_ru,
  titleEn: row.title_en,
  descriptionRu: row.description_ru,
  descriptionEn: row.description_en,
  imageUrl: row.image_url,
  sourceUrl: row.source_url,
  normalisedUrl: row.normalised_url,
  adminVisibility: row.admin_visibility,
  adminNotes: row.admin_notes,
  syncStatus: row.sync_status,
  likesCount: row.likes_count,
  useCasesCount: row.use_cases_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export interface TagRow {
  id: number;
  original_name: string;
  name_ru: string;
  name_en: string;
  is_approval: boolean;
  visible_count: number;
  total_count: number;
}

export const tagColumns = [
  'tags.id',
  'tags.original_name',
  'tags.name_ru',
  'tags.name_en',
  'tags.is_approval',
  'tags.visible_count',
  'tags.total_count',
];

export const toTag = (row: TagRow): CountedTag => ({
  id: row.id,
  originalName: row.original_name,
  nameRu: row.name_ru,
  nameEn: row.name_en,
  isApproval: row.is_approval,
  visibleCount: row.visible_count,
  totalCount: row.total_count,
});

/**
 * The one way to read items for somebody: a hidden item is, for a non-admin, an item that does not exist
 * (specification, section 10). Nothing else reads the table for a viewer.
 */
export function visibleItems(db: Knex, viewer: Viewer): Knex.QueryBuilder {
  const query = db('items').whereNull('items.removed_at');
  return isAdmin(viewer) ? query : query.where('items.admin_visibility', 'visible');
}
