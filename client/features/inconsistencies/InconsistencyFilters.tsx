/** Filters by status and type of inconsistency. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../design/Bar.ts';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { inconsistencyStatuses, inconsistencyTypes } from '../../enums/generated.ts';
import type { InconsistenciesView } from './inconsistenciesUrl.ts';

export interface InconsistencyFiltersProps {
  view: InconsistenciesView;
  onChange: (changes: Partial<InconsistenciesView>) => void;
  /** Shown at the end of the row. */
  after?: ReactNode;
}

export function InconsistencyFilters({ view, onChange, after }: InconsistencyFiltersProps) {
  const { t } = useTranslation('dashboard');
  return (
    <FilterBar>
      <SegmentedControl
        isFoldable
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
      {after}
    </FilterBar>
  );
}
