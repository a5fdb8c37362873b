/** Why the list is empty, and the ways on: what comes close, if anything does. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Chip } from '../../design/Chip.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import type { KnowledgeCardFragment } from '../../generated.ts';
import { isNarrowed } from './catalogueUrl.ts';
import type { CardSlots } from './ItemCard.tsx';
import { NearItems } from './NearItems.tsx';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import type { TagNames } from './useTagNames.ts';

const offeredTags = 6;

export interface NothingFoundProps extends TagNames {
  url: CatalogueUrl;
  isAdmin: boolean;
  /** What comes close to the text; often nothing. */
  near: readonly KnowledgeCardFragment[];
  slots: CardSlots;
  /** What fills an empty catalogue. */
  start?: ReactNode;
}

export function NothingFound({
  url: { state, change },
  isAdmin,
  near,
  slots,
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
  const words = (
    <EmptyState
      title={title}
      actions={
        <>
          {state.verified ? (
            <Button onClick={() => change({ verified: false })}>{t('dropVerified')}</Button>
          ) : null}
          <Button onClick={() => change({ search: '', tags: [], verified: false })}>
            {t('resetAll')}
          </Button>
          {tags.slice(0, offeredTags).map(({ originalName }) => (
            <Chip
              key={originalName}
              onClick={() => change({ search: '', verified: false, tags: [originalName] })}
            >
              {tagName(originalName)}
            </Chip>
          ))}
        </>
      }
    >
      {t('emptyHint')}
    </EmptyState>
  );
  return (
    <>
      {words}
      {near.length > 0 ? <NearItems items={near} slots={slots} /> : null}
    </>
  );
}
