/** A page that “More search results” has added below the ones before it. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { useEarly } from '../../design/Skeleton.tsx';
import { pageSize, type CatalogueState } from './catalogueUrl.ts';
import { titleId, type CardSlots } from './ItemCard.tsx';
import { ItemRows, SkeletonRows } from './ItemGrid.tsx';
import { useCatalogue } from './useCatalogue.ts';

export interface FurtherPageProps {
  state: CatalogueState;
  /** Counted from 1. */
  page: number;
  /** How many cards it will have, so that nothing moves when they arrive. */
  count: number;
  slots: CardSlots;
  /** Called when the page is there with what the focus should go to, if somebody waits for it. */
  onArrived: ((firstTitleId: string) => void) | null;
}

function ComingRows({ count }: { count: number }) {
  return <SkeletonRows count={count} early={useEarly()} />;
}

export function FurtherPage({ state, page, count, slots, onArrived }: FurtherPageProps) {
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
