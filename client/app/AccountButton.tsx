/** The avatar in the header. Its menu is loaded when the avatar is pressed for the first time. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../browser/currentUser.ts';
import { AvatarButton } from '../design/AvatarButton.tsx';
import { useLaterMenu } from '../design/useLazyMenu.ts';
import { useNewReports } from './useNewReports.ts';

export function AccountPlace() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const reports = useNewReports();
  const client = useApolloClient();
  const { opened, buttonProps } = useLaterMenu(async () => {
    const { AccountMenu, askFirst } = await import('./AccountMenu.tsx');
    await askFirst(client, user.isAdmin);
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
