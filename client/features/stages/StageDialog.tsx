/** Dialog that decides the stage of a service in a company. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { LimitedTextArea } from '../../design/LimitedText.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { Select } from '../../design/Select.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { serviceStages } from '../../enums/generated.ts';
import {
  useCompaniesWithDataRulesQuery,
  type ServiceStage,
  type ServiceStageFragment,
} from '../../generated.ts';
import { dayMs } from '../../i18n/formats.ts';
import * as limits from '../../limits/generated.ts';
import { useSetStageMutation, useStageToDecideQuery } from './generated.ts';
import { StageHistory } from './StageHistory.tsx';
import { useStageChanges } from './useStageChanges.ts';

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
  const { t } = useTranslation(['dashboard', 'common']);
  const companies = useCompanyChoice(company);
  const { data, error } = useStageToDecideQuery({
    variables: { id: itemId, company: companies.value },
    fetchPolicy: 'network-only',
    skip: companies.value === '',
  });
  const present = data?.knowledgeItem.stage;
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
      busy={loading || !data}
      sendLabel={t('common:actions.save')}
      failure={failure ?? (error ? failureText(error, t('stage.failed')) : null)}
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
  const { data } = useCompaniesWithDataRulesQuery({ skip: given !== undefined });
  const [chosen, choose] = useState(given ?? company?.key);
  const options = (data?.companiesWithDataRules ?? [])
    .filter(({ mayDecide }) => mayDecide)
    .map((one) => ({ value: one.company.key, label: one.company.name }));
  return { value: chosen ?? options[0]?.value ?? '', options, choose };
}
