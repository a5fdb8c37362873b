/** Account avatar in the header; its menu is loaded at the first press. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useNewComplaints } from './pendingCounts.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { AvatarButton } from '../design/AvatarButton.tsx';
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
  const label = reports > 0 ? t('account.menuWithReports', { count: reports }) : t('account.menu');
  if (opened) return <opened.Menu label={label} reports={reports} firstPress={opened.firstPress} />;
  return (
    <AvatarButton
      name={user.name}
      avatarUrl={user.avatarUrl}
      label={label}
      count={reports}
      {...buttonProps}
    />
  );
}
