/** Picker of a search concept. */
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { useFindConceptsQuery } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

interface ChosenConcept {
  id: string;
  nameRu: string;
  nameEn: string;
}

export interface ConceptPickerProps {
  value: string | null;
  /** Initial choice; it stays in the list for every search. */
  chosen?: ChosenConcept | null;
  onChange: (id: string | null) => void;
  /** Whether the choice may stay empty. */
  optional?: boolean;
}

export function ConceptPicker(props: ConceptPickerProps) {
  const { value, chosen = null, onChange, optional = false } = props;
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data, previousData } = useFindConceptsQuery({ variables: { search }, skip: !search });
  const answers = search ? ((data ?? previousData)?.findConcepts ?? []) : [];
  const found =
    chosen && !answers.some(({ id }) => id === chosen.id) ? [chosen, ...answers] : answers;
  const none = () => {
    if (optional) return t('admin.catalogueGaps.noConcept');
    return t(
      found.length > 0 ? 'admin.catalogueGaps.chooseConcept' : 'admin.catalogueGaps.findFirst',
    );
  };
  return (
    <>
      <Field
        label={t(optional ? 'admin.catalogueGaps.findBroader' : 'admin.catalogueGaps.findConcept')}
        hint={
          data && search && answers.length === 0 ? t('admin.catalogueGaps.notFound') : undefined
        }
      >
        {(control) => (
          <TextInput
            {...control}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onChange(chosen?.id ?? null);
            }}
          />
        )}
      </Field>
      <Field
        label={t(optional ? 'admin.catalogueGaps.broader' : 'admin.catalogueGaps.concept')}
        required={!optional}
      >
        {(control) => (
          <Select
            {...control}
            wide
            value={value ?? ''}
            options={[
              { value: '', label: none() },
              ...found.map(({ id, nameRu, nameEn }) => ({
                value: id,
                label: language === 'ru' ? `${nameRu} · ${nameEn}` : `${nameEn} · ${nameRu}`,
              })),
            ]}
            onChange={(id) => onChange(id || null)}
          />
        )}
      </Field>
    </>
  );
}
