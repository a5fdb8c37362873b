/** Dashboard at /dashboard: search, task wizard, progress and catalogue. */
import { useEffect, useMemo, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../app/paths.ts';
import { useSingleKeys } from '../app/singleKeys.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { ErrorFallback } from '../design/ErrorFallback.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { color, size, space, zIndex } from '../design/theme.ts';
import { Catalogue } from '../features/catalogue/Catalogue.tsx';
import { countFilters } from '../features/catalogue/catalogueUrl.ts';
import { focusNextStep } from '../features/catalogue/nextStep.ts';
import { SearchBox } from '../features/catalogue/SearchBox.tsx';
import { useCatalogueUrl } from '../features/catalogue/useCatalogueUrl.ts';
import { useTagNames } from '../features/catalogue/useTagNames.ts';
import { ProgressCard } from '../features/progress/ProgressCard.tsx';
import { markRedirected, setupHint } from '../features/setup/setupHint.ts';
import { SetupStrip } from '../features/setup/SetupStrip.tsx';
import { useSetupNeedsQuery } from '../generated.ts';
import { useCardSlots } from './useCardSlots.tsx';

const Wizard = lazyComponent(() =>
  import('../features/wizard/Wizard.tsx').then((part) => part.Wizard),
);

const SyncWidget = lazyComponent(() =>
  import('../features/sync/SyncWidget.tsx').then((part) => part.SyncWidget),
);

const syncWidget = (onFinished: () => void): ReactNode => <SyncWidget onFinished={onFinished} />;

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
`;

/** The search stays in sight below the header. */
const SearchPlace = styled.div`
  position: sticky;
  top: ${size.header};
  z-index: ${zIndex.sticky};
  margin-block: -6px;
  padding-block: 6px;
  background: ${color.bg};
`;

const WizardPlace = styled.div`
  min-height: var(--wizard-height);
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

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const user = useSignedInUser();
  const singleKeys = useSingleKeys();
  const url = useCatalogueUrl();
  const { slots, dialog } = useCardSlots(user);
  const { state, change } = url;
  const { allowedFor } = state;
  const markedSlots = useMemo(() => ({ ...slots, allowedFor }), [slots, allowedFor]);
  const { tagName } = useTagNames(state.tags.length > 0);
  const setup = useSetup(user);
  return (
    <Page>
      <h1>{t('heading')}</h1>
      <SearchPlace data-no-print="">
        <SearchBox url={url} tagName={tagName} />
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
      {setup}
      <ErrorBoundary fallback={<ErrorFallback />}>
        <ProgressCard onNext={focusNextStep} />
      </ErrorBoundary>
      <Catalogue
        url={url}
        slots={markedSlots}
        isAdmin={user.isAdmin}
        singleKeys={singleKeys}
        sync={user.isAdmin ? syncWidget : undefined}
      />
      {dialog}
    </Page>
  );
}
