/** Filters whose removal leads to results, offered for an empty search. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { useLeftOutFiltersQuery, type LeftOutFiltersQuery } from './generated.ts';
import { filterVariables, type CatalogueState } from './catalogueUrl.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useConceptNames, type TagNames } from './filterNames.ts';

type LeftOut = LeftOutFiltersQuery['filterCounts']['without'][number];

/** The state without one filter. */
function without(state: CatalogueState, { filter, value }: LeftOut): Partial<CatalogueState> {
  if (filter === 'text') return { search: '' };
  if (filter === 'tag') return { tags: state.tags.filter((one) => one !== value) };
  if (filter === 'concept') return { concepts: state.concepts.filter((one) => one !== value) };
  if (filter === 'allowedFor')
    return { allowedFor: state.allowedFor.filter((one) => one !== value) };
  if (filter === 'stage') return { stages: state.stages.filter((one) => one !== value) };
  return { [filter]: false };
}

export interface FilterSuggestionsProps {
  url: CatalogueUrl;
  tagName: TagNames['tagName'];
}

export function FilterSuggestions({ url: { state, change }, tagName }: FilterSuggestionsProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const conceptName = useConceptNames(state.concepts);
  const { data } = useLeftOutFiltersQuery({ variables: filterVariables(state) });
  const nameOf = ({ filter, value }: LeftOut): string => {
    if (filter === 'text') return t('filters.text', { text: state.search });
    if (filter === 'tag') return t('filters.tag', { tag: tagName(value ?? '') });
    if (filter === 'concept') return conceptName(value ?? '');
    const known = state.allowedFor.find((one) => one === value);
    if (filter === 'allowedFor') return known ? t(`rules.class.${known}`) : '';
    const stage = state.stages.find((one) => one === value);
    if (filter === 'stage') return stage ? t(`dashboard:stage.names.${stage}`) : '';
    return t(`filters.${filter}`);
  };
  const offers = (data?.filterCounts.without ?? [])
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
  return offers.map((offer) => (
    <Button key={`${offer.filter} ${offer.value}`} onClick={() => change(without(state, offer))}>
      {t('filters.without', { filter: nameOf(offer), count: offer.count })}
    </Button>
  ));
}
