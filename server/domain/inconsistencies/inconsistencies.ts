// The words of differences between the catalogue and the bookmarks service (specification, section 4).

export const inconsistencyTypes = [
  'title_changed',
  'description_changed',
  'tags_changed',
  'media_type_changed',
  'media_source_changed',
  'image_url_changed',
  'source_url_changed',
  'link_broken',
  'item_removed',
] as const;

export type InconsistencyType = (typeof inconsistencyTypes)[number];
export type InconsistencyStatus = 'new' | 'resolved' | 'ignored';
export type ResolutionAction =
  | 'use_raindrop'
  | 'keep_current_update_raindrop'
  | 'delete_item'
  | 'keep_item'
  | 'ignore'
  | 'delete';

/** Which actions fit which type. */
export const actionsFor = (type: InconsistencyType): ResolutionAction[] => {
  if (type === 'item_removed') return ['delete_item', 'keep_item'];
  if (type === 'link_broken') return ['ignore', 'delete'];
  return ['use_raindrop', 'keep_current_update_raindrop'];
};

/** One side's value: a text, a list of tags, or the facts of a broken link. */
export type SideValue = string | string[] | null;

export interface Inconsistency {
  id: number;
  itemId: number;
  type: InconsistencyType;
  status: InconsistencyStatus;
  oldValue: SideValue;
  newValue: SideValue;
  changedOnBothSides: boolean;
  resolution: ResolutionAction | null;
  error: string | null;
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  resolvedBy: number | null;
  canUndo: boolean;
}
