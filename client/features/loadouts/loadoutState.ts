/** State of a loadout's services for the reader, with marks that are made on the page. */
import type { LoadoutItemState, LoadoutRowFragment } from './generated.ts';

/** A mark that has been made or taken back since the answer counts at once. */
export function stateOf({
  state,
  item,
}: Pick<LoadoutRowFragment, 'state' | 'item'>): LoadoutItemState {
  if (item.isLiked) return 'used';
  return state === 'used' ? 'approved' : state;
}

/** Whether an approver waits for the reader's answer about the service. */
export const isQuestion = ({ item }: Pick<LoadoutRowFragment, 'item'>): boolean =>
  item.myAccessRequest?.status === 'needs_answer';

export type RowsByState = Record<LoadoutItemState, readonly LoadoutRowFragment[]>;

export function groupByState(rows: readonly LoadoutRowFragment[]): RowsByState {
  const groups = Map.groupBy(rows, stateOf);
  const of = (state: LoadoutItemState) => groups.get(state) ?? [];
  return {
    used: of('used'),
    approved: of('approved'),
    may_request: of('may_request'),
    waiting: of('waiting'),
    refused: of('refused'),
  };
}
