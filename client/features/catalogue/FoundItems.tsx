/** Found services as cards or rows, with the added page and the pagination below. */
import { useCallback, useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { announce } from '../../design/Announcer.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { useSkeletonDelay } from '../../design/Skeleton.tsx';
import { Pagination } from '../../design/Pagination.tsx';
import { color, space, type } from '../../design/theme.ts';
import type { CardSlots } from './cardSlots.ts';
import { pageSize, type CatalogueState } from './catalogueUrl.ts';
import { ItemCard, titleId } from './ItemCard.tsx';
import { Cards, ItemRows, SkeletonRows } from './ItemGrid.tsx';
import { useCatalogue, type FoundPage } from './useCatalogue.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';

interface AddedPageProps {
  state: CatalogueState;
  /** Counted from 1. */
  page: number;
  /** Expected number of cards, for skeletons of the right height. */
  count: number;
  slots: CardSlots;
  /** Called with the id of the first title once the page is loaded; null when nobody waits for it. */
  onArrived: ((firstTitleId: string) => void) | null;
}

function ComingRows({ count }: { count: number }) {
  return <SkeletonRows count={count} early={useSkeletonDelay()} />;
}

/** Page of results that “More search results” has appended. */
function AddedPage({ state, page, count, slots, onArrived }: AddedPageProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { found, isStale, error, retry } = useCatalogue(state, page);
  const firstId = isStale ? undefined : found?.items[0]?.id;
  useEffect(() => {
    if (firstId !== undefined) onArrived?.(titleId(firstId));
  }, [firstId, onArrived]);
  if (found)
    return (
      <ItemRows
        items={found.items}
        matches={found.matches}
        reasons={found.reasons}
        slots={slots}
        before={(page - 1) * pageSize}
        total={found.total}
      />
    );
  if (!error) return <ComingRows count={count} />;
  return (
    <article style={{ gridColumn: '1 / -1' }} aria-label={t('loadFailed')}>
      <Notice tone="danger" actions={<Button onClick={retry}>{t('common:actions.retry')}</Button>}>
        {t('loadFailed')}
      </Notice>
    </article>
  );
}

const More = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space[2]};
  p {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

interface PagingProps {
  url: CatalogueUrl;
  numbered: boolean;
  total: number;
  pages: number;
  /** A page number was pressed. */
  onNavigate: () => void;
  onMore: () => void;
}

/** Pagination of the results: numbers on wide screens, “More search results” on phones. */
function Paging({ url, numbered, total, pages, onNavigate, onMore }: PagingProps) {
  const { t } = useTranslation('dashboard');
  const { page } = url.state;
  if (pages <= 1) return null;
  if (numbered) {
    return <Pagination page={page} pages={pages} hrefOf={url.hrefOf} onNavigate={onNavigate} />;
  }
  return (
    <More>
      <p>{t('shown', { shown: Math.min(page * pageSize, total), total })}</p>
      {page < pages ? (
        <Button wide onClick={onMore}>
          {t('more')}
        </Button>
      ) : (
        <p>{t('end')}</p>
      )}
    </More>
  );
}

const ItemRow = lazyComponent(() => import('./ItemRow.tsx').then((part) => part.ItemRow));

interface FoundItemsProps {
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
