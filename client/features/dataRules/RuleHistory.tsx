/** What was decided before, newest first, and the way back from each change. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { dataClasses } from '../../enums/generated.ts';
import {
  useRuleHistoryQuery,
  useUndoDataRulesMutation,
  type DecidedRuleFragment,
  type PlanTier,
  type SaidRuleFragment,
} from '../../generated.ts';
import { formatDate, formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { textOfCell } from './cells.ts';
import { useRuleWords } from './useRuleWords.ts';

const perPage = 10;

export interface RuleHistoryProps {
  itemId: string;
  company: string;
  tier: PlanTier;
  mayDecide: boolean;
  onUndone: (rules: readonly DecidedRuleFragment[]) => void;
}

/** What a rule says, as lines of words by name. */
function useLines(): (said: SaidRuleFragment) => Map<string, string> {
  const { t } = useTranslation(['rules', 'service']);
  const { language } = useLanguage();
  const { names, className } = useRuleWords();
  return ({ verdicts, facts, ...said }) => {
    const word = (value: string | null) => value ?? t('form.none');
    return new Map([
      ...dataClasses.map((one): [string, string] => {
        const found = verdicts.find(({ dataClass }) => dataClass === one);
        const { verdict = 'undecided', conditionRu, conditionEn } = found ?? {};
        const value = { verdict, ru: conditionRu ?? '', en: conditionEn ?? '' };
        return [className(one), textOfCell(value, names, language)];
      }),
      [t('form.status'), said.status ? t(`status.${said.status}`) : t('form.none')],
      [t('form.result'), said.result ? t(`service:rules.result.${said.result}`) : t('form.none')],
      [
        t('form.account'),
        said.account ? t(`service:rules.account.${said.account}`) : t('form.none'),
      ],
      [t('form.owner'), word(said.owner)],
      [t('form.reviewBy'), said.reviewBy ? formatDate(said.reviewBy, language) : t('form.none')],
      [t('form.aiRole'), said.aiRole ? t(`aiRole.${said.aiRole}`) : t('form.none')],
      [t('form.aiTier'), said.aiTier ? t(`aiTier.${said.aiTier}`) : t('form.none')],
      [
        t('form.facts'),
        facts
          .map(({ kind, textRu, textEn, sourceDate }) =>
            [t(`service:rules.fact.${kind}`), textRu ?? textEn, sourceDate].join(' '),
          )
          .join('; ') || t('form.none'),
      ],
    ]);
  };
}

export function RuleHistory({ itemId, company, tier, mayDecide, onUndone }: RuleHistoryProps) {
  const { t } = useTranslation(['rules', 'dashboard']);
  const { language } = useLanguage();
  const linesOf = useLines();
  const [page, setPage] = useState(0);
  const { data, previousData, error, refetch } = useRuleHistoryQuery({
    variables: { itemId, company, tier, page },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const [undo, { loading }] = useUndoDataRulesMutation();
  const found = (data ?? previousData)?.dataRulesHistory;
  const takeBack = async (changeId: string) => {
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
          const was = linesOf(before);
          const changes = [...linesOf(after)].filter(([name, words]) => was.get(name) !== words);
          return (
            <li key={changeId}>
              <div data-part="head">
                <strong>{t(`history.kind.${kind}`)}</strong>
              </div>
              {changes.map(([name, words]) => (
                <p key={name} data-part="text">
                  {t('history.change', { name, before: was.get(name), after: words })}
                </p>
              ))}
              <small>
                <span>{actor?.name ?? t('dashboard:admin.activity.gone')}</span>
                <time dateTime={at}>{formatDateTime(at, language)}</time>
              </small>
              {mayDecide ? (
                <div>
                  <Button busy={loading} onClick={() => void takeBack(changeId)}>
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
            {t('dashboard:admin.activity.previous')}
          </Button>
          <Button
            disabled={(page + 1) * perPage >= (found?.total ?? 0)}
            onClick={() => setPage(page + 1)}
          >
            {t('dashboard:admin.activity.next')}
          </Button>
        </Bar>
      ) : null}
    </>
  );
}
