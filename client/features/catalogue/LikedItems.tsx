/** Services that the reader uses, latest first. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Notice } from '../../design/Notice.tsx';
import { Delayed } from '../../design/Skeleton.tsx';
import { useLikedKnowledgeQuery, useRestOfLikedQuery } from '../../items/generated.ts';
import type { CardSlots } from './cardSlots.ts';
import { Cards, Grid, ItemRows, SkeletonRows } from './ItemGrid.tsx';
import { PartialNotice } from './AnswerNotices.tsx';

export interface LikedItemsProps {
  slots: CardSlots;
  /** The address of the catalogue. */
  catalogue: string;
}

/** A card stays until the next visit when its like is removed. */
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
  // Cards are usable without it: they only lack the state of the request.
  const { data: rest } = useRestOfLikedQuery({ fetchPolicy: 'cache-and-network' });
  const items = useMemo(() => {
    const known = new Map(rest?.likedKnowledge.map((one) => [one.id, one]));
    return cards?.map((card) => ({
      ...card,
      myAccessRequest: known.get(card.id)?.myAccessRequest ?? null,
    }));
  }, [cards, rest]);
  const retry = () => {
    // `error` of the hook shows the failure.
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
        <Cards label={t('common:screens.profileItems')}>
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
