/** Loadouts as cards, page by page. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { Card } from '../../design/Card.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutPath } from '../../items/links.ts';
import { useLoadoutsQuery, type Discipline, type LoadoutCardFragment } from './generated.ts';
import { KindBadge } from './KindBadge.tsx';
import { LoadoutTiles } from './LoadoutTiles.tsx';
import { descriptionOf, titleOf } from './loadoutText.ts';

const Root = styled(Card)`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: 10px;
  min-width: 0;

  [data-part='head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[1]} ${space[2]};
    color: ${color.textMuted};
    ${type.xs}
  }
  h2 {
    ${type.lg}
    overflow-wrap: anywhere;
  }
  h2 a {
    color: inherit;
    text-decoration: none;
  }
  /* The whole card leads to the loadout. */
  h2 a::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
  }
  &:hover h2 a {
    text-decoration: underline;
  }
  p {
    display: -webkit-box;
    overflow: hidden;
    color: ${color.textMuted};
    ${type.sm}
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow-wrap: anywhere;
  }
  [data-part='foot'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[3]};
    margin-top: auto;
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='foot'] b {
    color: ${color.text};
    font-weight: 650;
  }
`;

interface LoadoutCardProps {
  loadout: LoadoutCardFragment;
  /** Name of its discipline. */
  discipline: string | undefined;
}

/** Card of a loadout in the list. */
function LoadoutCard({ loadout, discipline }: LoadoutCardProps) {
  const { t } = useTranslation('loadouts');
  const { language } = useLanguage();
  const title = titleOf(loadout, language);
  const description = descriptionOf(loadout, language);
  const { progress, itemsCount, items } = loadout;
  return (
    <Root as="article">
      <div data-part="head">
        <KindBadge kind={loadout.kind} company={loadout.company} />
        {discipline && discipline !== title.text ? <span>{discipline}</span> : null}
      </div>
      <h2 lang={title.language}>
        <Link to={loadoutPath(loadout.id)}>{title.text}</Link>
        {title.isSubstitute ? <LanguageMark language={title.language} /> : null}
      </h2>
      {description.text ? <p lang={description.language}>{description.text}</p> : null}
      <LoadoutTiles rows={items} more={itemsCount - items.length} small />
      <div data-part="foot">
        {progress && progress.used > 0 ? (
          <b>{t('progress', { used: progress.used, total: progress.total })}</b>
        ) : (
          <span>{t('services', { count: itemsCount })}</span>
        )}
        {loadout.takersCount > 0 ? (
          <span>{t('takenBy', { count: loadout.takersCount })}</span>
        ) : null}
      </div>
    </Root>
  );
}

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

interface LoadoutListProps extends Filter {
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
