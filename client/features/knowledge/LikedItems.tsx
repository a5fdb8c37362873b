/** The services that the reader has marked as used, latest first. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Notice } from '../../design/Notice.tsx';
import { Delayed } from '../../design/Skeleton.tsx';
import { useLikedKnowledgeQuery, useRequestsOfLikedQuery } from '../../generated.ts';
import type { CardSlots } from './ItemCard.tsx';
import { Cards, Grid, ItemRows, SkeletonRows } from './ItemGrid.tsx';
import { PartialNotice } from './PartialNotice.tsx';

export interface LikedItemsProps {
  slots: CardSlots;
  /** The address of the catalogue. */
  catalogue: string;
}

/** A mark that is taken off here leaves the card in its place until the next visit. */
export function LikedItems({ slots, catalogue }: LikedItemsProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const {
    data,
    previousData,
    error: failure,
    refetch,
  } = useLikedKnowledgeQuery({ fetchPolicy: 'cache-and-network', errorPolicy: 'all' });
  const isPartial = failure !== undefined && Boolean(data?.likedKnowledge);
  const error = isPartial ? undefined : failure;
  const cards = (data ?? previousData)?.likedKnowledge;
  // Without it a card offers to ask, and whoever asks again is shown the request that is open.
  const { data: asked } = useRequestsOfLikedQuery({ fetchPolicy: 'cache-and-network' });
  const items = useMemo(() => {
    const requests = new Map(
      asked?.likedKnowledge.map(({ id, myAccessRequest }) => [id, myAccessRequest]),
    );
    return cards?.map((card) => ({ ...card, myAccessRequest: requests.get(card.id) ?? null }));
  }, [cards, asked]);
  const retry = () => {
    // The failure is shown by `error`, which the hook reports.
    refetch().catch((raised: unknown) => {
      console.info('The marked services could not be loaded again', raised);
    });
  };
  return (
    <>
      {error ? (
        <Notice
          tone="danger"
          actions={<Button onClick={retry}>{t('common:actions.retry')}</Button>}
        >
          {t('loadFailed')}
        </Notice>
      ) : null}
      {isPartial ? <PartialNotice onRetry={retry} /> : null}
      {items?.length === 0 && !error ? (
        <EmptyState
          title={t('likedEmpty')}
          actions={
            <ButtonLink to={catalogue} variant="primary">
              {t('common:error.toCatalogue')}
            </ButtonLink>
          }
        >
          {t('likedEmptyHint')}
        </EmptyState>
      ) : null}
      {items && items.length > 0 ? (
        <Cards label={t('common:screens.profileKnowledge')}>
          <ItemRows items={items} slots={slots} leading />
        </Cards>
      ) : null}
      {!items && !error ? (
        <Delayed>
          <Grid>
            <SkeletonRows count={3} />
          </Grid>
        </Delayed>
      ) : null}
    </>
  );
}
