/** Dialog that decides the stage of a service in a company. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { Field, LimitedTextArea } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { Select } from '../../design/Select.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { serviceStages } from '../../enums/generated.ts';
import { useCompaniesWithDataRulesQuery, type ServiceStage } from '../../generated.ts';
import type { ServiceStageFragment } from '../../items/generated.ts';
import { dayMs, formatDate } from '../../i18n/formats.ts';
import * as limits from '../../limits/generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  useSetStageMutation,
  useStageToDecideQuery,
  type StageToDecideQuery,
} from './generated.ts';
import { useStageChanges } from './useStageChanges.ts';

type Change = NonNullable<StageToDecideQuery['knowledgeItem']['stage']>['history'][number];

/** Earlier decisions on a stage, the last one first. */
function StageHistory({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{t('stage.history', { count: changes.length })}</summary>
      <ul>
        {changes.map((change) => {
          const why = chooseText(
            change.questionRu ?? change.reasonRu,
            change.questionEn ?? change.reasonEn,
            language,
          );
          return (
            <li key={change.version}>
              {t(change.isUndo ? 'stage.changeUndone' : 'stage.change', {
                from: t(`stage.names.${change.from}`),
                to: t(`stage.names.${change.to}`),
                date: formatDate(change.at, language),
                name: change.by?.name ?? t('admin.auditLog.gone'),
              })}
              {why.text ? <p lang={why.language}>{why.text}</p> : null}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

interface Draft {
  stage: ServiceStage;
  endsOn: string;
  /** Of a pilot. */
  questionRu: string;
  questionEn: string;
  /** Of another stage. */
  reasonRu: string;
  reasonEn: string;
}

const draftOf = (present: ServiceStageFragment | null | undefined): Draft => ({
  stage: present?.stage ?? 'pilot',
  endsOn: present?.endsOn ?? '',
  questionRu: present?.questionRu ?? '',
  questionEn: present?.questionEn ?? '',
  reasonRu: present?.reasonRu ?? '',
  reasonEn: present?.reasonEn ?? '',
});

/** Reasons after a choice of stage: a typed one stays, a decided one belongs to its stage. */
function reasonsFor(stage: ServiceStage, draft: Draft, decided: Draft) {
  const isTyped = (['reasonRu', 'reasonEn'] as const).some(
    (name) => draft[name] !== '' && draft[name] !== decided[name],
  );
  const { reasonRu, reasonEn } = isTyped ? draft : decided;
  return isTyped || stage === decided.stage
    ? { reasonRu, reasonEn }
    : { reasonRu: '', reasonEn: '' };
}

const inputOf = ({ stage, endsOn, questionRu, questionEn, reasonRu, reasonEn }: Draft) =>
  stage === 'pilot' ? { stage, endsOn, questionRu, questionEn } : { stage, reasonRu, reasonEn };

export interface StageDialogProps {
  itemId: string;
  /** Key of the company whose pilot is decided; missing to choose. */
  company?: string;
  onClose: () => void;
}

export function StageDialog({ itemId, company, onClose }: StageDialogProps) {
  const { t } = useTranslation('dashboard');
  const companies = useCompanyChoice(company);
  const { data, previousData, error, refetch } = useStageToDecideQuery({
    variables: { id: itemId, company: companies.value },
    fetchPolicy: 'network-only',
    skip: companies.value === '',
  });
  // While another company loads, the form stays with what was typed.
  const item = (data ?? previousData)?.knowledgeItem;
  if (item && companies.options) {
    const { value, options, choose } = companies;
    return (
      <StageForm
        itemId={itemId}
        present={item.stage}
        isLoading={!data}
        loadError={error}
        companies={{ value, options, choose }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title={t('stage.set')}>
      <QueryResult
        found={null}
        error={companies.error ?? error}
        failure={t('stage.loadFailed')}
        onRetry={companies.error ? companies.refetch : refetch}
        skeleton={<Skeleton style={{ height: 480 }} />}
      />
    </Dialog>
  );
}

interface StageFormProps {
  itemId: string;
  present: StageToDecideQuery['knowledgeItem']['stage'];
  /** True while the stage in a newly chosen company loads. */
  isLoading: boolean;
  loadError: unknown;
  companies: {
    value: string;
    options: readonly { value: string; label: string }[];
    choose: (key: string) => void;
  };
  onClose: () => void;
}

function StageForm({ itemId, present, isLoading, loadError, companies, onClose }: StageFormProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const [changed, setChanged] = useState<Draft | null>(null);
  const draft = changed ?? draftOf(present);
  const set = (change: Partial<Draft>) => setChanged({ ...draft, ...change });
  const [failure, setFailure] = useState<string | null>(null);
  const [decide, { loading }] = useSetStageMutation();
  const { decided } = useStageChanges(itemId);
  const [[first, last]] = useState(() => [
    dayOf(Date.now()),
    dayOf(Date.now() + limits.pilotDays * dayMs),
  ]);
  const isPilot = draft.stage === 'pilot';
  const text = isPilot ? 'question' : 'reason';
  const [ru, en] = [draft[`${text}Ru`], draft[`${text}En`]];
  const isEmpty = ru.trim() === '' && en.trim() === '';
  const missing = () => {
    if (isEmpty) return t(`stage.${text}Missing`);
    return isPilot && draft.endsOn === '' ? t('stage.endMissing') : null;
  };
  const send = async () => {
    setFailure(null);
    try {
      const input = { ...inputOf(draft), expectedVersion: present?.version ?? 0 };
      const { data: sent } = await decide({
        variables: { itemId, company: companies.value, input },
      });
      if (sent) decided(sent.setStage);
      onClose();
    } catch (raised) {
      setFailure(failureText(raised, t('stage.failed')));
    }
  };
  return (
    <FormDialog
      title={t('stage.set')}
      dirty={changed !== null}
      missing={missing()}
      invalid={Math.max(ru.length, en.length) > limits.stage}
      busy={loading || isLoading}
      sendLabel={t('common:actions.save')}
      failure={failure ?? (loadError ? failureText(loadError, t('stage.failed')) : null)}
      onSend={send}
      onClose={onClose}
    >
      {companies.options.length > 1 ? (
        <Field label={t('stage.company')}>
          {(control) => (
            <Select
              {...control}
              wide
              value={companies.value}
              options={companies.options}
              onChange={companies.choose}
            />
          )}
        </Field>
      ) : null}
      <RadioCards
        name="stage"
        legend={t('stage.stage')}
        columns={2}
        value={draft.stage}
        onChange={(stage) => set({ stage, ...reasonsFor(stage, draft, draftOf(present)) })}
        options={serviceStages.map((value) => ({
          value,
          label: t(`stage.names.${value}`),
          detail: t(`stage.details.${value}`),
        }))}
      />
      {isPilot ? (
        <Field label={t('stage.endsOn')}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              min={first}
              max={last}
              value={draft.endsOn}
              onChange={(event) => set({ endsOn: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      <LimitedTextArea
        label={t(`stage.${text}Ru`)}
        limit={limits.stage}
        text={ru}
        onChange={(value) => set({ [`${text}Ru`]: value })}
      />
      <LimitedTextArea
        label={t(`stage.${text}En`)}
        limit={limits.stage}
        text={en}
        onChange={(value) => set({ [`${text}En`]: value })}
      />
      <StageHistory changes={present?.history ?? []} />
    </FormDialog>
  );
}

/** The company whose stage is decided: the given one, else the own one, else the first that the reader decides for. */
function useCompanyChoice(given: string | undefined) {
  const { company } = useSignedInUser();
  const { data, error, refetch } = useCompaniesWithDataRulesQuery({ skip: given !== undefined });
  const [chosen, choose] = useState(given ?? company?.key);
  const known = given === undefined ? data?.companiesWithDataRules : [];
  const options = known
    ?.filter(({ mayDecide }) => mayDecide)
    .map((one) => ({ value: one.company.key, label: one.company.name }));
  return { value: chosen ?? options?.[0]?.value ?? '', options, choose, error, refetch };
}
