/** Page of results that “More search results” has appended. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { useSkeletonDelay } from '../../design/Skeleton.tsx';
import { pageSize, type CatalogueState } from './catalogueUrl.ts';
import { titleId } from './ItemCard.tsx';
import type { CardSlots } from './cardSlots.ts';
import { ItemRows, SkeletonRows } from './ItemGrid.tsx';
import { useCatalogue } from './useCatalogue.ts';

export interface AddedPageProps {
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

export function AddedPage({ state, page, count, slots, onArrived }: AddedPageProps) {
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
