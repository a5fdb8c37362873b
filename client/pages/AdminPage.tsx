/** The admin panel at /admin: its navigation, the tabs of the open group and the chosen screen. */
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, NavLink, useNavigate } from 'react-router-dom';
import {
  Boxes,
  Building2,
  ChartLine,
  Database,
  FlaskConical,
  Flag,
  GitCompareArrows,
  Hash,
  History,
  KeyRound,
  Layers,
  Plug,
  RefreshCw,
  SearchX,
  SpellCheck,
  UserCheck,
  Users,
  Wallet,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { paths } from '../app/paths.ts';
import { useNewComplaints, useOpenProposals } from '../app/pendingCounts.ts';
import { useScreenTabs, type ScreenTab } from '../app/screens.tsx';
import { LinkTabs } from '../design/LinkTabs.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { RulesProgress, useRulesProgress } from '../features/dataRules/RulesProgress.tsx';
import { useChangedSourcesCountQuery } from '../features/dataRules/generated.ts';
import { SyncChip } from '../features/sync/SyncWidget.tsx';
import { useAccessRequestsToDecideCountQuery } from '../generated.ts';
import { useDifferenceCountsQuery } from '../items/generated.ts';
import { Select } from '../design/Select.tsx';
import { Count, Layout, Screen, Rail } from './admin.styles.ts';

const icons: Record<string, LucideIcon> = {
  [paths.adminComplaints]: Flag,
  [paths.adminInconsistencies]: GitCompareArrows,
  [paths.adminAccess]: KeyRound,
  [paths.adminCatalogueGaps]: SearchX,
  [paths.adminServices]: Layers,
  [paths.adminTags]: Hash,
  [paths.adminSearchWords]: SpellCheck,
  [paths.adminImport]: RefreshCw,
  [paths.adminRules]: Database,
  [paths.adminApprovers]: UserCheck,
  [paths.adminPeople]: Users,
  [paths.adminCompanies]: Building2,
  [paths.adminInsights]: ChartLine,
  [paths.adminSubscriptions]: Wallet,
  [paths.adminAuditLog]: History,
  [paths.adminSetup]: Plug,
  [paths.adminTokens]: KeyRound,
  [paths.adminWebhooks]: Webhook,
  [paths.adminDemo]: FlaskConical,
};

interface AdminNavProps {
  screens: ReadonlyArray<ScreenTab & { mark: ReactNode; count: number }>;
  /** Path of the open screen. */
  current: string | undefined;
  /** Shown under the rail. */
  foot: ReactNode;
}

/** Navigation of the admin panel: a rail of groups, or a select where the screen is narrow. */
function AdminNav({ screens, current, foot }: AdminNavProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const inRail = screens.filter(({ isTabOnly }) => !isTabOnly);
  const nameOf = (group: ScreenTab['group']) => t(`screenGroups.${group ?? 'inbox'}`);
  return (
    <Rail>
      <h1>{t('screens.admin')}</h1>
      <Select
        aria-label={t('screens.admin')}
        value={current ?? ''}
        options={screens.map(({ to, label, group, count }) => ({
          value: to,
          label: count > 0 ? `${label} (${count})` : label,
          group: nameOf(group),
        }))}
        onChange={(path) => void navigate(path)}
        wide
      />
      <nav aria-label={t('screens.admin')}>
        {[...Map.groupBy(inRail, ({ group }) => group)].map(([group, members]) => (
          <Fragment key={group}>
            <p id={`admin-${group}`}>{nameOf(group)}</p>
            <ul aria-labelledby={`admin-${group}`}>
              {members.map(({ to, label, mark }) => {
                const Icon = icons[to] ?? Boxes;
                return (
                  <li key={to}>
                    <NavLink to={to} title={to === paths.adminImport ? label : undefined}>
                      <Icon size={16} aria-hidden="true" />
                      <span>{to === paths.adminImport ? t('importInRail') : label}</span>
                      {mark}
                    </NavLink>
                  </li>
                );
              })}
            </ul>
          </Fragment>
        ))}
      </nav>
      {foot}
    </Rail>
  );
}

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
