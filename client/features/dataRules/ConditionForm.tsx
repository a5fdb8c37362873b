/** Condition of a “yes, if” in both languages, with the conditions used nearby as suggestions. */
import { useEffect, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Field } from '../../design/Field.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { languages } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';
import { conditionOf, lacksCondition, type CellValue } from './cells.ts';
import { ConditionFields } from './rules.styles.ts';

export interface ConditionFormProps {
  /** A `yes_if`. */
  value: CellValue;
  suggestions: readonly CellValue[];
  /** Label of the button; default Save. */
  saveLabel?: string | undefined;
  /** True when the first field takes the focus. */
  hasFocus?: boolean;
  onChange: (value: CellValue) => void;
  onDecide: (value: CellValue) => void;
}

export function ConditionForm(props: ConditionFormProps) {
  const { value, suggestions, saveLabel, hasFocus = false, onChange, onDecide } = props;
  const { t } = useTranslation(['rules', 'common']);
  const { language } = useLanguage();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) first.current?.focus();
  }, [hasFocus]);
  const isMissing = lacksCondition(value);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isMissing) onDecide(value);
  };
  return (
    <ConditionFields onSubmit={send}>
      {languages
        .toSorted((one) => (one === language ? -1 : 1))
        .map((lang, index) => (
          <Field key={lang} label={t(lang === 'ru' ? 'cell.conditionRu' : 'cell.conditionEn')}>
            {(control) => (
              <TextInput
                {...control}
                ref={index === 0 ? first : undefined}
                lang={lang}
                maxLength={limits.ruleLine}
                value={value[lang]}
                onChange={(event) => onChange({ ...value, [lang]: event.target.value })}
              />
            )}
          </Field>
        ))}
      <Button type="submit" variant="primary" size="small" disabled={isMissing}>
        {saveLabel ?? t('common:actions.save')}
      </Button>
      {suggestions.length > 0 ? (
        <ul aria-label={t('cell.usedConditions')}>
          {suggestions.map((one) => (
            <li key={`${one.ru} ${one.en}`}>
              <button type="button" onClick={() => onDecide(one)}>
                {conditionOf(one, language)}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </ConditionFields>
  );
}
