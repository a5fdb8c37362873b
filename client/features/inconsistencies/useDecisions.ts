/** Mutations that decide inconsistencies and undo decisions, with the messages about their outcome. */
import { useRef, type RefObject } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { TFunction } from 'i18next';
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
import { DifferenceCountsDocument } from '../../items/generated.ts';
import { formatRelative } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { usePreviewTexts } from './previewTexts.ts';

/** The server takes up to 100 ids per call; a batch of this size takes one or two seconds. */
const batchSize = 10;

/** Bulk decisions sent in batches, so that the progress is visible and the run can be stopped. */
interface BatchResult<Row> {
  done: Row[];
  failed: Row[];
  /** Ids that were not tried, because of a stop or a failed call. */
  left: string[];
  /** Error of a whole call. */
  failure?: unknown;
}

/** Runs `call` for one batch of ids after the other; `shouldContinue` is asked before each. */
async function runInBatches<Row>(
  ids: readonly string[],
  call: (ids: string[]) => Promise<{ done: Row[]; failed: Row[] }>,
  shouldContinue: (processed: number) => boolean,
): Promise<BatchResult<Row>> {
  const result: BatchResult<Row> = { done: [], failed: [], left: [...ids] };
  while (result.left.length > 0 && shouldContinue(ids.length - result.left.length)) {
    const batch = result.left.slice(0, batchSize);
    try {
      const { done, failed } = await call(batch);
      result.done.push(...done);
      result.failed.push(...failed);
    } catch (failure) {
      return { ...result, failure };
    }
    result.left = result.left.slice(batch.length);
  }
  return result;
}

export interface Decisions {
  /** Resolves to null when the row is decided, by us or by somebody else meanwhile; otherwise to the reason. */
  decide: (row: DifferenceFragment, action: ResolutionAction) => Promise<string | null>;
  /** Makes a decided or ignored inconsistency new again. Resolves to null or to the reason why not. */
  undo: (row: DifferenceFragment) => Promise<string | null>;
  /** Undoes the last decision made on this page, single or bulk. */
  undoLast: () => Promise<void>;
  /**
   * Decides many; `shouldContinue` gets the number of processed rows and may stop. Resolves to null when all are
   * decided, otherwise to the reason; rows that stay open carry their own errors.
   */
  decideAll: (
    rows: readonly DifferenceFragment[],
    action: ResolutionAction,
    shouldContinue: (processed: number) => boolean,
  ) => Promise<string | null>;
}

/** A decision that can be undone; its call may still be running. */
interface UndoStep {
  decided: Promise<readonly DifferenceFragment[]>;
}

const maxUndoSteps = 50;

interface DecisionsOptions {
  nameOf: (row: DifferenceFragment) => string;
  /** Called when inconsistencies are new again. */
  onReopened: (ids: readonly string[]) => void;
  /** Called when an inconsistency does not exist any more. */
  onGone: () => void;
}

interface Context extends DecisionsOptions {
  client: ApolloClient;
  t: TFunction<['dashboard', 'common']>;
  language: Language;
  texts: ReturnType<typeof usePreviewTexts>;
  steps: RefObject<UndoStep[]>;
}

export function useDecisions(options: DecisionsOptions): Decisions {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const texts = usePreviewTexts();
  const client = useApolloClient();
  const steps = useRef<UndoStep[]>([]);
  const context: Context = { ...options, client, t, language, texts, steps };
  return {
    decide: (row, action) => decide(context, row, action),
    undo: (row) => undo(context, row),
    undoLast: () => undoLast(context),
    decideAll: (rows, action, shouldContinue) => decideAll(context, rows, action, shouldContinue),
  };
}

const refreshCounts = ({ client }: Context): Promise<void> =>
  client.query({ query: DifferenceCountsDocument, fetchPolicy: 'network-only' }).then(
    () => undefined,
    (failure: unknown) => console.info('The inconsistencies could not be counted', failure),
  );

const describe = ({ t, nameOf }: Context, row: DifferenceFragment, text: string): string =>
  t('admin.inconsistencies.ofItem', { title: nameOf(row), text });

const firstReason = (failure: unknown, [first]: readonly DifferenceFragment[]) =>
  failure ? failureText(failure) : first && storedFailureText(first);

async function undo(context: Context, row: DifferenceFragment): Promise<string | null> {
  const { client, t, nameOf, onReopened } = context;
  const { id } = row;
  try {
    if (row.canUndo) {
      await client.mutate({ mutation: UndoResolutionDocument, variables: { id } });
    } else {
      const variables = { id, status: 'new' } as const;
      await client.mutate({ mutation: SetDifferenceStatusDocument, variables });
    }
  } catch (failure) {
    const reason = failureText(failure);
    notify.error(t('admin.inconsistencies.undoFailed'), {
      id: 'decision',
      description: describe(context, row, reason),
    });
    return reason;
  }
  notify.info(t('admin.inconsistencies.undone'), {
    id: 'decision',
    description: t('admin.inconsistencies.item', { title: nameOf(row) }),
  });
  void refreshCounts(context);
  onReopened([id]);
  return null;
}

/** Undoes many decisions; resolves to those that stay decided. */
async function undoAll(
  context: Context,
  rows: readonly DifferenceFragment[],
): Promise<DifferenceFragment[]> {
  const { client, t, onReopened } = context;
  const { done, failed, left, failure } = await runInBatches(
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
  void refreshCounts(context);
  onReopened(done.map((row) => row.id));
  const count = failed.length + left.length;
  if (count > 0) {
    const reasons = [
      t('admin.inconsistencies.stayDecided', { count }),
      firstReason(failure, failed),
    ];
    notify.error(t('admin.inconsistencies.undoFailed'), {
      id: 'decision',
      description: reasons.filter(Boolean).join('. '),
    });
  } else {
    const { length } = done;
    notify.info(t('admin.inconsistencies.bulkUndone', { count: length }), { id: 'decision' });
  }
  const undone = new Set(done.map((row) => row.id));
  return rows.filter((row) => !undone.has(row.id));
}

function remember({ steps }: Context, decided: UndoStep['decided']): UndoStep {
  const step = { decided };
  steps.current = [...steps.current, step].slice(-maxUndoSteps);
  return step;
}

/** Resolves to false when the step holds nothing that can be undone. */
async function undoStep(context: Context, step: UndoStep): Promise<boolean> {
  const { steps } = context;
  steps.current = steps.current.filter((one) => one !== step);
  const rows = (await step.decided).filter((row) => row.canUndo);
  const [first] = rows;
  if (!first) return false;
  const left =
    rows.length > 1
      ? await undoAll(context, rows)
      : (await undo(context, first)) === null
        ? []
        : rows;
  // Rows that stay decided are undone next: another press must not reach an earlier decision.
  if (left.length > 0) remember(context, Promise.resolve(left));
  return true;
}

async function undoLast(context: Context): Promise<void> {
  const { steps, t } = context;
  for (let step = steps.current.at(-1); step; step = steps.current.at(-1)) {
    if (await undoStep(context, step)) return;
  }
  announce(t('admin.inconsistencies.nothingToUndo'));
}

const undoButton = (context: Context, step: UndoStep) => ({
  action: {
    label: context.t('common:actions.undo'),
    run: () => void undoStep(context, step),
  },
});

/** Reads a row again after a conflict. True when somebody else has decided or removed it. */
async function wasDecidedMeanwhile(context: Context, row: DifferenceFragment): Promise<boolean> {
  const { client, t, language, onGone } = context;
  const { data } = await client.query({
    query: OneDifferenceDocument,
    variables: { id: row.id },
    fetchPolicy: 'network-only',
  });
  const now = data?.inconsistency;
  if (now?.status === 'new') return false;
  const who = now?.resolvedBy?.name;
  const text =
    who && now.resolvedAt
      ? t('admin.conflictBy', { name: who, when: formatRelative(now.resolvedAt, language) })
      : t('admin.conflict');
  notify.info(t('admin.inconsistencies.decidedByOther'), {
    description: describe(context, row, text),
  });
  void refreshCounts(context);
  if (!now) onGone();
  return true;
}

async function decide(
  context: Context,
  row: DifferenceFragment,
  action: ResolutionAction,
): Promise<string | null> {
  const { client, t, texts } = context;
  const lead = t(`admin.inconsistencies.failures.${row.type}`);
  const messageId = `decision-${row.id}`;
  notify.dismiss(messageId);
  let finish: (rows: readonly DifferenceFragment[]) => void = () => undefined;
  const step = remember(
    context,
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  const fail = (reason: string) => {
    finish([]);
    const description = describe(context, row, lead);
    notify.error(t('common:error.title'), { id: messageId, description });
    return `${lead}. ${reason}`;
  };
  let decided: DifferenceFragment | undefined;
  try {
    const { data } = await client.mutate({
      mutation: ResolveDifferenceDocument,
      variables: { id: row.id, type: row.type, action },
    });
    decided = data?.resolveInconsistency;
  } catch (failure) {
    const isDecided =
      isConflict(failure) &&
      (await wasDecidedMeanwhile(context, row).catch((unread: unknown) => {
        console.info('The inconsistency could not be read again', unread);
        return false;
      }));
    if (!isDecided) return fail(failureText(failure));
    finish([]);
    return null;
  }
  if (!decided || decided.status === 'new')
    return fail((decided && storedFailureText(decided)) ?? '');
  finish([decided]);
  notify.success(t('admin.inconsistencies.success'), {
    id: 'decision',
    description: describe(context, row, texts.outcome(decided)),
    duration: 'long',
    ...(decided.canUndo ? undoButton(context, step) : {}),
  });
  void refreshCounts(context);
  return null;
}

async function decideAll(
  context: Context,
  rows: readonly DifferenceFragment[],
  action: ResolutionAction,
  shouldContinue: (processed: number) => boolean,
): Promise<string | null> {
  const { client, t } = context;
  const { done, failed, left, failure } = await runInBatches(
    rows.map((row) => row.id),
    async (ids) => {
      const { data } = await client.mutate({
        mutation: ResolveDifferencesDocument,
        variables: { ids, action },
      });
      const answer = data?.resolveInconsistencies;
      return { done: answer?.resolved ?? [], failed: answer?.failed ?? [] };
    },
    shouldContinue,
  );
  if (done.length > 0) {
    const step = remember(context, Promise.resolve(done));
    notify.success(t('admin.inconsistencies.bulkDone', { count: done.length }), {
      id: 'decision',
      duration: 'long',
      ...(done.some((row) => row.canUndo) ? undoButton(context, step) : {}),
    });
  }
  void refreshCounts(context);
  const count = failed.length + left.length;
  if (count === 0) return null;
  return [t('admin.inconsistencies.bulkFailed', { count }), firstReason(failure, failed)]
    .filter(Boolean)
    .join('. ');
}
