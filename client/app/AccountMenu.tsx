/** The account menu: who one is, the admin's entries, recent messages, shortcuts, sign-out. */
import { useRef, useState } from 'react';
import { Flag, History, Keyboard, LogOut, Shield, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { restCall } from '../browser/restCall.ts';
import { forgetCurrentUser, useSignedInUser } from '../browser/currentUser.ts';
import { AvatarButton } from '../design/AvatarButton.tsx';
import { CountBadge } from '../design/Badge.tsx';
import { Menu, MenuCheckbox, MenuItem, MenuLink, MenuSeparator } from '../design/Menu.tsx';
import { MenuName } from '../design/MenuName.tsx';
import { notify } from '../design/notify.ts';
import type { FirstPress } from '../design/useLaterMenu.ts';
import { RecentMessages } from './RecentMessages.tsx';
import { newComplaints, paths } from './paths.ts';
import { setSingleKeys, useSingleKeys } from './singleKeys.ts';

export interface AccountMenuProps {
  /** The trigger's accessible name. */
  label: string;
  /** Complaints with the status new; 0 for everybody but admins. */
  reports: number;
  /** How the avatar was pressed. */
  firstPress: FirstPress;
}

const icon = { size: 18, 'aria-hidden': true } as const;

export function AccountMenu({ label, reports, firstPress }: AccountMenuProps) {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const singleKeys = useSingleKeys();
  const [showNotices, setShowNotices] = useState(false);
  const avatar = useRef<HTMLButtonElement>(null);
  const signOut = () =>
    restCall('/api/v1/auth/logout').then(
      () => forgetCurrentUser('left'),
      (failure: unknown) => {
        console.error('The sign-out failed', failure);
        notify.error(t('error.title'), { description: t('error.network') });
      },
    );

  return (
    <>
      <Menu
        firstPress={firstPress}
        label={t('account.menu')}
        trigger={
          <AvatarButton
            ref={avatar}
            name={user.name}
            avatarUrl={user.avatarUrl}
            label={label}
            count={reports}
          />
        }
      >
        <MenuLink to={paths.profileKnowledge} icon={<UserRound {...icon} />}>
          <MenuName name={user.name} detail={user.company?.name} />
        </MenuLink>
        <MenuSeparator />
        {user.isAdmin ? (
          <>
            <MenuLink to={paths.admin} icon={<Shield {...icon} />}>
              {t('account.adminPanel')}
            </MenuLink>
            <MenuLink
              to={newComplaints}
              icon={<Flag {...icon} />}
              trailing={reports > 0 ? <CountBadge>{reports}</CountBadge> : null}
            >
              {t('account.newReports')}
            </MenuLink>
            <MenuSeparator />
          </>
        ) : null}
        <MenuItem icon={<History {...icon} />} onSelect={() => setShowNotices(true)}>
          {t('account.notifications')}
        </MenuItem>
        <MenuCheckbox icon={<Keyboard {...icon} />} checked={singleKeys} onChange={setSingleKeys}>
          {t('account.shortcuts')}
        </MenuCheckbox>
        <MenuSeparator />
        <MenuItem icon={<LogOut {...icon} />} onSelect={() => void signOut()}>
          {t('account.signOut')}
        </MenuItem>
      </Menu>
      <RecentMessages
        open={showNotices}
        onClose={() => setShowNotices(false)}
        returnFocus={avatar}
      />
    </>
  );
}
