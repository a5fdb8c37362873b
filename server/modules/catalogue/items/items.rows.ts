// Rows of items, and the part of an item that comes from its bookmark.
import { DomainError } from '../../../shared/domainError.ts';
import type { CountedTag, KnowledgeItem, NewItem } from './items.ts';

export interface SyncedItem {
  id: number;
  bookmarkId: number | null;
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  imageUrl: string | null;
  sourceUrl: string;
  normalisedUrl: string;
  mediaType: string;
  mediaSource: string;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  /** Time of its deletion; null while it is in the catalogue. */
  removedAt: Date | null;
  /** The item into which it was merged; null if it was not merged. */
  mergedInto: number | null;
}

/** Changed fields of an item; missing fields stay unchanged. */
export type ItemChanges = Partial<
  Pick<
    SyncedItem,
    | 'bookmarkId'
    | 'titleRu'
    | 'titleEn'
    | 'descriptionRu'
    | 'descriptionEn'
    | 'imageUrl'
    | 'sourceUrl'
    | 'normalisedUrl'
    | 'mediaType'
    | 'mediaSource'
    | 'tags'
    | 'removedAt'
  >
>;

export interface AddressHolder {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
}

/** Error for an address of another item, which it names. */
export const serviceKnown = ({ id, titleRu, titleEn }: AddressHolder): DomainError =>
  new DomainError('CONFLICT', 'The catalogue already has a service with this address', {
    reason: 'serviceKnown',
    facts: { itemId: id, titleRu, titleEn },
  });

/** The row type of a model, by the columns of its fields. */
export type RowOf<Model, Columns extends Partial<Record<keyof Model, string>>> = {
  [Field in keyof Model as Columns[Field] & string]: Model[Field];
};

/** Columns of `items` by field, listed only here. */
const columns = {
  id: 'id',
  bookmarkId: 'bookmark_id',
  titleRu: 'title_ru',
  titleEn: 'title_en',
  descriptionRu: 'description_ru',
  descriptionEn: 'description_en',
  imageUrl: 'image_url',
  siteImageUrl: 'site_image_url',
  sourceUrl: 'source_url',
  normalisedUrl: 'normalised_url',
  mediaType: 'media_type',
  mediaSource: 'media_source',
  adminVisibility: 'admin_visibility',
  adminNotes: 'admin_notes',
  syncStatus: 'sync_status',
  likesCount: 'likes_count',
  useCasesCount: 'use_cases_count',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  removedAt: 'removed_at',
  mergedInto: 'merged_into',
  incidentCompanies: 'incident_companies',
} as const;

type Columns = typeof columns;

const columnsWithout = <Field extends keyof Columns>(...left: Field[]): Omit<Columns, Field> =>
  Object.fromEntries(
    Object.entries(columns).filter(([field]) => !left.includes(field as Field)),
  ) as Omit<Columns, Field>;

/** Columns of an item of the catalogue. */
export const itemColumnByField = columnsWithout(
  'bookmarkId',
  'mediaType',
  'mediaSource',
  'removedAt',
  'mergedInto',
) satisfies Record<Exclude<keyof KnowledgeItem, 'view'>, string>;

/** Columns of a synchronised item, without its tags. */
export const syncedColumnByField = columnsWithout(
  'siteImageUrl',
  'adminVisibility',
  'adminNotes',
  'syncStatus',
  'likesCount',
  'useCasesCount',
  'incidentCompanies',
) satisfies Record<Exclude<keyof SyncedItem, 'tags'>, string>;

export const newItemColumnByField = columnsWithout(
  'id',
  'siteImageUrl',
  'adminNotes',
  'likesCount',
  'useCasesCount',
  'updatedAt',
  'removedAt',
  'mergedInto',
  'incidentCompanies',
) satisfies Record<Exclude<keyof NewItem, 'tags'>, string>;

export type ItemRow = RowOf<Omit<KnowledgeItem, 'view'>, typeof itemColumnByField>;

export const itemColumns = Object.values(itemColumnByField).map((column) => `items.${column}`);

export const fromRow = <Field extends string>(
  columnByField: Record<Field, string>,
  row: object,
): Record<Field, unknown> => {
  const fields = Object.entries(columnByField) as [Field, string][];
  const values = new Map(Object.entries(row));
  return Object.fromEntries(fields.map(([field, column]) => [field, values.get(column)])) as Record<
    Field,
    unknown
  >;
};

export const toItem = (row: ItemRow): KnowledgeItem =>
  fromRow(itemColumnByField, row) as KnowledgeItem;

/** Converts the given fields to columns. */
export const toColumns = <Field extends string>(
  columnByField: Record<Field, string>,
  fields: NoInfer<Partial<Record<Field, unknown>>>,
): Record<string, unknown> => {
  const named = (Object.keys(columnByField) as Field[]).filter((field) => field in fields);
  return Object.fromEntries(named.map((field) => [columnByField[field], fields[field]]));
};

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
 * SQL condition: the row of `items` was merged with an own item, over any number of merges.
 * The subquery does not depend on the row, so it runs once.
 */
export const isMergedWithOwn = `(
  case when items.merged_into is null then items.id else item_now(items.id) end in (
    select item_now(own.id) from items as own
    where (not own.is_demo or exists (select from agreed_bookmarks where item_id = own.id))
      and (own.merged_into is not null or exists (select from items as merged where merged.merged_into = own.id))))`;
