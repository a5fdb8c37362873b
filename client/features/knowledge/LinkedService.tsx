/** The one service that a colleague's link leads to, and the way from there to the whole catalogue. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { isNotFound } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Notice } from '../../design/Notice.tsx';
import { Delayed } from '../../design/Skeleton.tsx';
import { space, type } from '../../design/theme.ts';
import { useLinkedItemQuery } from '../../generated.ts';
import type { CardSlots } from './ItemCard.tsx';
import { Cards, Grid, ItemRows, SkeletonRows } from './ItemGrid.tsx';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[2]};
  h2 {
    ${type.lg}
  }
`;

export interface LinkedServiceProps {
  id: string;
  slots: CardSlots;
  /** Leads to the whole catalogue. */
  onLeave: () => void;
}

export function LinkedService({ id, slots, onLeave }: LinkedServiceProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const heading = useId();
  const { data, error, loading, refetch } = useLinkedItemQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all',
  });
  const item = data?.knowledgeItem;
  const retry = () => {
    // The failure is shown by `error`, which the hook reports.
    refetch().catch((failure: unknown) => {
      console.info('The service could not be loaded again', failure);
    });
  };
  const all = <Button onClick={onLeave}>{t('linked.all')}</Button>;
  if (!item && isNotFound(error)) {
    return (
      <EmptyState title={t('linked.gone')} actions={all}>
        {t('linked.goneHint')}
      </EmptyState>
    );
  }
  return (
    <Root aria-labelledby={heading} aria-busy={loading}>
      <Head>
        <h2 id={heading}>{t('linked.title')}</h2>
        {all}
      </Head>
      {error && !item ? (
        <Notice
          tone="danger"
          actions={<Button onClick={retry}>{t('common:actions.retry')}</Button>}
        >
          {t('linked.failed')}
        </Notice>
      ) : null}
      {item ? (
        <Cards labelledBy={heading}>
          <ItemRows items={[item]} slots={slots} leading />
        </Cards>
      ) : null}
      {!item && !error ? (
        <Delayed>
          <Grid>
            <SkeletonRows count={1} />
          </Grid>
        </Delayed>
      ) : null}
    </Root>
  );
}
