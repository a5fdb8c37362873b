/** Decisions on their way: asked about first where something would be deleted, and told where they failed. */
import { useState } from 'react';
import type { DifferenceFragment, ResolutionAction } from './generated.ts';
import type { Decisions } from './useDecisions.ts';

type Offer = DifferenceFragment['resolutionPreviews'][number];

const deletes = (action: ResolutionAction): boolean =>
  action === 'delete' || action === 'delete_item';

/** A question before something is deleted. */
export interface Question {
  row: DifferenceFragment;
  offer: Offer;
  confirm: () => void;
  cancel: () => void;
}

export interface Settling {
  /** Decided by a key: they have left the list, their answers are under way. */
  leaving: ReadonlySet<string>;
  /** Decided by a press: it stays, with its button at work. */
  working: { id: string; place: 0 | 1 } | null;
  asking: Question | null;
  /** Why the last decision about a difference failed, by its id. */
  failures: ReadonlyMap<string, string>;
  /**
   * Decides by the first or the second offer. By a key `goOn` is called at once, so that ten keys decide ten
   * differences; by a press it is called when the decision stands.
   */
  settle: (row: DifferenceFragment, place: 0 | 1, at: 'key' | 'press', goOn: () => void) => void;
}

export function useSettling(decisions: Decisions): Settling {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState<Settling['working']>(null);
  const [asking, setAsking] = useState<Question | null>(null);
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());

  const note = (id: string, reason: string | null) =>
    setFailures((now) => {
      const next = new Map(now);
      next.delete(id);
      return reason === null ? next : next.set(id, reason);
    });

  const begin = async (
    row: DifferenceFragment,
    place: 0 | 1,
    action: ResolutionAction,
    at: 'key' | 'press',
    goOn: () => void,
  ) => {
    note(row.id, null);
    if (at === 'key') {
      setLeaving((now) => new Set(now).add(row.id));
      goOn();
    } else setWorking({ id: row.id, place });
    const reason = await decisions.decide(row, action);
    note(row.id, reason);
    if (at === 'key') {
      setLeaving((now) => new Set([...now].filter((id) => id !== row.id)));
    } else {
      setWorking(null);
      if (reason === null) goOn();
    }
  };

  return {
    leaving,
    working,
    asking,
    failures,
    settle: (row, place, at, goOn) => {
      const offer = row.resolutionPreviews[place];
      if (!offer?.isPossible || working || asking || leaving.has(row.id)) return;
      const { action } = offer;
      if (!deletes(action)) return void begin(row, place, action, at, goOn);
      return setAsking({
        row,
        offer,
        cancel: () => setAsking(null),
        confirm: () => {
          setAsking(null);
          void begin(row, place, action, at, goOn);
        },
      });
    },
  };
}
