/** Dialog for the whole rule of a service, for one company and plan. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText, isRefusedFor } from '../../browser/graphqlFailure.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { notify } from '../../design/notify.ts';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  RuleOfServiceDocument,
  useRuleOfServiceQuery,
  useSetDataRulesMutation,
  useRuleHistoryQuery,
  useUndoDataRulesMutation,
  type DecidedRuleFragment,
  type PlanTier,
} from './generated.ts';
import { ruleInput, toRuleDraft, findMissingPart, rebaseDraft } from './ruleDraft.ts';
import { RuleFields } from './RuleFields.tsx';
import { RuleScopeBar, type RuleScope } from './RuleScopeBar.tsx';
import { Fields } from './rules.styles.ts';
import { useRuleTexts } from './useRuleTexts.ts';
import { useRuleChanges } from './useRuleChanges.ts';

const perPage = 10;

interface RuleHistoryProps {
  itemId: string;
  company: string;
  tier: PlanTier;
  canDecide: boolean;
  onUndone: (rules: readonly DecidedRuleFragment[]) => void;
}

/** History of a rule, newest first, with an undo button for each change. */
function RuleHistory({ itemId, company, tier, canDecide, onUndone }: RuleHistoryProps) {
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

interface RuleDialogProps {
  itemId: string;
  /** Null until known. */
  scope: RuleScope | null;
  /** Offers other companies and plans; missing where the scope is chosen outside. */
  onScopeChange?: ((place: RuleScope) => void) | undefined;
  /** Null until known. */
  canDecide: boolean | null;
  /** Reloads the companies; null unless they could not be loaded. */
  onRetry?: (() => Promise<unknown>) | null;
  onSaved: (changeId: string | null, rules: readonly DecidedRuleFragment[]) => void;
  onClose: () => void;
}

export function RuleDialog(props: RuleDialogProps) {
  const { itemId, scope, canDecide, onRetry, onClose } = props;
  const { t } = useTranslation('rules');
  const { title } = useItemTitle(itemId);
  const { data, error, refetch } = useRuleOfServiceQuery({
    variables: { itemId, company: scope?.company ?? '', tier: scope?.tier ?? 'team' },
    skip: scope === null,
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const rule = data?.dataRules;
  const heading = title ? t('form.title', { title }) : t('form.heading');
  if (rule && scope && canDecide !== null) {
    const known = { ...props, scope, canDecide, rule, heading };
    return <RuleForm key={`${scope.company} ${scope.tier}`} {...known} />;
  }
  return (
    <Dialog open onClose={onClose} title={heading}>
      <QueryResult
        found={null}
        error={onRetry ?? error}
        failure={t(onRetry ? 'form.companiesFailed' : 'form.ruleFailed')}
        onRetry={onRetry ?? refetch}
        skeleton={<Skeleton style={{ height: 480 }} />}
      />
    </Dialog>
  );
}

interface RuleFormProps extends RuleDialogProps {
  scope: RuleScope;
  canDecide: boolean;
  rule: DecidedRuleFragment;
  heading: string;
}

function RuleForm({
  itemId,
  scope,
  onScopeChange,
  canDecide,
  onSaved,
  onClose,
  rule,
  heading,
}: RuleFormProps) {
  const { t } = useTranslation(['rules', 'common', 'service']);
  const client = useApolloClient();
  const { className } = useRuleTexts();
  const [base, setBase] = useState(() => ({ draft: toRuleDraft(rule), version: rule.version }));
  const [draft, setDraft] = useState(base.draft);
  const [hasConflict, setHasConflict] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  const [send, { loading }] = useSetDataRulesMutation();
  const { company, tier }: { company: string; tier: PlanTier } = scope;
  const changes = ruleInput(base.draft, draft);

  const rebase = (now: DecidedRuleFragment, wanted = toRuleDraft(now)) => {
    setBase({ draft: toRuleDraft(now), version: now.version });
    setDraft(wanted);
  };
  const mergeTheirs = async () => {
    const { data } = await client.query({
      query: RuleOfServiceDocument,
      variables: { itemId, company, tier },
      fetchPolicy: 'network-only',
    });
    const theirs = data?.dataRules;
    if (!theirs) return;
    rebase(theirs, rebaseDraft(base.draft, draft, toRuleDraft(theirs)));
    setHasConflict(true);
  };
  const save = async () => {
    if (!changes) return;
    setFailure(null);
    try {
      const rules = [{ itemId, tier, expectedVersion: base.version, ...changes }];
      const { data } = await send({ variables: { company, rules } });
      if (data) onSaved(data.setDataRules.changeId, data.setDataRules.rules);
      notify.success(t('ruleSaved'), { id: 'rules' });
      onClose();
    } catch (error) {
      const isConflict = isRefusedFor(error, 'changedMeanwhile');
      setFailure(isConflict ? null : failureText(error));
      if (isConflict) await mergeTheirs().catch(() => setFailure(failureText(error)));
    }
  };
  const sendHint = () => {
    if (!canDecide) return t('readOnly');
    const missing = findMissingPart(draft);
    if (missing?.what === 'condition')
      return t('form.conditionMissing', { name: className(missing.of) });
    if (missing) return t('form.sourceMissing', { name: t(`service:rules.fact.${missing.of}`) });
    return changes ? null : t('form.nothing');
  };
  return (
    <FormDialog
      title={heading}
      dirty={canDecide && changes !== null}
      missing={sendHint()}
      invalid={false}
      busy={loading}
      sendLabel={t('common:actions.save')}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      {hasConflict ? (
        <Notice tone="warning" title={t('conflict')}>
          {t('form.conflict')}
        </Notice>
      ) : null}
      {onScopeChange ? (
        <RuleScopeBar scope={scope} onScopeChange={onScopeChange} disabled={changes !== null} />
      ) : null}
      <RuleFields draft={draft} onChange={setDraft} />
      <Fields>
        <details onToggle={(event) => setShowsHistory(event.currentTarget.open)}>
          <summary>{t('history.title')}</summary>
          <div>
            {showsHistory ? (
              <RuleHistory
                itemId={itemId}
                company={company}
                tier={tier}
                canDecide={canDecide}
                onUndone={(rules) => {
                  onSaved(null, rules);
                  const now = rules.find((one) => one.itemId === itemId && one.tier === tier);
                  if (now) rebase(now);
                }}
              />
            ) : null}
          </div>
        </details>
      </Fields>
    </FormDialog>
  );
}
