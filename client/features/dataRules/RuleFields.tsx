/** Form fields of a whole rule: verdicts, further decisions and facts with their sources. */
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import {
  aiActRoles,
  aiActTiers,
  dataAccounts,
  dataClasses,
  dataFactKinds,
  dataResults,
  dataRulesStatuses,
  dataVerdictValues,
} from '../../enums/generated.ts';
import * as limits from '../../limits/generated.ts';
import type { DataClass, DataFactKind } from './generated.ts';
import type { FactDraft, RuleDraft } from './ruleDraft.ts';
import { Fields, TwoColumns } from './rules.styles.ts';
import { useRuleTexts } from './useRuleTexts.ts';

const none = 'none';

interface OptionalSelectProps<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly Value[];
  labelOf: (value: Value) => string;
  onChange: (value: Value | null) => void;
}

function OptionalSelect<Value extends string>({
  label,
  value,
  options,
  labelOf,
  onChange,
}: OptionalSelectProps<Value>) {
  const { t } = useTranslation('rules');
  return (
    <Field label={label}>
      {(control) => (
        <Select<string>
          {...control}
          wide
          value={value ?? none}
          options={[
            { value: none, label: t('form.none') },
            ...options.map((one) => ({ value: one as string, label: labelOf(one) })),
          ]}
          onChange={(chosen) => onChange(options.find((one) => one === chosen) ?? null)}
        />
      )}
    </Field>
  );
}

export interface RuleFieldsProps {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

export function RuleFields({ draft, onChange }: RuleFieldsProps) {
  const { t } = useTranslation(['rules', 'service']);
  const { names, className } = useRuleTexts();
  const { isAdmin } = useSignedInUser();
  const set = (changes: Partial<RuleDraft>) => onChange({ ...draft, ...changes });
  const line = (label: string, value: string, write: (text: string) => void, lang?: string) => (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          lang={lang}
          maxLength={limits.ruleLine}
          value={value}
          onChange={(event) => write(event.target.value)}
        />
      )}
    </Field>
  );
  const verdict = (one: DataClass) => {
    const value = draft.cells[one];
    const setCell = (changes: Partial<typeof value>) =>
      set({ cells: { ...draft.cells, [one]: { ...value, ...changes } } });
    return (
      <div key={one}>
        <Field label={className(one)}>
          {(control) => (
            <Select
              {...control}
              wide
              value={value.verdict}
              options={dataVerdictValues.map((word) => ({ value: word, label: names[word] }))}
              onChange={(chosen) => setCell({ verdict: chosen, ru: '', en: '' })}
            />
          )}
        </Field>
        {value.verdict === 'yes_if' ? (
          <>
            {line(t('cell.conditionRu'), value.ru, (ru) => setCell({ ru }), 'ru')}
            {line(t('cell.conditionEn'), value.en, (en) => setCell({ en }), 'en')}
          </>
        ) : null}
      </div>
    );
  };
  const fact = (kind: DataFactKind) => {
    const value = draft.facts[kind];
    const name = t(`service:rules.fact.${kind}`);
    const setFact = (changes: Partial<FactDraft>) =>
      set({ facts: { ...draft.facts, [kind]: { ...value, ...changes } } });
    return (
      <TwoColumns key={kind} role="group" aria-label={name}>
        {line(t('form.textRu', { name }), value.textRu, (textRu) => setFact({ textRu }), 'ru')}
        {line(t('form.textEn', { name }), value.textEn, (textEn) => setFact({ textEn }), 'en')}
        <Field label={t('form.sourceUrl', { name })}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              value={value.sourceUrl}
              onChange={(event) => setFact({ sourceUrl: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('form.sourceDate', { name })}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={value.sourceDate}
              onChange={(event) => setFact({ sourceDate: event.target.value })}
            />
          )}
        </Field>
      </TwoColumns>
    );
  };
  return (
    <Fields>
      <h3>{t('form.classes')}</h3>
      <TwoColumns>{dataClasses.map(verdict)}</TwoColumns>
      <h3>{t('form.more')}</h3>
      <TwoColumns>
        <OptionalSelect
          label={t('form.status')}
          value={draft.status}
          options={dataRulesStatuses}
          labelOf={(one) => t(`status.${one}`)}
          onChange={(status) => set({ status })}
        />
        <OptionalSelect
          label={t('form.result')}
          value={draft.result}
          options={dataResults}
          labelOf={(one) => t(`service:rules.result.${one}`)}
          onChange={(result) => set({ result })}
        />
        <OptionalSelect
          label={t('form.account')}
          value={draft.account}
          options={dataAccounts}
          labelOf={(one) => t(`service:rules.account.${one}`)}
          onChange={(account) => set({ account })}
        />
        <Field label={t('form.reviewBy')}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={draft.reviewBy}
              onChange={(event) => set({ reviewBy: event.target.value })}
            />
          )}
        </Field>
        {line(t('form.owner'), draft.owner, (owner) => set({ owner }))}
      </TwoColumns>
      <details>
        <summary>{t('form.facts')}</summary>
        <div>
          <p data-part="quiet">{t('form.factsHint')}</p>
          {dataFactKinds.map(fact)}
          {isAdmin ? (
            <TwoColumns>
              <OptionalSelect
                label={t('form.aiRole')}
                value={draft.aiRole}
                options={aiActRoles}
                labelOf={(one) => t(`aiRole.${one}`)}
                onChange={(aiRole) => set({ aiRole })}
              />
              <OptionalSelect
                label={t('form.aiTier')}
                value={draft.aiTier}
                options={aiActTiers}
                labelOf={(one) => t(`aiTier.${one}`)}
                onChange={(aiTier) => set({ aiTier })}
              />
            </TwoColumns>
          ) : null}
        </div>
      </details>
    </Fields>
  );
}
