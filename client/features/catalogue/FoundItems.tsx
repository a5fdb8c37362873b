/** Found services as cards or rows, with the pagination below. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../design/Announcer.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { AddedPage } from './AddedPage.tsx';
import type { CardSlots } from './cardSlots.ts';
import { pageSize } from './catalogueUrl.ts';
import { ItemCard } from './ItemCard.tsx';
import { Cards, ItemRows } from './ItemGrid.tsx';
import { Paging } from './Paging.tsx';
import type { FoundPage } from './useCatalogue.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';

const ItemRow = lazyComponent(() => import('./ItemRow.tsx').then((part) => part.ItemRow));

export interface FoundItemsProps {
  url: CatalogueUrl;
  found: FoundPage;
  slots: CardSlots;
  labelledBy: string;
  /** Pages have numbers; otherwise further ones are added below. */
  numbered: boolean;
  /** One line for each. */
  isRows: boolean;
  isLoading: boolean;
  isStale: boolean;
  /** A page number was pressed. */
  onNavigate: () => void;
}

export function FoundItems(props: FoundItemsProps) {
  const { url, found, slots, labelledBy, numbered, isRows, isLoading, isStale, onNavigate } = props;
  const { t } = useTranslation('dashboard');
  const { state, change } = url;
  const [awaited, setAwaited] = useState<number | null>(null);
  const { pageCount: pages, total } = found;
  const further = numbered ? 0 : Math.min(state.page, pages) - 1;
  const arrive = useCallback(
    (firstTitleId: string) => {
      setAwaited(null);
      document.getElementById(firstTitleId)?.focus();
      announce(t('shown', { shown: Math.min(state.page * pageSize, total), total }));
    },
    [state.page, t, total],
  );
  return (
    <>
      <Cards labelledBy={labelledBy} busy={isLoading} stale={isStale} rows={isRows}>
        <ItemRows
          as={isRows ? ItemRow : ItemCard}
          items={found.items}
          matches={found.matches}
          reasons={found.reasons}
          slots={slots}
          before={numbered ? (Math.min(state.page, pages) - 1) * pageSize : 0}
          total={total}
          leading
        />
        {Array.from({ length: Math.max(further, 0) }, (_, index) => (
          <AddedPage
            key={`page ${index + 2}`}
            state={state}
            page={index + 2}
            count={Math.min(pageSize, total - (index + 1) * pageSize)}
            slots={slots}
            onArrived={awaited === index + 2 ? arrive : null}
          />
        ))}
      </Cards>
      <Paging
        url={url}
        numbered={numbered}
        total={total}
        pages={pages}
        onNavigate={onNavigate}
        onMore={() => {
          setAwaited(state.page + 1);
          change({ page: state.page + 1 });
        }}
      />
    </>
  );
}
