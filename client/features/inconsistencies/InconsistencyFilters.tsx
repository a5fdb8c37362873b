/** Filters by status and type of inconsistency. */
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { inconsistencyStatuses, inconsistencyTypes } from '../../enums/generated.ts';
import { Filters } from './inconsistencies.styles.ts';
import type { InconsistenciesView } from './inconsistenciesUrl.ts';

export interface InconsistencyFiltersProps {
  view: InconsistenciesView;
  onChange: (changes: Partial<InconsistenciesView>) => void;
}

export function InconsistencyFilters({ view, onChange }: InconsistencyFiltersProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Filters>
      <SegmentedControl
        label={t('admin.status')}
        value={view.status}
        options={inconsistencyStatuses.map((value) => ({
          value,
          label: t(`admin.statuses.${value}`),
        }))}
        onChange={(status) => onChange({ status, id: null })}
      />
      <Select
        aria-label={t('admin.type')}
        value={view.type ?? 'any'}
        options={[
          { value: 'any', label: t('admin.anyType') },
          ...inconsistencyTypes.map((value) => ({
            value,
            label: t(`admin.inconsistencies.types.${value}`),
          })),
        ]}
        onChange={(type) => onChange({ type: type === 'any' ? null : type, id: null })}
      />
    </Filters>
  );
}
