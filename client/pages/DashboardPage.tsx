/** Dashboard at /dashboard: search, task wizard, progress and catalogue. */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../app/paths.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { ErrorFallback } from '../design/ErrorFallback.tsx';
import { lazyComponent, optionalLazyComponent } from '../design/lazyComponent.tsx';
import { color, from, layout, size, space, zIndex } from '../design/theme.ts';
import { useMediaQuery } from '../design/useMediaQuery.ts';
import { Catalogue } from '../features/catalogue/Catalogue.tsx';
import { countFilters } from '../features/catalogue/catalogueUrl.ts';
import { focusNextStep } from '../features/catalogue/nextStep.ts';
import { SearchBox } from '../features/catalogue/SearchBox.tsx';
import { useCatalogueUrl } from '../features/catalogue/useCatalogueUrl.ts';
import { ProgressChip, QuestionChip } from '../features/progress/ProgressChip.tsx';
import { markRedirected, setupHint } from '../features/setup/setupHint.ts';
import { SetupStrip } from '../features/setup/SetupStrip.tsx';
import { useOpenQuestions } from '../app/pendingCounts.ts';
import { useLoadoutStripQuery, useSetupNeedsQuery } from '../generated.ts';
import { useCardSlots } from './useCardSlots.tsx';

const Wizard = lazyComponent(() =>
  import('../features/wizard/Wizard.tsx').then((part) => part.Wizard),
);

const SyncWidget = lazyComponent(() =>
  import('../features/sync/SyncWidget.tsx').then((part) => part.SyncWidget),
);

const LoadoutStrip = optionalLazyComponent(() =>
  import('../features/loadouts/LoadoutStrip.tsx').then((part) => part.LoadoutStrip),
);

const syncWidget = (onFinished: () => void): ReactNode => <SyncWidget onFinished={onFinished} />;

const Page = styled.div`
  margin-top: -${space[6]};
`;

const TitleRow = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]};
  padding: 10px 0 2px;

  h1 {
    font-size: 1.25rem;
    line-height: 28px;
  }
  ${from.md} {
    min-height: 62px;
    padding: 18px 0 12px;
    h1 {
      white-space: nowrap;
      font-size: 1.625rem;
      line-height: 32px;
    }
  }
`;

/** The search stays in sight: below the header, or in it on wide screens. */
const SearchPlace = styled.div`
  --side: max(var(--gutter), calc((100vw - ${layout.max}) / 2));
  position: sticky;
  top: ${size.header};
  z-index: ${zIndex.sticky};
  margin-block: -5px;
  padding-block: 5px;
  background: ${color.bg};

  ${from.xl} {
    position: static;
    min-height: calc(${size.controlLg} + 10px);

    &[data-docked] > div {
      --search-height: 32px;
      position: fixed;
      top: ${space[2]};
      /* Between the breadcrumbs and the links of the header. */
      left: calc(var(--side) + 204px);
      right: calc(var(--side) + 690px);
      z-index: ${zIndex.sticky + 1};
    }
  }
`;

/** As high as the strip, which loads after the page. */
const StripPlace = styled.div`
  min-height: 28px;
`;

/** True when the page is scrolled beyond the element. */
function useIsPassed(element: RefObject<HTMLElement | null>): boolean {
  const [isPassed, setPassed] = useState(false);
  useEffect(() => {
    const look = () => setPassed((element.current?.getBoundingClientRect().bottom ?? 0) < 0);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [element]);
  return isPassed;
}

const WizardPlace = styled.div`
  display: flow-root;
  min-height: var(--wizard-height);
  margin: ${space[2]} 0 ${space[1]};

  ${from.md} {
    margin: 10px 0 18px;
  }
`;

/** Set-up strip for admins, or null; a plain visit of the catalogue may be redirected to the set-up. */
function useSetup({ id, isAdmin }: { id: string; isAdmin: boolean }): ReactNode {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { data } = useSetupNeedsQuery({ skip: !isAdmin, fetchPolicy: 'cache-and-network' });
  const needs = isAdmin ? data?.setupNeeds : undefined;
  const say = needs ? setupHint(needs, id) : 'nothing';
  // A link to a search is not redirected.
  const isLed = say === 'redirect' && search === '';
  useEffect(() => {
    if (!isLed) return;
    markRedirected(id);
    void navigate(paths.adminSetup, { replace: true });
  }, [isLed, id, navigate]);
  if (!needs || say === 'nothing' || isLed) return null;
  return <SetupStrip needs={needs} userId={id} to={paths.adminSetup} />;
}

/** Strip of the reader's loadout, or null where there is nothing to say. */
function useLoadoutStrip(): ReactNode {
  const { data, refetch } = useLoadoutStripQuery({ fetchPolicy: 'cache-and-network' });
  if (!data) return null;
  const { me, takenLoadouts, offeredLoadout } = data;
  if (takenLoadouts.length === 0 && !offeredLoadout && !me.wantsDiscipline) return null;
  const reload = () => {
    refetch().catch((failure: unknown) => {
      console.info('The strip could not be loaded again', failure);
    });
  };
  return (
    <StripPlace>
      <LoadoutStrip data={data} onChanged={reload} />
    </StripPlace>
  );
}

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const user = useSignedInUser();
  const url = useCatalogueUrl();
  const { slots, dialog } = useCardSlots(user);
  const { state, change } = url;
  const isPhone = !useMediaQuery(`(min-width: ${layout.breakpoints.md})`);
  const isNarrow = !useMediaQuery(`(min-width: ${layout.breakpoints.lg})`);
  const setup = useSetup(user);
  const strip = useLoadoutStrip();
  const [question] = useOpenQuestions();

  const searchPlace = useRef<HTMLDivElement>(null);
  const isDocked = useIsPassed(searchPlace);
  const progress = (
    <ErrorBoundary fallback={null}>
      {question ? (
        <QuestionChip service={question.service} />
      ) : (
        <ProgressChip isShort={isNarrow} onNext={focusNextStep} />
      )}
    </ErrorBoundary>
  );
  return (
    <Page>
      {setup ?? strip}
      <TitleRow>
        <h1>{t('heading')}</h1>
        {isPhone ? null : progress}
      </TitleRow>
      <SearchPlace ref={searchPlace} data-docked={isDocked || undefined} data-no-print="">
        <div>
          <SearchBox url={url} />
        </div>
      </SearchPlace>
      <ErrorBoundary fallback={<ErrorFallback />}>
        <WizardPlace data-no-print="">
          <Wizard
            category={state.category}
            subcategory={state.subcategory}
            concepts={state.concepts}
            isFiltered={countFilters(state) > state.tags.length}
            onOpen={(keys) => change(keys)}
            onChoose={({ concepts }) => change({ concepts, search: '', tags: [] })}
            onReset={() => change({ category: null, subcategory: null, concepts: [], tags: [] })}
          />
        </WizardPlace>
      </ErrorBoundary>
      <Catalogue
        url={url}
        slots={slots}
        isAdmin={user.isAdmin}
        sync={user.isAdmin ? syncWidget : undefined}
        progress={isPhone ? progress : null}
      />
      {dialog}
    </Page>
  );
}
