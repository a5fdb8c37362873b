/**
 * Decisions on their way to the server: shown at once, sent one call after another, so that a decision is never late behind an own
 * one; where another admin was faster nothing is overwritten, and that is said.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
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

/** One cell that is decided. */
export interface CellChange {
  itemId: string;
  title: string;
  dataClass: DataClass;
  value: CellValue;
}

interface Options {
  company: string;
  tier: PlanTier;
  /** The rule as it was seen last. */
  ruleOf: (itemId: string) => DecidedRuleFragment | undefined;
  /** Rules as the server holds them now. */
  onRules: (rules: readonly DecidedRuleFragment[]) => void;
  /** Reads everything again. */
  refetch: () => Promise<unknown>;
}

const cellKey = (itemId: string, dataClass: DataClass): string => `${itemId} ${dataClass}`;

const ruleKey = (rule: { itemId: string; company: { key: string }; tier: string }): string =>
  `${rule.company.key} ${rule.tier} ${rule.itemId}`;

export interface RuleSaves {
  /** What a cell is about to hold; undefined where nothing is on its way. */
  pending: (itemId: string, dataClass: DataClass) => CellValue | undefined;
  save: (changes: readonly CellChange[]) => void;
  /** Takes the last own change back; nothing where there is none. */
  undoLast: () => void;
  /** A change that was made elsewhere, as in a dialog: it can be taken back from here too. */
  recordChange: (changeId: string | null, rules: readonly DecidedRuleFragment[]) => void;
}

export function useRuleSaves(options: Options): RuleSaves {
  const { t } = useTranslation(['rules', 'common']);
  const client = useApolloClient();
  const [waiting, setWaiting] = useState<ReadonlyMap<string, CellValue>>(new Map());
  const line = useRef<Promise<void>>(Promise.resolve());
  const done = useRef<string[]>([]);
  const latest = useRef(options);
  /** Of rules that were answered already, though the screen may not show them yet. */
  const versions = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    latest.current = options;
  });

  const take = useCallback((rules: readonly DecidedRuleFragment[]) => {
    for (const rule of rules) versions.current.set(ruleKey(rule), rule.version);
    latest.current.onRules(rules);
  }, []);
  /** In its turn: the last change is known when those before it are answered. */
  const undo = useCallback(
    (which: () => string | undefined) => {
      line.current = line.current.then(async () => {
        const changeId = which();
        if (changeId === undefined) return;
        done.current = done.current.filter((one) => one !== changeId);
        try {
          const { data } = await client.mutate({
            mutation: UndoDataRulesDocument,
            variables: { changeId },
          });
          if (data) take(data.undoDataRules.rules);
          notify.success(t('undone'), { id: 'rules' });
        } catch (failure) {
          notify.error(t('undoFailed'), { id: 'rules', description: failureText(failure) });
          await latest.current.refetch();
        }
      });
    },
    [client, t, take],
  );

  const send = async (changes: readonly CellChange[]) => {
    const { company, tier, ruleOf, refetch } = latest.current;
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
      take(data.setDataRules.rules);
      const { changeId } = data.setDataRules;
      if (!changeId) return;
      done.current.push(changeId);
      notify.success(t('saved', { count: changes.length }), {
        id: 'rules',
        duration: 'long',
        action: { label: t('common:actions.undo'), run: () => undo(() => changeId) },
      });
    } catch (failure) {
      const isLate = isRefusedFor(failure, 'changedMeanwhile');
      const places = refusedPaths(failure).map((path) => ids[Number(path.split('.')[1])]);
      const titles = changes
        .filter(({ itemId }, index) => {
          const isNamed = places.length === 0 || places.includes(itemId);
          return isNamed && changes.findIndex((one) => one.itemId === itemId) === index;
        })
        .map(({ title }) => title);
      notify.error(t(isLate ? 'conflict' : 'failed'), {
        id: 'rules',
        duration: 'long',
        description: isLate
          ? t('conflictHint', { titles: titles.join(', ') })
          : failureText(failure),
      });
      if (isLate) await refetch();
    }
  };

  const save = (changes: readonly CellChange[]) => {
    if (changes.length === 0) return;
    setWaiting(
      (now) =>
        new Map([
          ...now,
          ...changes.map(
            ({ itemId, dataClass, value }) => [cellKey(itemId, dataClass), value] as const,
          ),
        ]),
    );
    line.current = line.current
      .then(() => send(changes))
      .finally(() =>
        setWaiting((now) => {
          const rest = new Map(now);
          for (const { itemId, dataClass, value } of changes)
            if (rest.get(cellKey(itemId, dataClass)) === value)
              rest.delete(cellKey(itemId, dataClass));
          return rest;
        }),
      );
  };

  return {
    pending: (itemId, dataClass) => waiting.get(cellKey(itemId, dataClass)),
    save,
    undoLast: () => undo(() => done.current.at(-1)),
    recordChange: (changeId, rules) => {
      take(rules);
      if (changeId) done.current.push(changeId);
    },
  };
}
