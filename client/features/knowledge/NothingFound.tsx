/** Why the list is empty, and the ways on. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { Chip } from '../../design/Chip.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { focusWizard } from './nextStep.ts';
import { isNarrowed, isWish } from './catalogueUrl.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import type { TagNames } from './useTagNames.ts';

const offeredTags = 6;

export interface NothingFoundProps extends TagNames {
  url: CatalogueUrl;
  isAdmin: boolean;
  /** What fills an empty catalogue. */
  start?: ReactNode;
}

export function NothingFound({
  url: { state, change },
  isAdmin,
  start,
  tags,
  tagName,
}: NothingFoundProps) {
  const { t } = useTranslation('dashboard');
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
          {state.verified ? (
            <Button onClick={() => change({ verified: false })}>{t('dropVerified')}</Button>
          ) : null}
          <Button onClick={() => change({ search: '', tags: [], concepts: [], verified: false })}>
            {t('resetAll')}
          </Button>
          <Button onClick={focusWizard}>{t('wizard.label')}</Button>
          {tags.slice(0, offeredTags).map(({ originalName }) => (
            <Chip
              key={originalName}
              onClick={() =>
                change({ search: '', verified: false, concepts: [], tags: [originalName] })
              }
            >
              {tagName(originalName)}
            </Chip>
          ))}
        </>
      }
    >
      {t('emptyHint')} {isWish(state) ? t('wished') : null}{' '}
      <Link to="/profile/requests?propose">{t('propose.title')}</Link>
    </EmptyState>
  );
}
