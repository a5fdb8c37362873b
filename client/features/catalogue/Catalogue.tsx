/** Search results: toolbar, filters, grid and pagination, with their loading, error and empty states. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { getErrorId } from '../../browser/graphqlFailure.ts';
import { announce } from '../../design/Announcer.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { SkipLink } from '../../design/HeaderBar.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { Delayed } from '../../design/Skeleton.tsx';
import { from, layout, size, space } from '../../design/theme.ts';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { AnswerNotices, useAnswerText, PartialNotice } from './AnswerNotices.tsx';
import { useCatalogueView } from './catalogueView.ts';
import type { CardSlots } from './cardSlots.ts';
import { FoundItems } from './FoundItems.tsx';
import { FoundLoadout } from './FoundLoadout.tsx';
import { Grid, SkeletonRows } from './ItemGrid.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useCatalogue, useIsSlow } from './useCatalogue.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useTagNames } from './filterNames.ts';

const Root = styled.section`
  ${from.xl} {
    display: grid;
    grid-template-columns: 208px minmax(0, 1fr);
    gap: 28px;
    align-items: start;
  }
`;

const Results = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  min-width: 0;
`;

/** Stays in sight below the header, and scrolls by itself. */
const Rail = styled.aside`
  position: sticky;
  top: calc(${size.header} + ${space[4]});
  max-height: calc(100dvh - ${size.header} - ${space[4]});
  /* Room for the focus rings, which it would clip. */
  padding: 6px 6px ${space[4]};
  margin: -6px -6px 0;
  overflow-y: auto;
  scrollbar-width: thin;
  @media print {
    display: none;
  }
`;

const announceDelayMs = 700;

const FilterPanel = lazyComponent(() =>
  import('./FilterPanel.tsx').then((part) => part.FilterPanel),
);

const NearItems = lazyComponent(() => import('./NearItems.tsx').then((part) => part.NearItems));

const NoResults = lazyComponent(() => import('./NoResults.tsx').then((part) => part.NoResults));

export interface CatalogueProps {
  url: CatalogueUrl;
  slots: CardSlots;
  isAdmin: boolean;
  /** Sync widget for admins of an empty catalogue; calls back when a run has finished. */
  sync?: ((onFinished: () => void) => ReactNode) | undefined;
  /** The reader's progress, where it stands beside the count. */
  progress?: ReactNode;
}

export function Catalogue({ url, slots, isAdmin, sync, progress }: CatalogueProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { state, change } = url;
  const id = useId();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const hasTurned = useRef(false);
  const numbered = useMediaQuery(`(min-width: ${layout.breakpoints.md})`);
  const hasRail = useMediaQuery(`(min-width: ${layout.breakpoints.xl})`);
  const view = useCatalogueView();
  const isRows = numbered && view === 'rows';
  const [filtersOpen, setFiltersOpen] = useState(false);

  const { found, loadout, isStale, isLoading, error, isPartial, retry } = useCatalogue(
    state,
    numbered ? state.page : 1,
  );
  const errorId = getErrorId(error);
  const isSlow = useIsSlow(isLoading);
  const empty = found?.total === 0 && !isStale && !error ? found : null;
  const isEmpty = empty !== null;
  const tagNames = useTagNames(hasRail || filtersOpen || isEmpty || state.tags.length > 0);
  const pages = found?.pageCount ?? 0;
  const total = found?.total ?? 0;

  // A page beyond the end leads to the last one.
  const beyond = !isStale && pages > 0 && state.page > pages;
  useEffect(() => {
    if (beyond) change({ page: pages }, 'replace');
  }, [beyond, change, pages]);

  const words = useAnswerText(found);
  const count = found ? t(found.unsure ? 'nearest' : 'results', { count: total }) : '';
  const heading = found && !found.unsure ? t('serviceCount', { count: total }) : count;
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
    headingRef.current?.focus({ preventScroll: true });
    headingRef.current?.parentElement?.scrollIntoView({ block: 'start' });
    announce(t('common:pagination.pageOf', { page: state.page, pages }));
  }, [state.page, pages, t]);

  const closeFilters = () => {
    setFiltersOpen(false);
    const toolbar = headingRef.current?.parentElement;
    toolbar?.querySelector<HTMLElement>('[data-filters]')?.focus({ preventScroll: true });
    toolbar?.scrollIntoView({ block: 'nearest' });
  };
  const filters = (
    <FilterPanel
      id={`${id}-filters`}
      url={url}
      company={slots.company}
      hasSwitch={hasRail || !numbered}
      total={total}
      {...(hasRail ? {} : { onClose: closeFilters })}
      {...tagNames}
    />
  );
  return (
    <Root aria-labelledby={`${id}-heading`} aria-busy={isLoading}>
      {hasRail ? (
        <>
          {/* Outside the rail, which as a sticky element would keep the link below the header. */}
          <SkipLink target={`${id}-heading`}>{t('filters.skip')}</SkipLink>
          <Rail aria-label={t('filters.label')}>{filters}</Rail>
        </>
      ) : null}
      <Results>
        <Toolbar
          url={url}
          headingId={`${id}-heading`}
          headingRef={headingRef}
          count={heading}
          company={slots.company}
          tagName={tagNames.tagName}
          isPhone={!numbered}
          progress={progress}
          filtersId={`${id}-filters`}
          filtersOpen={hasRail ? null : filtersOpen}
          onToggleFilters={() => setFiltersOpen(!filtersOpen)}
        />
        {filtersOpen && !hasRail ? filters : null}
        {loadout && !isStale ? <FoundLoadout loadout={loadout} /> : null}
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
          <NoResults
            url={url}
            found={empty}
            isAdmin={isAdmin}
            start={sync?.(retry)}
            {...tagNames}
          />
        ) : null}
        {found && found.items.length > 0 ? (
          <FoundItems
            url={url}
            found={found}
            slots={slots}
            labelledBy={`${id}-heading`}
            numbered={numbered}
            isRows={isRows}
            isLoading={isLoading}
            isStale={isStale}
            onNavigate={() => {
              hasTurned.current = true;
            }}
          />
        ) : null}
        {isLoading && !found ? (
          <Delayed>
            <Grid data-rows={isRows ? '' : undefined}>
              <SkeletonRows rows={isRows} />
            </Grid>
          </Delayed>
        ) : null}
        {found && near > 0 && state.page === 1 ? (
          <NearItems
            items={found.near}
            matches={found.matches}
            reasons={found.reasons}
            slots={slots}
          />
        ) : null}
      </Results>
    </Root>
  );
}
