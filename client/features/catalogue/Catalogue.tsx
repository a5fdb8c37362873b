/** Search results: toolbar, filters, grid and pagination, with their loading, error and empty states. */
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { getErrorId } from '../../browser/graphqlFailure.ts';
import { announce } from '../../design/Announcer.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { Delayed } from '../../design/Skeleton.tsx';
import { layout, space } from '../../design/theme.ts';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { loadTexts } from '../../i18n/loadTexts.ts';
import { AnswerNotices, useAnswerText } from './AnswerNotices.tsx';
import { pageSize } from './catalogueUrl.ts';
import { AddedPage } from './AddedPage.tsx';
import type { CardSlots } from './ItemCard.tsx';
import { Cards, Grid, ItemRows, SkeletonRows } from './ItemGrid.tsx';
import { NearItems } from './NearItems.tsx';
import { NoResults } from './NoResults.tsx';
import { Paging } from './Paging.tsx';
import { PartialNotice } from './PartialNotice.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useCatalogue, useIsSlow } from './useCatalogue.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useTagNames } from './useTagNames.ts';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
`;

const announceDelayMs = 700;

const FilterPanel = lazyComponent(() =>
  Promise.all([import('./FilterPanel.tsx'), loadTexts('service')]).then(
    ([part]) => part.FilterPanel,
  ),
);

export interface CatalogueProps {
  url: CatalogueUrl;
  slots: CardSlots;
  isAdmin: boolean;
  /** Whether shortcuts of one character work. */
  singleKeys: boolean;
  /** Sync widget for admins of an empty catalogue; calls back when a run has finished. */
  sync?: ((onFinished: () => void) => ReactNode) | undefined;
}

export function Catalogue({ url, slots, isAdmin, singleKeys, sync }: CatalogueProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { state, change } = url;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasTurned = useRef(false);
  const numbered = useMediaQuery(`(min-width: ${layout.breakpoints.md})`);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [awaited, setAwaited] = useState<number | null>(null);

  const { found, isStale, isLoading, error, isPartial, retry } = useCatalogue(
    state,
    numbered ? state.page : 1,
  );
  const errorId = getErrorId(error);
  const isSlow = useIsSlow(isLoading);
  const empty = found?.total === 0 && !isStale && !error ? found : null;
  const isEmpty = empty !== null;
  const tagNames = useTagNames(filtersOpen || isEmpty);
  const pages = found?.pageCount ?? 0;
  const total = found?.total ?? 0;
  const further = numbered ? 0 : Math.min(state.page, pages) - 1;

  // A page beyond the end leads to the last one.
  const beyond = !isStale && pages > 0 && state.page > pages;
  useEffect(() => {
    if (beyond) change({ page: pages }, 'replace');
  }, [beyond, change, pages]);

  const words = useAnswerText(found);
  const count = found ? t(found.unsure ? 'nearest' : 'results', { count: total }) : '';
  const near = found?.near.length ?? 0;
  const news = [words, count, near > 0 ? t('nearCount', { count: near }) : null]
    .filter(Boolean)
    .join('. ');
  const said = useRef('');
  useEffect(() => {
    if (isStale || count === '') return undefined;
    const timer = setTimeout(() => {
      if (said.current !== '' && said.current !== news) announce(news);
      said.current = news;
    }, announceDelayMs);
    return () => clearTimeout(timer);
  }, [count, news, isStale]);

  useEffect(() => {
    if (!hasTurned.current) return;
    hasTurned.current = false;
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView({ block: 'start' });
    announce(t('common:pagination.pageOf', { page: state.page, pages }));
  }, [state.page, pages, t]);

  const arrive = useCallback(
    (firstTitleId: string) => {
      setAwaited(null);
      document.getElementById(firstTitleId)?.focus();
      announce(t('shown', { shown: Math.min(state.page * pageSize, total), total }));
    },
    [state.page, t, total],
  );

  return (
    <Root aria-labelledby={`${id}-heading`} aria-busy={isLoading}>
      <Toolbar
        url={url}
        headingId={`${id}-heading`}
        headingRef={heading}
        count={count}
        hasCompany={slots.company !== null}
        singleKeys={singleKeys}
        filtersId={`${id}-filters`}
        filtersOpen={filtersOpen}
        onToggleFilters={() => setFiltersOpen(!filtersOpen)}
      />
      {filtersOpen ? (
        <FilterPanel id={`${id}-filters`} url={url} company={slots.company} {...tagNames} />
      ) : null}
      {found && !isStale ? <AnswerNotices url={url} found={found} words={words} /> : null}
      {error ? (
        <Notice
          tone="danger"
          actions={<Button onClick={retry}>{t('common:actions.retry')}</Button>}
        >
          {t('loadFailed')}
          {errorId ? <code>{t('common:error.id', { id: errorId })}</code> : null}
        </Notice>
      ) : null}
      {isPartial ? <PartialNotice onRetry={retry} /> : null}
      {isSlow ? <Notice>{t('common:state.slow')}</Notice> : null}
      {empty ? (
        <NoResults url={url} found={empty} isAdmin={isAdmin} start={sync?.(retry)} {...tagNames} />
      ) : null}
      {found && found.items.length > 0 ? (
        <Cards labelledBy={`${id}-heading`} busy={isLoading} stale={isStale}>
          <ItemRows
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
      ) : null}
      {isLoading && !found ? (
        <Delayed>
          <Grid>
            <SkeletonRows />
          </Grid>
        </Delayed>
      ) : null}
      {found && !isEmpty ? (
        <Paging
          url={url}
          numbered={numbered}
          total={total}
          pages={pages}
          onNavigate={() => {
            hasTurned.current = true;
          }}
          onMore={() => {
            setAwaited(state.page + 1);
            change({ page: state.page + 1 });
          }}
        />
      ) : null}
      {found && near > 0 && state.page === 1 ? (
        <NearItems
          items={found.near}
          matches={found.matches}
          reasons={found.reasons}
          slots={slots}
        />
      ) : null}
    </Root>
  );
}
