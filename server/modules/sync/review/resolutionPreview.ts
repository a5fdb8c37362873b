// Preview of the effect that each action has on the bookmark. Pure.
import {
  actionsFor,
  type BookmarkEffect,
  type Inconsistency,
  type NotWrittenReason,
  type ResolutionAction,
} from '../inconsistencies.ts';

export interface ResolutionPreview {
  action: ResolutionAction;
  bookmark: BookmarkEffect;
  /** Reason why the action does not write the bookmark. */
  reason: NotWrittenReason | null;
  /** False when the action needs a write that is impossible now. */
  isPossible: boolean;
}

type Subject = Pick<Inconsistency, 'type' | 'bookmarkPlace' | 'newValue'>;

/** Obstacle to a write, or null. */
function writeObstacle({ bookmarkPlace }: Subject, hasService: boolean): NotWrittenReason | null {
  if (bookmarkPlace === 'file' || bookmarkPlace === 'none') return 'notInService';
  if (!hasService) return 'noService';
  return bookmarkPlace === 'gone' ? 'bookmarkGone' : null;
}

const written = (bookmark: BookmarkEffect) => ({ bookmark, reason: null, isPossible: true });
const unwritten = (reason: NotWrittenReason | null, isPossible = true) => ({
  bookmark: 'unchanged' as const,
  reason,
  isPossible,
});

function previewEffect(
  row: Subject,
  action: ResolutionAction,
  hasService: boolean,
): Omit<ResolutionPreview, 'action'> {
  const obstacle = writeObstacle(row, hasService);
  switch (action) {
    case 'keep_current_update_raindrop':
      // The provider derives the source from the address.
      if (row.type === 'media_source_changed') return unwritten('setByService');
      return obstacle ? unwritten(obstacle, obstacle === 'notInService') : written('updated');
    case 'delete':
      return obstacle ? unwritten(obstacle) : written('trashed');
    case 'keep_item':
      if (obstacle !== 'bookmarkGone') return unwritten(obstacle);
      return row.newValue === 'absent' ? unwritten(obstacle) : written('restored');
    default:
      return unwritten(null);
  }
}

/** Preview of one action. @param hasService whether a provider is configured */
export const previewResolution = (
  row: Subject,
  action: ResolutionAction,
  hasService: boolean,
): ResolutionPreview => ({
  action,
  ...previewEffect(row, action, hasService),
});

export const previewResolutions = (row: Subject, hasService: boolean): ResolutionPreview[] =>
  actionsFor(row.type).map((action) => previewResolution(row, action, hasService));
