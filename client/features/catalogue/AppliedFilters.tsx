/** Applied filters as chips, each with a press that removes it. */
import { useTranslation } from 'react-i18next';
import { RemovableChip } from '../../design/Chip.tsx';
import { noFilters } from './catalogueUrl.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useConceptNames } from './useConceptNames.ts';

export interface AppliedFiltersProps {
  url: CatalogueUrl;
  company: string | null;
  tagName: (tag: string) => string;
  /** Takes the focus of a chip that is gone. */
  onRemoved: () => void;
}

export function AppliedFilters({ url, company, tagName, onRemoved }: AppliedFiltersProps) {
  const { t } = useTranslation('dashboard');
  const { state, newest, change } = url;
  const conceptName = useConceptNames(state.concepts);
  const of = { company: company ?? '' };
  const switched = (['verified', 'usedHere', 'addedLately'] as const).filter((one) => state[one]);
  const chips = [
    ...state.concepts.map((id) => ({
      key: `concept ${id}`,
      name: conceptName(id),
      removeLabel: t('search.removeConcept', { name: conceptName(id) }),
      remove: () => change({ concepts: newest().concepts.filter((one) => one !== id) }),
    })),
    ...state.tags.map((tag) => ({
      key: `tag ${tag}`,
      name: tagName(tag),
      removeLabel: t('search.removeTag', { tag: tagName(tag) }),
      remove: () => change({ tags: newest().tags.filter((one) => one !== tag) }),
    })),
    ...switched.map((filter) => ({
      key: filter,
      name: t(`filters.${filter}`, of),
      removeLabel: t('filters.remove', { filter: t(`filters.${filter}`, of) }),
      remove: () => change({ [filter]: false }),
    })),
    ...state.allowedFor.map((dataClass) => ({
      key: dataClass,
      name: t(`filters.class.${dataClass}`),
      removeLabel: t('filters.remove', { filter: t(`filters.class.${dataClass}`) }),
      remove: () => change({ allowedFor: newest().allowedFor.filter((one) => one !== dataClass) }),
    })),
    ...state.stages.map((stage) => ({
      key: stage,
      name: t(`stage.names.${stage}`),
      removeLabel: t('filters.remove', { filter: t(`stage.names.${stage}`) }),
      remove: () => change({ stages: newest().stages.filter((one) => one !== stage) }),
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <div data-part="applied">
      {chips.map(({ key, name, removeLabel, remove }) => (
        <RemovableChip
          key={key}
          removeLabel={removeLabel}
          onRemove={() => {
            onRemoved();
            remove();
          }}
        >
          {name}
        </RemovableChip>
      ))}
      <button
        type="button"
        data-part="clear"
        aria-label={t('filters.clearName')}
        onClick={() => {
          onRemoved();
          change({ ...noFilters, concepts: [] });
        }}
      >
        {t('filters.clear')}
      </button>
    </div>
  );
}
