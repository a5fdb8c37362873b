/** Filters of the admin's list of complaints in the address: status with counts, and type. */
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { FilterBar } from '../../design/Bar.ts';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { useComplaintCountsQuery, type ComplaintStatus, type ComplaintType } from './generated.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { complaintStatuses } from '../../enums/generated.ts';

/** Complaint types in the groups of the dialog (specification, section 3). */
export const complaintGroups = [
  {
    key: 'content',
    types: [
      'broken_link',
      'missing_media',
      'unclear_description',
      'outdated_content',
      'misleading_title',
      'duplicate_content',
    ],
  },
  {
    key: 'translation',
    types: ['missing_translation', 'bad_russian_translation', 'bad_english_translation'],
  },
  { key: 'tags', types: ['wrong_tags', 'missing_tags', 'redundant_tags'] },
  { key: 'other', types: ['wrong_category', 'spam', 'other'] },
] as const satisfies ReadonlyArray<{ key: string; types: readonly ComplaintType[] }>;

export const complaintTypes: readonly ComplaintType[] = complaintGroups.flatMap<ComplaintType>(
  (group) => [...group.types],
);

interface ComplaintFilter {
  /** Null for any. */
  status: ComplaintStatus | null;
  type: ComplaintType | null;
}

/** Reads the filter; what is not known counts as not given. */
const readComplaintFilter = (params: URLSearchParams): ComplaintFilter => ({
  status: complaintStatuses.find((status) => status === params.get('status')) ?? null,
  type: complaintTypes.find((type) => type === params.get('type')) ?? null,
});

export function useComplaintFilter(): [
  ComplaintFilter,
  (filter: Partial<ComplaintFilter>) => void,
] {
  const [params, setParams] = useSearchParams();
  const filter = readComplaintFilter(params);
  const change = (changes: Partial<ComplaintFilter>) => {
    const next = new URLSearchParams(params);
    for (const [key, value] of Object.entries({ ...filter, ...changes })) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    setParams(next);
  };
  return [filter, change];
}

interface ComplaintFiltersProps {
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
