/** History of a rule, newest first, with an undo button for each change. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  useRuleHistoryQuery,
  useUndoDataRulesMutation,
  type DecidedRuleFragment,
  type PlanTier,
} from './generated.ts';
import { useRuleChanges } from './useRuleChanges.ts';

const perPage = 10;

export interface RuleHistoryProps {
  itemId: string;
  company: string;
  tier: PlanTier;
  canDecide: boolean;
  onUndone: (rules: readonly DecidedRuleFragment[]) => void;
}

export function RuleHistory({ itemId, company, tier, canDecide, onUndone }: RuleHistoryProps) {
  const { t } = useTranslation(['rules', 'dashboard']);
  const { language } = useLanguage();
  const changesOf = useRuleChanges();
  const [page, setPage] = useState(0);
  const { data, previousData, error, refetch } = useRuleHistoryQuery({
    variables: { itemId, company, tier, page },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const [undo, { loading }] = useUndoDataRulesMutation();
  const found = (data ?? previousData)?.dataRulesHistory;
  const undoChange = async (changeId: string) => {
    try {
      const { data: done } = await undo({ variables: { changeId } });
      if (done) onUndone(done.undoDataRules.rules);
      notify.success(t('undone'), { id: 'rules' });
      await refetch();
    } catch (failure) {
      notify.error(t('undoFailed'), { id: 'rules', description: failureText(failure) });
    }
  };
  return (
    <>
      <QueryResult
        found={found?.entries}
        error={error}
        failure={t('history.failed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 120 }} />}
        empty={<p data-part="quiet">{t('history.empty')}</p>}
      />
      <RecordList>
        {found?.entries.map(({ changeId, at, actor, kind, before, after }) => {
          return (
            <li key={changeId}>
              <div data-part="head">
                <strong>{t(`history.kind.${kind}`)}</strong>
              </div>
              {changesOf(before, after).map((words) => (
                <p key={words} data-part="text">
                  {words}
                </p>
              ))}
              <small>
                <span>{actor?.name ?? t('dashboard:admin.auditLog.gone')}</span>
                <time dateTime={at}>{formatDateTime(at, language)}</time>
              </small>
              {canDecide ? (
                <div>
                  <Button busy={loading} onClick={() => void undoChange(changeId)}>
                    {t('history.undo')}
                  </Button>
                </div>
              ) : null}
            </li>
          );
        })}
      </RecordList>
      {(found?.total ?? 0) > perPage ? (
        <Bar>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('dashboard:admin.auditLog.previous')}
          </Button>
          <Button
            disabled={(page + 1) * perPage >= (found?.total ?? 0)}
            onClick={() => setPage(page + 1)}
          >
            {t('dashboard:admin.auditLog.next')}
          </Button>
        </Bar>
      ) : null}
    </>
  );
}
