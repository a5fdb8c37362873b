/** /dashboard: the catalogue with its search, the task wizard and the reader's progress. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSingleKeys } from '../app/singleKeys.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { ErrorFallback } from '../design/ErrorFallback.tsx';
import { latePart } from '../design/latePart.tsx';
import { color, size, space, zIndex } from '../design/theme.ts';
import { Catalogue } from '../features/knowledge/Catalogue.tsx';
import { focusNextStep } from '../features/knowledge/nextStep.ts';
import { SearchBox } from '../features/knowledge/SearchBox.tsx';
import { useCatalogueUrl } from '../features/knowledge/useCatalogueUrl.ts';
import { useTagNames } from '../features/knowledge/useTagNames.ts';
import { ProgressCard } from '../features/progress/ProgressCard.tsx';
import { useCardSlots } from './useCardSlots.tsx';

const Wizard = latePart(() => import('../features/wizard/Wizard.tsx').then((part) => part.Wizard));

const SyncWidget = latePart(() =>
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

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const user = useSignedInUser();
  const singleKeys = useSingleKeys();
  const url = useCatalogueUrl();
  const { slots, dialog } = useCardSlots(user);
  const { state, change } = url;
  const { tagName } = useTagNames(state.tags.length > 0);
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
            isFiltered={state.verified}
            onOpen={(keys) => change(keys, 'replace')}
            onChoose={({ concepts }) => change({ concepts, search: '', tags: [] })}
            onReset={() => change({ category: null, subcategory: null, concepts: [], tags: [] })}
          />
        </WizardPlace>
      </ErrorBoundary>
      <ErrorBoundary fallback={<ErrorFallback />}>
        <ProgressCard onNext={focusNextStep} />
      </ErrorBoundary>
      <Catalogue
        url={url}
        slots={slots}
        isAdmin={user.isAdmin}
        singleKeys={singleKeys}
        sync={user.isAdmin ? syncWidget : undefined}
      />
      {dialog}
    </Page>
  );
}
