/** Loadouts as cards, page by page. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useLoadoutsQuery, type Discipline } from './generated.ts';
import { LoadoutCard } from './LoadoutCard.tsx';

const pageSize = 24;

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  gap: 14px;

  & > li {
    display: flex;
    min-width: 0;
  }
`;

const More = styled.div`
  display: flex;
  justify-content: center;
`;

interface Filter {
  discipline: Discipline | null;
  isMine: boolean;
  nameOf: (discipline: Discipline | null) => string | undefined;
}

/** @param page counted from 0 */
const usePage = ({ discipline, isMine }: Filter, page: number, skip = false) =>
  useLoadoutsQuery({
    variables: { discipline, mine: isMine, page, perPage: pageSize },
    fetchPolicy: 'cache-and-network',
    skip,
  });

function CardsOfPage({ filter, page }: { filter: Filter; page: number }) {
  const { data } = usePage(filter, page);
  return data?.loadouts.loadouts.map((loadout) => (
    <li key={loadout.id}>
      <LoadoutCard loadout={loadout} discipline={filter.nameOf(loadout.discipline)} />
    </li>
  ));
}

export interface LoadoutListProps extends Filter {
  /** The filter is not known yet. */
  isWaiting: boolean;
  /** Shown when there is none. */
  empty: ReactNode;
}

export function LoadoutList({ isWaiting, empty, ...filter }: LoadoutListProps) {
  const { t } = useTranslation('loadouts');
  const [pages, setPages] = useState(1);
  const { data, error, refetch } = usePage(filter, 0, isWaiting);
  const found = data?.loadouts;
  return (
    <>
      <QueryResult
        found={found?.loadouts}
        error={found ? null : error}
        failure={t('loadFailed')}
        onRetry={refetch}
        skeleton={
          <Grid>
            {[1, 2, 3].map((place) => (
              <li key={place}>
                <Skeleton style={{ height: 190, borderRadius: 12 }} />
              </li>
            ))}
          </Grid>
        }
        empty={empty}
      />
      {found && found.total > 0 ? (
        <Grid aria-label={t('list')}>
          {Array.from({ length: pages }, (_, page) => (
            <CardsOfPage key={`page ${page}`} filter={filter} page={page} />
          ))}
        </Grid>
      ) : null}
      {found && found.total > pages * pageSize ? (
        <More>
          <Button onClick={() => setPages(pages + 1)}>{t('more')}</Button>
        </More>
      ) : null}
    </>
  );
}
