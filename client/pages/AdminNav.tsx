/** Navigation of the admin panel: a rail of groups, or a select where the screen is narrow. */
import { Fragment, type ReactNode } from 'react';
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
import { useTranslation } from 'react-i18next';
import { NavLink, useNavigate } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import type { ScreenTab } from '../app/screens.tsx';
import { Select } from '../design/Select.tsx';
import { Rail } from './admin.styles.ts';

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

export function AdminNav({ screens, current, foot }: AdminNavProps) {
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
                    <NavLink to={to}>
                      <Icon size={16} aria-hidden="true" />
                      <span>{label}</span>
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
