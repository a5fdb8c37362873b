/** Optimistic saves of rule cells, sent one after another so that an own change never conflicts. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { failureText, isRefusedFor, refusedPaths } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import {
  SetDataRulesDocument,
  UndoDataRulesDocument,
  type DataClass,
  type DecidedRuleFragment,
  type PlanTier,
} from './generated.ts';
import { toVerdictInput, type CellValue } from './cells.ts';

export interface CellChange {
  itemId: string;
  title: string;
  dataClass: DataClass;
  value: CellValue;
}

interface Options {
  company: string;
  tier: PlanTier;
  /** Last known rule. */
  ruleOf: (itemId: string) => DecidedRuleFragment | undefined;
  /** Called with the rules as the server has them now. */
  onRules: (rules: readonly DecidedRuleFragment[]) => void;
  refetch: () => Promise<unknown>;
}

const cellKey = (itemId: string, dataClass: DataClass): string => `${itemId} ${dataClass}`;

const ruleKey = (rule: { itemId: string; company: { key: string }; tier: string }): string =>
  `${rule.company.key} ${rule.tier} ${rule.itemId}`;

export interface RuleSaves {
  /** Value of a cell that is being saved; undefined otherwise. */
  pending: (itemId: string, dataClass: DataClass) => CellValue | undefined;
  save: (changes: readonly CellChange[]) => void;
  /** Undoes the last own change, if any. */
  undoLast: () => void;
  canUndo: boolean;
  /** Records a change made in a dialog, so that it can be undone from here. */
  recordChange: (changeId: string | null, rules: readonly DecidedRuleFragment[]) => void;
}

interface Context {
  client: ApolloClient;
  t: TFunction<['rules', 'common']>;
  latest: RefObject<Options>;
  /** Ids of own changes that can be undone, oldest first. */
  changeIds: RefObject<string[]>;
  onChangeIds: (ids: string[]) => void;
  /** Versions answered by the server, which may be newer than the rendered rules. */
  versions: RefObject<Map<string, number>>;
}

export function useRuleSaves(options: Options): RuleSaves {
  const { t } = useTranslation(['rules', 'common']);
  const client = useApolloClient();
  const [pending, setPending] = useState<ReadonlyMap<string, CellValue>>(new Map());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const changeIds = useRef<string[]>([]);
  const [canUndo, setCanUndo] = useState(false);
  const onChangeIds = (ids: string[]) => {
    changeIds.current = ids;
    setCanUndo(ids.length > 0);
  };
  const latest = useRef(options);
  const versions = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    latest.current = options;
  });
  const context: Context = { client, t, latest, changeIds, onChangeIds, versions };

  /** Queued, because the last change is only known after the calls before it. */
  const enqueueUndo = (changeId: () => string | undefined) => {
    queue.current = queue.current.then(() => undoChange(context, changeId()));
  };
  return {
    pending: (itemId, dataClass) => pending.get(cellKey(itemId, dataClass)),
    save: (changes) => {
      if (changes.length === 0) return;
      const entries = changes.map(
        ({ itemId, dataClass, value }) => [cellKey(itemId, dataClass), value] as const,
      );
      setPending((now) => new Map([...now, ...entries]));
      queue.current = queue.current
        .then(() => sendChanges(context, changes, (changeId) => enqueueUndo(() => changeId)))
        .finally(() =>
          setPending((now) => {
            const rest = new Map(now);
            for (const [key, value] of entries) if (rest.get(key) === value) rest.delete(key);
            return rest;
          }),
        );
    },
    undoLast: () => enqueueUndo(() => changeIds.current.at(-1)),
    canUndo,
    recordChange: (changeId, rules) => {
      receiveRules(context, rules);
      if (changeId) onChangeIds([...changeIds.current, changeId]);
    },
  };
}

function receiveRules({ versions, latest }: Context, rules: readonly DecidedRuleFragment[]): void {
  for (const rule of rules) versions.current.set(ruleKey(rule), rule.version);
  latest.current.onRules(rules);
}

async function undoChange(context: Context, changeId: string | undefined): Promise<void> {
  const { client, t, changeIds, onChangeIds, latest } = context;
  if (changeId === undefined) return;
  onChangeIds(changeIds.current.filter((one) => one !== changeId));
  try {
    const { data } = await client.mutate({
      mutation: UndoDataRulesDocument,
      variables: { changeId },
    });
    if (data) receiveRules(context, data.undoDataRules.rules);
    notify.success(t('undone'), { id: 'rules' });
  } catch (failure) {
    notify.error(t('undoFailed'), { id: 'rules', description: failureText(failure) });
    await latest.current.refetch();
  }
}

async function sendChanges(
  context: Context,
  changes: readonly CellChange[],
  onUndo: (changeId: string) => void,
): Promise<void> {
  const { client, t, latest, changeIds, onChangeIds, versions } = context;
  const { company, tier, ruleOf } = latest.current;
  const ids = [...new Set(changes.map(({ itemId }) => itemId))];
  const rules = ids.map((itemId) => ({
    itemId,
    tier,
    expectedVersion: Math.max(
      ruleOf(itemId)?.version ?? 0,
      versions.current.get(ruleKey({ itemId, company: { key: company }, tier })) ?? 0,
    ),
    verdicts: changes
      .filter((one) => one.itemId === itemId)
      .map(({ dataClass, value }) => toVerdictInput(dataClass, value)),
  }));
  try {
    const { data } = await client.mutate({
      mutation: SetDataRulesDocument,
      variables: { company, rules },
    });
    if (!data) return;
    receiveRules(context, data.setDataRules.rules);
    const { changeId } = data.setDataRules;
    if (!changeId) return;
    onChangeIds([...changeIds.current, changeId]);
    notify.success(t('saved', { count: changes.length }), {
      id: 'rules',
      duration: 'long',
      action: { label: t('common:actions.undo'), run: () => onUndo(changeId) },
    });
  } catch (failure) {
    await reportFailure(context, failure, changes, ids);
  }
}

/** Names the services that somebody else has changed, and loads their current rules. */
async function reportFailure(
  { t, latest }: Context,
  failure: unknown,
  changes: readonly CellChange[],
  ids: readonly string[],
): Promise<void> {
  const isConflict = isRefusedFor(failure, 'changedMeanwhile');
  const refusedIds = refusedPaths(failure).map((path) => ids[Number(path.split('.')[1])]);
  const titles = changes
    .filter(({ itemId }, index) => {
      const isRefused = refusedIds.length === 0 || refusedIds.includes(itemId);
      return isRefused && changes.findIndex((one) => one.itemId === itemId) === index;
    })
    .map(({ title }) => title);
  notify.error(t(isConflict ? 'conflict' : 'failed'), {
    id: 'rules',
    duration: 'long',
    description: isConflict
      ? t('conflictHint', { titles: titles.join(', ') })
      : failureText(failure),
  });
  if (isConflict) await latest.current.refetch();
}
