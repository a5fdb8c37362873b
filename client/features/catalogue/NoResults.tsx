/** Why the list is empty, and the ways on. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { Chip } from '../../design/Chip.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { latePart } from '../../design/lazyComponent.tsx';
import { loadWords } from '../../i18n/loadTexts.ts';
import { AskToBeTold, WishCounted } from './AskToBeTold.tsx';
import { focusWizard } from './nextStep.ts';
import { countFilters, isNarrowed, noFilters } from './catalogueUrl.ts';
import type { FoundPage } from './useCatalogue.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import type { TagNames } from './useTagNames.ts';

const offeredTags = 6;

const LeftOutFilters = latePart(() =>
  Promise.all([import('./FilterSuggestions.tsx'), loadWords('service')]).then(
    ([part]) => part.LeftOutFilters,
  ),
);

export interface NothingFoundProps extends TagNames {
  url: CatalogueUrl;
  found: FoundPage;
  isAdmin: boolean;
  /** What fills an empty catalogue. */
  start?: ReactNode;
}

export function NothingFound({ url, found, isAdmin, start, tags, tagName }: NothingFoundProps) {
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
          {countFilters(state) > 0 ? <LeftOutFilters url={url} tagName={tagName} /> : null}
          <AskToBeTold found={found} search={state.search} />
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
        </>
      }
    >
      {t('emptyHint')} <Link to="/profile/requests?propose">{t('propose.title')}</Link>
      <WishCounted found={found} search={state.search} />
    </EmptyState>
  );
}
