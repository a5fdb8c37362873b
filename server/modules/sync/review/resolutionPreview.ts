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
  /** What becomes of the bookmark. */
  bookmark: BookmarkEffect;
  /** Why it stays as it is although the action is about it too. */
  reason: NotWrittenReason | null;
  /** False where the action means a write to the service that cannot be made now. */
  isPossible: boolean;
}

type Subject = Pick<Inconsistency, 'type' | 'bookmarkPlace' | 'newValue'>;

/** Why the bookmark of an item cannot be written to; null when it can. */
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
      // The service works the source out from the address.
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

/** What one action would do. @param hasService whether a service is configured to write to. */
export const previewResolution = (
  row: Subject,
  action: ResolutionAction,
  hasService: boolean,
): ResolutionPreview => ({
  action,
  ...previewEffect(row, action, hasService),
});

/** One offer for each action that the type takes. */
export const previewResolutions = (row: Subject, hasService: boolean): ResolutionPreview[] =>
  actionsFor(row.type).map((action) => previewResolution(row, action, hasService));
