/** Filters of the admin's list of complaints: status with counts, and type. */
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../design/Bar.ts';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { useComplaintCountsQuery } from './generated.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { complaintStatuses } from '../../enums/generated.ts';
import type { ComplaintFilter } from './useComplaintFilter.ts';
import { complaintTypes } from './complaintTypes.ts';

export interface ComplaintFiltersProps {
  filter: ComplaintFilter;
  onChange: (changes: Partial<ComplaintFilter>) => void;
}

export function ComplaintFilters({ filter, onChange }: ComplaintFiltersProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data: counts } = useComplaintCountsQuery({ fetchPolicy: 'cache-and-network' });
  return (
    <FilterBar>
      <SegmentedControl
        isFoldable
        label={t('admin.status')}
        value={filter.status ?? 'all'}
        options={[
          { value: 'all', label: t('admin.all') },
          ...complaintStatuses.map((value) => ({
            value,
            text: counts
              ? `${t(`admin.statuses.${value}`)} (${formatNumber(counts[value].count, language)})`
              : t(`admin.statuses.${value}`),
            label: (
              <>
                {t(`admin.statuses.${value}`)}
                {counts ? <small>{formatNumber(counts[value].count, language)}</small> : null}
              </>
            ),
          })),
        ]}
        onChange={(status) => onChange({ status: status === 'all' ? null : status })}
      />
      <Select
        aria-label={t('admin.type')}
        value={filter.type ?? 'any'}
        options={[
          { value: 'any', label: t('admin.anyType') },
          ...complaintTypes.map((value) => ({ value, label: t(`report.types.${value}`) })),
        ]}
        onChange={(type) => onChange({ type: type === 'any' ? null : type })}
      />
    </FilterBar>
  );
}
