/** Account menu: profile, admin entries, notifications, shortcuts and sign-out. */
import type { ApolloClient } from '@apollo/client';
import {
  Bell,
  ChartLine,
  Flag,
  KeyRound,
  Keyboard,
  Layers,
  Lightbulb,
  LogOut,
  Shield,
  Table2,
  UserRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCanDecideRules, useWaitingApprovals, useOpenProposals } from './pendingCounts.ts';
import { logOut, useSignedInUser } from '../browser/currentUser.ts';
import { AvatarButton } from '../design/Avatar.tsx';
import { CountBadge } from '../design/Badge.tsx';
import { Menu, MenuCheckbox, MenuItem, MenuLink, MenuSeparator } from '../design/Menu.tsx';
import { notify } from '../design/notify.ts';
import type { FirstPress } from '../design/useLazyMenu.ts';
import {
  AccessRequestsToDecideCountDocument,
  CompaniesWithDataRulesDocument,
  OpenProposalsCountDocument,
} from '../generated.ts';
import { color, type } from '../design/theme.ts';
import { newComplaintsPath, paths } from './paths.ts';
import { setSingleKeys, useSingleKeys } from '../browser/keyboard.ts';

const Name = styled.strong`
  display: block;
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const Detail = styled.small`
  display: block;
  color: ${color.textMuted};
  ${type.xs}
`;

/** Name with a detail line, as the first entry of a menu. */
function MenuName({ name, detail }: { name: string; detail?: string | undefined }) {
  return (
    <>
      <Name>{name}</Name>
      {detail ? <Detail>{detail}</Detail> : null}
    </>
  );
}

export interface AccountMenuProps {
  /** The trigger's accessible name. */
  label: string;
  /** Complaints with the status new; 0 for everybody but admins. */
  reports: number;
  /** Complaints, and access requests that wait for the reader. */
  waiting: number;
  /** Kind of the press that loaded the menu. */
  firstPress: FirstPress;
}

/** Longest wait for the data that decides on the entries. */
const menuDataTimeoutMs = 1_000;

/** Loads the data that decides on the entries before the menu opens: a late entry would shift the others. */
export async function loadMenuData(client: ApolloClient, isAdmin: boolean): Promise<void> {
  const approvals = async () => {
    const { data } = await client.query({ query: AccessRequestsToDecideCountDocument });
    if (!isAdmin && typeof data?.accessRequestsToDecideCount === 'number')
      await client.query({ query: CompaniesWithDataRulesDocument });
  };
  const proposals = isAdmin ? client.query({ query: OpenProposalsCountDocument }) : null;
  const tooLong = new Promise<void>((done) => {
    setTimeout(done, menuDataTimeoutMs);
  });
  const failed = (failure: unknown) => console.info('Entries of the menu are not known', failure);
  await Promise.race([Promise.all([approvals(), proposals]).catch(failed), tooLong]);
}

const icon = { size: 18, 'aria-hidden': true } as const;

export function AccountMenu({ label, reports, waiting, firstPress }: AccountMenuProps) {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const singleKeys = useSingleKeys();
  const proposals = useOpenProposals();
  const approvals = useWaitingApprovals();
  const decidesRules = useCanDecideRules(approvals);
  const signOut = () => {
    notify.dismiss('sign-out');
    return logOut('left').catch((failure: unknown) => {
      console.error('The log-out failed', failure);
      notify.error(t('error.title'), { id: 'sign-out', description: t('error.network') });
    });
  };

  // Admins have it in their panel; here only when a request waits.
  const showsApprovals = approvals !== null && (approvals > 0 || !user.isAdmin);

  return (
    <Menu
      firstPress={firstPress}
      label={t('account.menu')}
      trigger={
        <AvatarButton name={user.name} avatarUrl={user.avatarUrl} label={label} count={waiting} />
      }
    >
      <MenuLink to={paths.profileItems} icon={<UserRound {...icon} />}>
        <MenuName name={user.name} detail={user.company?.name} />
      </MenuLink>
      <MenuLink to={paths.loadouts} icon={<Layers {...icon} />}>
        {t('account.loadouts')}
      </MenuLink>
      <MenuSeparator />
      {user.isAdmin ? (
        <>
          <MenuLink to={paths.admin} icon={<Shield {...icon} />}>
            {t('account.adminPanel')}
          </MenuLink>
          <MenuLink
            to={newComplaintsPath}
            icon={<Flag {...icon} />}
            trailing={reports > 0 ? <CountBadge>{reports}</CountBadge> : null}
          >
            {t('account.newReports')}
          </MenuLink>
          {proposals > 0 ? (
            <MenuLink
              to={paths.adminCatalogueGaps}
              icon={<Lightbulb {...icon} />}
              trailing={<CountBadge>{proposals}</CountBadge>}
            >
              {t('account.proposals')}
            </MenuLink>
          ) : null}
        </>
      ) : null}
      {showsApprovals ? (
        <MenuLink
          to={user.isAdmin ? paths.adminAccess : paths.profileApprovals}
          icon={<KeyRound {...icon} />}
          trailing={approvals > 0 ? <CountBadge>{approvals}</CountBadge> : null}
        >
          {t('account.approvals')}
        </MenuLink>
      ) : null}
      {showsApprovals && !user.isAdmin ? (
        <MenuLink to={paths.insights} icon={<ChartLine {...icon} />}>
          {t('screens.insights')}
        </MenuLink>
      ) : null}
      {decidesRules ? (
        <MenuLink to={paths.profileRules} icon={<Table2 {...icon} />}>
          {t('screens.rules')}
        </MenuLink>
      ) : null}
      {user.isAdmin || showsApprovals ? <MenuSeparator /> : null}
      <MenuLink to={paths.profileNotifications} icon={<Bell {...icon} />}>
        {t('account.notificationSettings')}
      </MenuLink>
      <MenuCheckbox icon={<Keyboard {...icon} />} checked={singleKeys} onChange={setSingleKeys}>
        {t('account.shortcuts')}
      </MenuCheckbox>
      <MenuSeparator />
      <MenuItem icon={<LogOut {...icon} />} onSelect={() => void signOut()}>
        {t('account.signOut')}
      </MenuItem>
    </Menu>
  );
}
