/** State of decisions in progress: the confirmation before a deletion, the running call and its failure. */
import { useState } from 'react';
import type { DifferenceFragment, ResolutionAction } from './generated.ts';
import type { ResolutionPreview } from './previewTexts.ts';
import type { Decisions } from './useDecisions.ts';

const deletesItem = (action: ResolutionAction): boolean =>
  action === 'delete' || action === 'delete_item';

/** A question before something is deleted. */
export interface Question {
  row: DifferenceFragment;
  preview: ResolutionPreview;
  confirm: () => void;
  cancel: () => void;
}

/** Index of the button: of the first or of the second action. */
export type ActionIndex = 0 | 1;

export interface Resolution {
  /** Inconsistencies decided by a key: they have left the list while the call runs. */
  leaving: ReadonlySet<string>;
  /** The inconsistency decided by a click: it stays until the call ends. */
  working: { id: string; index: ActionIndex } | null;
  question: Question | null;
  /** Why the last decision failed, by the id of the inconsistency. */
  failures: ReadonlyMap<string, string>;
  /**
   * Applies one of the two actions. A key calls `onNext` at once, so that ten keys decide ten rows;
   * a click calls it when the decision was saved.
   */
  resolve: (
    row: DifferenceFragment,
    index: ActionIndex,
    by: 'key' | 'click',
    onNext: () => void,
  ) => void;
}

export function useResolution(decisions: Decisions): Resolution {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState<Resolution['working']>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());

  const setFailure = (id: string, reason: string | null) =>
    setFailures((now) => {
      const next = new Map(now);
      next.delete(id);
      return reason === null ? next : next.set(id, reason);
    });

  const start: Resolution['resolve'] = async (row, index, by, onNext) => {
    const action = row.resolutionPreviews[index]!.action;
    setFailure(row.id, null);
    if (by === 'key') {
      setLeaving((now) => new Set(now).add(row.id));
      onNext();
    } else setWorking({ id: row.id, index });
    const reason = await decisions.decide(row, action);
    setFailure(row.id, reason);
    if (by === 'key') {
      setLeaving((now) => new Set([...now].filter((id) => id !== row.id)));
    } else {
      setWorking(null);
      if (reason === null) onNext();
    }
  };

  return {
    leaving,
    working,
    question,
    failures,
    resolve: (row, index, by, onNext) => {
      const preview = row.resolutionPreviews[index];
      if (!preview?.isPossible || working || question || leaving.has(row.id)) return;
      const run = () => start(row, index, by, onNext);
      if (!deletesItem(preview.action)) return run();
      return setQuestion({
        row,
        preview,
        cancel: () => setQuestion(null),
        confirm: () => {
          setQuestion(null);
          run();
        },
      });
    },
  };
}
