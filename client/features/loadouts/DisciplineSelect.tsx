/** Select of a discipline, or of none. */
import { useTranslation } from 'react-i18next';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import type { Discipline } from './generated.ts';
import { useDisciplines } from './useDisciplines.ts';

export interface DisciplineSelectProps {
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
