/** The calls of the desk: decide, take back, open again; with the words for their outcome. */
import { useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText, isConflict, storedFailureText } from '../../browser/graphqlFailure.ts';
import { announce } from '../../design/Announcer.tsx';
import { notify } from '../../design/notify.ts';
import {
  OneDifferenceDocument,
  ResolveDifferenceDocument,
  ResolveDifferencesDocument,
  SetDifferenceStatusDocument,
  UndoResolutionDocument,
  UndoResolutionsDocument,
  type DifferenceFragment,
  type ResolutionAction,
} from './generated.ts';
import { DifferenceCountsDocument } from '../../generated.ts';
import { formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { inPortions } from './resolutionCalls.ts';
import { useOfferWords } from './previewTexts.ts';

export interface Decisions {
  /** Answers null when it is decided, by us or meanwhile by somebody else; otherwise why it is not. */
  decide: (row: DifferenceFragment, action: ResolutionAction) => Promise<string | null>;
  /** Makes a decided or ignored difference new again. Answers null, or why not. */
  takeBack: (row: DifferenceFragment) => Promise<string | null>;
  /** Takes back what was decided last on this desk, one or many. */
  undoLast: () => Promise<void>;
  /**
   * Decides many; `goesOn` hears how many are dealt with and may stop. Answers null when all are decided, otherwise why not; those that stay open
   * bear their reasons.
   */
  decideAll: (
    rows: readonly DifferenceFragment[],
    action: ResolutionAction,
    goesOn: (dealtWith: number) => boolean,
  ) => Promise<string | null>;
}

/** One step that can be taken back; it may still be on its way. */
interface Step {
  decided: Promise<readonly DifferenceFragment[]>;
}

export interface DecisionsOptions {
  nameOf: (row: DifferenceFragment) => string;
  /** Called when differences are new again. */
  onReopened: (ids: readonly string[]) => void;
  /** Called when a difference is no more. */
  onGone: () => void;
}

export function useDecisions({ nameOf, onReopened, onGone }: DecisionsOptions): Decisions {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const words = useOfferWords();
  const client = useApolloClient();
  const steps = useRef<Step[]>([]);
  const countAgain = () =>
    client.query({ query: DifferenceCountsDocument, fetchPolicy: 'network-only' }).then(
      () => undefined,
      (failure: unknown) => console.info('The differences could not be counted', failure),
    );
  const ofItem = (row: DifferenceFragment, text: string) =>
    t('admin.inconsistencies.ofItem', { title: nameOf(row), text });

  const takeBack = async (row: DifferenceFragment): Promise<string | null> => {
    try {
      if (row.canUndo) {
        await client.mutate({ mutation: UndoResolutionDocument, variables: { id: row.id } });
      } else {
        await client.mutate({
          mutation: SetDifferenceStatusDocument,
          variables: { id: row.id, status: 'new' },
        });
      }
    } catch (failure) {
      const description = failureText(failure);
      notify.error(t('admin.inconsistencies.undoFailed'), {
        id: 'decision',
        description: ofItem(row, description),
      });
      return description;
    }
    notify.info(t('admin.inconsistencies.undone'), {
      id: 'decision',
      description: t('admin.inconsistencies.item', { title: nameOf(row) }),
    });
    void countAgain();
    onReopened([row.id]);
    return null;
  };

  /** Answers what could not be taken back. */
  const takeBackAll = async (
    rows: readonly DifferenceFragment[],
  ): Promise<DifferenceFragment[]> => {
    const { done, failed, left, failure } = await inPortions(
      rows.map((row) => row.id),
      async (ids) => {
        const { data } = await client.mutate({
          mutation: UndoResolutionsDocument,
          variables: { ids },
        });
        const answer = data?.undoResolutions;
        return { done: answer?.undone ?? [], failed: answer?.failed ?? [] };
      },
      () => true,
    );
    void countAgain();
    onReopened(done.map((row) => row.id));
    const count = failed.length + left.length;
    if (count > 0) {
      const why = failure ? failureText(failure) : failed[0] && storedFailureText(failed[0]);
      notify.error(t('admin.inconsistencies.undoFailed'), {
        id: 'decision',
        description: [t('admin.inconsistencies.stayDecided', { count }), why]
          .filter(Boolean)
          .join('. '),
      });
    } else {
      notify.info(t('admin.inconsistencies.bulkUndone', { count: done.length }), {
        id: 'decision',
      });
    }
    const undone = new Set(done.map((row) => row.id));
    return rows.filter((row) => !undone.has(row.id));
  };

  /** Remembers a step; pressed in its message, the same step is taken back, and no other. */
  const remember = (decided: Step['decided']): Step => {
    const step = { decided };
    steps.current = [...steps.current, step].slice(-50);
    return step;
  };
  const takeStepBack = async (step: Step): Promise<boolean> => {
    steps.current = steps.current.filter((one) => one !== step);
    const rows = (await step.decided).filter((row) => row.canUndo);
    const [first] = rows;
    if (!first) return false;
    const left =
      rows.length > 1 ? await takeBackAll(rows) : (await takeBack(first)) === null ? [] : rows;
    // What stays decided is the next to be taken back: another press must not reach an earlier decision.
    if (left.length > 0) remember(Promise.resolve(left));
    return true;
  };
  const undoLast = async () => {
    for (let step = steps.current.at(-1); step; step = steps.current.at(-1)) {
      if (await takeStepBack(step)) return;
    }
    announce(t('admin.inconsistencies.nothingToUndo'));
  };
  const undoButton = (step: Step) => ({
    action: { label: t('common:actions.undo'), run: () => void takeStepBack(step) },
  });

  /** Somebody was faster: the row is read again. True when it is no longer ours to decide. */
  const wasDecidedMeanwhile = async (row: DifferenceFragment): Promise<boolean> => {
    const { data } = await client.query({
      query: OneDifferenceDocument,
      variables: { id: row.id },
      fetchPolicy: 'network-only',
    });
    const now = data?.inconsistency;
    if (now?.status === 'new') return false;
    const who = now?.resolvedBy?.name;
    notify.info(t('admin.inconsistencies.meanwhile'), {
      description: ofItem(
        row,
        who && now.resolvedAt
          ? t('admin.conflictBy', { name: who, when: formatRelative(now.resolvedAt, language) })
          : t('admin.conflict'),
      ),
    });
    void countAgain();
    if (!now) onGone();
    return true;
  };

  const decide = async (row: DifferenceFragment, action: ResolutionAction) => {
    const lead = t(`admin.inconsistencies.failures.${row.type}`);
    notify.dismiss(`decision-${row.id}`);
    let settle: (rows: readonly DifferenceFragment[]) => void = () => undefined;
    const step = remember(
      new Promise((resolve) => {
        settle = resolve;
      }),
    );
    const refuse = (reason: string) => {
      settle([]);
      notify.error(t('common:error.title'), {
        id: `decision-${row.id}`,
        description: ofItem(row, lead),
      });
      return `${lead}. ${reason}`;
    };
    let after: DifferenceFragment | undefined;
    try {
      const { data } = await client.mutate({
        mutation: ResolveDifferenceDocument,
        variables: { id: row.id, type: row.type, action },
      });
      after = data?.resolveInconsistency;
    } catch (failure) {
      if (isConflict(failure)) {
        const isSettled = await wasDecidedMeanwhile(row).catch((unread: unknown) => {
          console.info('The difference could not be read again', unread);
          return false;
        });
        if (isSettled) {
          settle([]);
          return null;
        }
      }
      return refuse(failureText(failure));
    }
    if (!after || after.status === 'new') return refuse((after && storedFailureText(after)) ?? '');
    settle([after]);
    notify.success(t('admin.inconsistencies.success'), {
      id: 'decision',
      description: ofItem(row, words.outcome(after)),
      duration: 'long',
      ...(after.canUndo ? undoButton(step) : {}),
    });
    void countAgain();
    return null;
  };

  const decideAll: Decisions['decideAll'] = async (rows, action, goesOn) => {
    const { done, failed, left, failure } = await inPortions(
      rows.map((row) => row.id),
      async (ids) => {
        const { data } = await client.mutate({
          mutation: ResolveDifferencesDocument,
          variables: { ids, action },
        });
        const answer = data?.resolveInconsistencies;
        return { done: answer?.resolved ?? [], failed: answer?.failed ?? [] };
      },
      goesOn,
    );
    if (done.length > 0) {
      const step = remember(Promise.resolve(done));
      notify.success(t('admin.inconsistencies.bulkDone', { count: done.length }), {
        id: 'decision',
        duration: 'long',
        ...(done.some((row) => row.canUndo) ? undoButton(step) : {}),
      });
    }
    void countAgain();
    const count = failed.length + left.length;
    if (count === 0) return null;
    const why = failure ? failureText(failure) : failed[0] && storedFailureText(failed[0]);
    return [t('admin.inconsistencies.bulkFailed', { count }), why].filter(Boolean).join('. ');
  };

  return { decide, takeBack, undoLast, decideAll };
}
