/** The admin panel at /admin: its navigation, the tabs of the open group and the chosen screen. */
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { useNewComplaints, useOpenProposals } from '../app/pendingCounts.ts';
import { useScreenTabs } from '../app/screens.tsx';
import { LinkTabs } from '../design/LinkTabs.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { RulesProgress, useRulesProgress } from '../features/dataRules/RulesProgress.tsx';
import { useChangedSourcesCountQuery } from '../features/dataRules/generated.ts';
import { SyncChip } from '../features/sync/SyncWidget.tsx';
import { useAccessRequestsToDecideCountQuery } from '../generated.ts';
import { useDifferenceCountsQuery } from '../items/generated.ts';
import { AdminNav } from './AdminNav.tsx';
import { Count, Layout, Screen } from './admin.styles.ts';

/** Screens of the rules that show no single company's rules. */
const withoutProgress: readonly string[] = [paths.adminApprovers, paths.adminRulesSources];

/** Number of pending decisions by path of the screen. */
function usePendingCounts(): Record<string, number> {
  const complaints = useNewComplaints();
  const proposals = useOpenProposals();
  const access = useAccessRequestsToDecideCountQuery({ fetchPolicy: 'cache-and-network' });
  const { data } = useDifferenceCountsQuery({ fetchPolicy: 'cache-and-network' });
  return {
    [paths.adminComplaints]: complaints,
    [paths.adminInconsistencies]: (data?.inconsistencyCounts ?? []).reduce(
      (sum, { count }) => sum + count,
      0,
    ),
    [paths.adminAccess]: access.data?.accessRequestsToDecideCount ?? 0,
    [paths.adminCatalogueGaps]: proposals,
  };
}

export function AdminPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const tabsHere = useScreenTabs();
  const group = tabsHere.find(({ to }) => to === pathname)?.group;
  const rules = useRulesProgress(true, group === 'rules');
  const { data: sources } = useChangedSourcesCountQuery({ fetchPolicy: 'cache-and-network' });
  const toReview = rules?.toReview ?? 0;
  const changedSources = sources?.changedSources.total ?? 0;
  const counts: Record<string, number> = {
    ...usePendingCounts(),
    // The rail has no entries for the two tabs.
    [paths.adminRules]: toReview + changedSources,
    [paths.adminRulesReview]: toReview,
    [paths.adminRulesSources]: changedSources,
  };
  const screens = tabsHere.map((screen) => ({
    ...screen,
    count: counts[screen.to] ?? 0,
    mark: counts[screen.to] ? <Count>{counts[screen.to]}</Count> : null,
  }));
  const current = screens.find(({ to }) => to === pathname);
  // The rail has the counts of the others.
  const tabs = screens
    .filter((screen) => screen.group === group)
    .map((screen) => (screen.isTabOnly ? screen : { ...screen, mark: null }));
  return (
    <Layout data-full-width>
      <AdminNav
        screens={screens}
        current={current?.to}
        foot={<SyncChip to={paths.adminImport} />}
      />
      <Screen>
        {current && tabs.length > 1 ? (
          <LinkTabs
            label={t(`screenGroups.${group ?? 'inbox'}`)}
            tabs={tabs}
            end={
              rules && group === 'rules' && !withoutProgress.includes(current.to) ? (
                <RulesProgress progress={rules} />
              ) : null
            }
          />
        ) : null}
        <VisuallyHidden as="h2">{current?.label}</VisuallyHidden>
        <Outlet />
      </Screen>
    </Layout>
  );
}
