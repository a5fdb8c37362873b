/** Select of a discipline, or of none, and the disciplines of the company. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useDisciplinesQuery, type Discipline } from './generated.ts';

/** Disciplines with their names in the reader's language. */
interface NamedDiscipline {
  discipline: Discipline;
  name: string;
}

interface Disciplines {
  /** Empty until they have loaded. */
  all: readonly NamedDiscipline[];
  nameOf: (discipline: Discipline | null) => string | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
}

export function useDisciplines(): Disciplines {
  const { language } = useLanguage();
  const { data, error, refetch } = useDisciplinesQuery();
  const all = useMemo(
    () =>
      (data?.disciplines ?? []).map(({ discipline, nameRu, nameEn }) => ({
        discipline,
        name: chooseText(nameRu, nameEn, language).text,
      })),
    [data, language],
  );
  return {
    all,
    nameOf: (wanted) => all.find(({ discipline }) => discipline === wanted)?.name,
    error,
    refetch,
  };
}

interface DisciplineSelectProps {
  value: Discipline | null;
  onChange: (value: Discipline | null) => void;
  disabled?: boolean;
}

export function DisciplineSelect({ value, onChange, disabled = false }: DisciplineSelectProps) {
  const { t } = useTranslation('loadouts');
  const { all } = useDisciplines();
  return (
    <Field label={t('discipline')}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={value ?? 'none'}
          options={[
            { value: 'none', label: t('setting.none') },
            ...all.map(({ discipline, name }) => ({ value: discipline, label: name })),
          ]}
          onChange={(chosen) => onChange(chosen === 'none' ? null : chosen)}
        />
      )}
    </Field>
  );
}
