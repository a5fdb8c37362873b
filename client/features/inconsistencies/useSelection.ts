/** The chosen difference: what the list marks, where the keyboard stands and what the panel shows are this one thing. */
import { useState } from 'react';
import type { DifferenceFragment } from './generated.ts';

interface Choice {
  id: string | null;
  /** What the address said when it was seen last. */
  seen: string | null;
  /** What was sent to the address and has not been seen there yet, in order. */
  sent: ReadonlyArray<string | null>;
}

/** The choice once the address says `id`: an own step has arrived, or somebody went elsewhere. */
function follow(choice: Choice, id: string | null): Choice {
  const arrived = choice.sent.indexOf(id);
  return arrived < 0
    ? { id, seen: id, sent: [] }
    : { ...choice, seen: id, sent: choice.sent.slice(arrived + 1) };
}

export interface Chosen {
  /** The chosen row; the first one where none is named. Undefined for an empty list. */
  row: DifferenceFragment | undefined;
  /** Chooses at once, ahead of the address; `inAddress` brings it there too. */
  choose: (id: string | null, inAddress: boolean) => void;
  /** The row so many places further on; the last or the first one at the ends. */
  beside: (step: 1 | -1) => DifferenceFragment | undefined;
  /** The row that takes the place of this one when it goes. */
  after: (id: string) => DifferenceFragment | undefined;
}

/** `id` is that of the address; `write` brings another one there. */
export function useChosen(
  rows: readonly DifferenceFragment[],
  id: string | null,
  write: (id: string | null) => void,
): Chosen {
  const [choice, setChoice] = useState<Choice>({ id, seen: id, sent: [] });
  if (choice.seen !== id) setChoice(follow(choice, id));
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === choice.id),
  );
  return {
    row: rows[at],
    choose: (next, inAddress) => {
      const isNew = inAddress && next !== (choice.sent.at(-1) ?? choice.seen);
      setChoice((now) => ({ ...now, id: next, sent: isNew ? [...now.sent, next] : now.sent }));
      if (isNew) write(next);
    },
    beside: (step) => rows[Math.min(rows.length - 1, Math.max(0, at + step))],
    after: (gone) => {
      const place = rows.findIndex((row) => row.id === gone);
      return rows[place + 1] ?? rows[place - 1];
    },
  };
}
