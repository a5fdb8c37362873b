/** State of decisions in progress: the confirmation before a deletion, the running call and its failure. */
import { useState } from 'react';
import type { DifferenceFragment } from './generated.ts';
import { previewOf, type Decision, type ResolutionPreview } from './previewTexts.ts';
import type { Decisions } from './useDecisions.ts';

/** A question before something is deleted. */
export interface Question {
  row: DifferenceFragment;
  preview: ResolutionPreview;
  confirm: () => void;
  cancel: () => void;
}

export interface Resolution {
  /** Inconsistencies decided by a key: they have left the list while the call runs. */
  leaving: ReadonlySet<string>;
  /** The inconsistency decided by a click: it stays until the call ends. */
  working: { id: string; decision: Decision } | null;
  question: Question | null;
  /** Why the last decision failed, by the id of the inconsistency. */
  failures: ReadonlyMap<string, string>;
  /**
   * Applies the action with that meaning. A key calls `onNext` at once, so that ten keys decide ten rows;
   * a click calls it when the decision was saved.
   */
  resolve: (
    row: DifferenceFragment,
    decision: Decision,
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

  const start: Resolution['resolve'] = async (row, decision, by, onNext) => {
    const preview = previewOf(row, decision);
    if (!preview) return;
    setFailure(row.id, null);
    if (by === 'key') {
      setLeaving((now) => new Set(now).add(row.id));
      onNext();
    } else setWorking({ id: row.id, decision });
    const reason = await decisions.decide(row, preview.action);
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
    resolve: (row, decision, by, onNext) => {
      const preview = previewOf(row, decision);
      if (!preview?.isPossible || working || question || leaving.has(row.id)) return;
      const run = () => start(row, decision, by, onNext);
      if (decision !== 'delete') return run();
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
