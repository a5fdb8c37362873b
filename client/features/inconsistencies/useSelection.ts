/** Current row of the review, shared by the list, the keyboard and the detail panel. */
import { useState } from 'react';
import type { DifferenceFragment } from './generated.ts';

interface SelectionState {
  id: string | null;
  /** Id in the URL at the last rendering. */
  seen: string | null;
  /** Ids written to the URL that have not appeared there yet, in order. */
  sent: ReadonlyArray<string | null>;
}

/** State after the URL changed to `id`: an own change has arrived, or the reader navigated. */
function followUrl(state: SelectionState, id: string | null): SelectionState {
  const arrived = state.sent.indexOf(id);
  return arrived < 0
    ? { id, seen: id, sent: [] }
    : { ...state, seen: id, sent: state.sent.slice(arrived + 1) };
}

export interface Selection {
  /** Current row, by default the first. Undefined for an empty list. */
  row: DifferenceFragment | undefined;
  /** Selects at once, ahead of the URL; `inUrl` writes the id there too. */
  select: (id: string | null, inUrl: boolean) => void;
  /** Next or previous row; the last or the first one at the ends. */
  neighbour: (step: 1 | -1) => DifferenceFragment | undefined;
  /** Row that becomes current when this one leaves. */
  after: (id: string) => DifferenceFragment | undefined;
}

/** `id` is the one in the URL; `write` changes it there. */
export function useSelection(
  rows: readonly DifferenceFragment[],
  id: string | null,
  write: (id: string | null) => void,
): Selection {
  const [state, setState] = useState<SelectionState>({ id, seen: id, sent: [] });
  if (state.seen !== id) setState(followUrl(state, id));
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === state.id),
  );
  return {
    row: rows[at],
    select: (next, inUrl) => {
      const isNew = inUrl && next !== (state.sent.at(-1) ?? state.seen);
      setState((now) => ({ ...now, id: next, sent: isNew ? [...now.sent, next] : now.sent }));
      if (isNew) write(next);
    },
    neighbour: (step) => rows[Math.min(rows.length - 1, Math.max(0, at + step))],
    after: (gone) => {
      const index = rows.findIndex((row) => row.id === gone);
      return rows[index + 1] ?? rows[index - 1];
    },
  };
}
