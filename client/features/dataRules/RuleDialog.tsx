/** The whole rule of one service, for one company and plan. Where another admin was faster nothing is overwritten. */
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
import {
  RuleOfServiceDocument,
  useRuleOfServiceQuery,
  useSetDataRulesMutation,
  type DecidedRuleFragment,
  type PlanTier,
} from './generated.ts';
import { changesOf, draftOf, lackOf, rebased } from './ruleDraft.ts';
import { RuleFields } from './RuleFields.tsx';
import { RuleHistory } from './RuleHistory.tsx';
import { RulePlaceBar, type RulePlace } from './RulePlaceBar.tsx';
import { Fields } from './rules.styles.ts';
import { useRuleWords } from './useRuleTexts.ts';

export interface RuleDialogProps {
  itemId: string;
  /** Null while it is not known. */
  place: RulePlace | null;
  /** Offers other companies and plans; none where the place is chosen outside. */
  onPlace?: ((place: RulePlace) => void) | undefined;
  /** Null while it is not known. */
  mayDecide: boolean | null;
  /** Asks once more for what is known outside; null unless it could not be loaded. */
  askAgain?: (() => Promise<unknown>) | null;
  onSaved: (changeId: string | null, rules: readonly DecidedRuleFragment[]) => void;
  onClose: () => void;
}

export function RuleDialog(props: RuleDialogProps) {
  const { itemId, place, mayDecide, askAgain, onClose } = props;
  const { t } = useTranslation('rules');
  const { title } = useItemTitle(itemId);
  const { data, error, refetch } = useRuleOfServiceQuery({
    variables: { itemId, company: place?.company ?? '', tier: place?.tier ?? 'team' },
    skip: place === null,
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const rule = data?.dataRules;
  const heading = title ? t('form.title', { title }) : t('form.heading');
  if (rule && place && mayDecide !== null) {
    const known = { ...props, place, mayDecide, rule, heading };
    return <Form key={`${place.company} ${place.tier}`} {...known} />;
  }
  return (
    <Dialog open onClose={onClose} title={heading}>
      <QueryResult
        found={null}
        error={askAgain ?? error}
        failure={t(askAgain ? 'form.companiesFailed' : 'form.ruleFailed')}
        onRetry={askAgain ?? refetch}
        skeleton={<Skeleton style={{ height: 480 }} />}
      />
    </Dialog>
  );
}

interface FormProps extends RuleDialogProps {
  place: RulePlace;
  mayDecide: boolean;
  rule: DecidedRuleFragment;
  heading: string;
}

function Form({ itemId, place, onPlace, mayDecide, onSaved, onClose, rule, heading }: FormProps) {
  const { t } = useTranslation(['rules', 'common', 'service']);
  const client = useApolloClient();
  const { className } = useRuleWords();
  const [began, setBegan] = useState(() => ({ draft: draftOf(rule), version: rule.version }));
  const [draft, setDraft] = useState(began.draft);
  const [isLate, setIsLate] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  const [send, { loading }] = useSetDataRulesMutation();
  const { company, tier }: { company: string; tier: PlanTier } = place;
  const changes = changesOf(began.draft, draft);

  const begin = (now: DecidedRuleFragment, wanted = draftOf(now)) => {
    setBegan({ draft: draftOf(now), version: now.version });
    setDraft(wanted);
  };
  const readTheirs = async () => {
    const { data } = await client.query({
      query: RuleOfServiceDocument,
      variables: { itemId, company, tier },
      fetchPolicy: 'network-only',
    });
    const theirs = data?.dataRules;
    if (!theirs) return;
    begin(theirs, rebased(began.draft, draft, draftOf(theirs)));
    setIsLate(true);
  };
  const save = async () => {
    if (!changes) return;
    setFailure(null);
    try {
      const rules = [{ itemId, tier, expectedVersion: began.version, ...changes }];
      const { data } = await send({ variables: { company, rules } });
      if (data) onSaved(data.setDataRules.changeId, data.setDataRules.rules);
      notify.success(t('ruleSaved'), { id: 'rules' });
      onClose();
    } catch (raised) {
      const wasLate = isRefusedFor(raised, 'changedMeanwhile');
      setFailure(wasLate ? null : failureText(raised));
      if (wasLate) await readTheirs().catch(() => setFailure(failureText(raised)));
    }
  };
  const missing = () => {
    if (!mayDecide) return t('readOnly');
    const lack = lackOf(draft);
    if (lack?.what === 'condition') return t('form.conditionMissing', { name: className(lack.of) });
    if (lack) return t('form.sourceMissing', { name: t(`service:rules.fact.${lack.of}`) });
    return changes ? null : t('form.nothing');
  };
  return (
    <FormDialog
      title={heading}
      dirty={mayDecide && changes !== null}
      missing={missing()}
      invalid={false}
      busy={loading}
      sendLabel={t('common:actions.save')}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      {isLate ? (
        <Notice tone="warning" title={t('late')}>
          {t('form.conflict')}
        </Notice>
      ) : null}
      {onPlace ? (
        <RulePlaceBar place={place} onPlace={onPlace} disabled={changes !== null} />
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
                mayDecide={mayDecide}
                onUndone={(rules) => {
                  onSaved(null, rules);
                  const now = rules.find((one) => one.itemId === itemId && one.tier === tier);
                  if (now) begin(now);
                }}
              />
            ) : null}
          </div>
        </details>
      </Fields>
    </FormDialog>
  );
}
