/** Rows chosen with their checkboxes, for a change of many services at once. */
import { useRef, useState } from 'react';
import { range } from './gridPosition.ts';

export interface RowSelection<Row> {
  chosen: readonly Row[];
  has: (row: Row) => boolean;
  /** Toggles a row; with `isRange` all rows from the last toggled one follow it. */
  toggle: (index: number, isRange?: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** @param scope the shown list: another one begins without a choice */
export function useRowSelection<Row extends { itemId: string }>(
  rows: readonly Row[],
  scope: string,
): RowSelection<Row> {
  const [state, setState] = useState({ scope, ids: new Set<string>() });
  const last = useRef(0);
  const ids = state.scope === scope ? state.ids : new Set<string>();
  const chosen = rows.filter(({ itemId }) => ids.has(itemId));
  const choose = (wanted: Iterable<string>) => setState({ scope, ids: new Set(wanted) });
  return {
    chosen,
    has: ({ itemId }) => ids.has(itemId),
    toggle: (index, isRange = false) => {
      const from = isRange ? last.current : index;
      last.current = index;
      const isOn = !ids.has(rows[index]?.itemId ?? '');
      const touched = range(Math.min(from, index), Math.max(from, index)).flatMap(
        (one) => rows[one]?.itemId ?? [],
      );
      choose(isOn ? [...ids, ...touched] : [...ids].filter((itemId) => !touched.includes(itemId)));
    },
    toggleAll: () => choose(chosen.length === rows.length ? [] : rows.map(({ itemId }) => itemId)),
    clear: () => choose([]),
  };
}
