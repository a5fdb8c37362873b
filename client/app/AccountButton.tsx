/** Account avatar in the header; its menu is loaded at the first press. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useWaitingApprovals, useNewComplaints } from './pendingCounts.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { AvatarButton } from '../design/Avatar.tsx';
import { useLazyMenu } from '../design/useLazyMenu.ts';

export function AccountButton() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const reports = useNewComplaints();
  const client = useApolloClient();
  const { opened, buttonProps } = useLazyMenu(async () => {
    const { AccountMenu, loadMenuData } = await import('./AccountMenu.tsx');
    await loadMenuData(client, user.isAdmin);
    return AccountMenu;
  });
  // The sum of the numbers in the menu.
  const waiting = reports + (useWaitingApprovals() ?? 0);
  const label = waiting > 0 ? t('account.menuWithWaiting', { count: waiting }) : t('account.menu');
  if (opened)
    return (
      <opened.Menu
        label={label}
        reports={reports}
        waiting={waiting}
        firstPress={opened.firstPress}
      />
    );
  return (
    <AvatarButton
      name={user.name}
      avatarUrl={user.avatarUrl}
      label={label}
      count={waiting}
      {...buttonProps}
    />
  );
}
