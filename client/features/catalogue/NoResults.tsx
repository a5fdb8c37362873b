/** Empty state of the search, with ways to go on. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { Chip } from '../../design/Chip.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { loadTexts } from '../../i18n/loadTexts.ts';
import { SearchAlertButton, GapCounted } from './AnswerNotices.tsx';
import { focusWizard } from './nextStep.ts';
import { countFilters, isNarrowed, noFilters } from './catalogueUrl.ts';
import type { FoundPage } from './useCatalogue.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import type { TagNames } from './filterNames.ts';

const offeredTags = 6;

const FilterSuggestions = lazyComponent(() =>
  Promise.all([import('./FilterSuggestions.tsx'), loadTexts('service')]).then(
    ([part]) => part.FilterSuggestions,
  ),
);

export interface NoResultsProps extends TagNames {
  url: CatalogueUrl;
  found: FoundPage;
  isAdmin: boolean;
  /** Control that fills an empty catalogue. */
  start?: ReactNode;
}

export function NoResults({ url, found, isAdmin, start, tags, tagName }: NoResultsProps) {
  const { t } = useTranslation('dashboard');
  const { state, change } = url;
  if (!isNarrowed(state)) {
    return (
      <>
        <EmptyState title={t(isAdmin ? 'emptyCatalogueAdmin' : 'emptyCatalogue')} />
        {start}
      </>
    );
  }
  const title = state.search ? t('emptySearch', { query: state.search }) : t('emptyFilters');
  return (
    <EmptyState
      title={title}
      actions={
        <>
          {countFilters(state) > 0 ? <FilterSuggestions url={url} tagName={tagName} /> : null}
          <SearchAlertButton found={found} search={state.search} />
          <Button onClick={() => change({ ...noFilters, search: '', concepts: [] })}>
            {t('resetAll')}
          </Button>
          <Button onClick={focusWizard}>{t('wizard.label')}</Button>
          {tags.slice(0, offeredTags).map(({ originalName }) => (
            <Chip
              key={originalName}
              onClick={() =>
                change({ ...noFilters, search: '', concepts: [], tags: [originalName] })
              }
            >
              {tagName(originalName)}
            </Chip>
          ))}
          <p>
            <GapCounted found={found} search={state.search} />
          </p>
        </>
      }
    >
      {t('emptyHint')} <Link to="/profile/requests?propose">{t('propose.title')}</Link>
    </EmptyState>
  );
}
