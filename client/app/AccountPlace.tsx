/** The avatar in the header. Its menu is fetched when the page is idle, and stands there once the avatar is pressed. */
import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../browser/currentUser.ts';
import { loadFramePart } from '../browser/lostParts.ts';
import { whenConnected } from '../browser/whenConnected.ts';
import { whenIdle } from '../browser/whenIdle.ts';
import { AvatarButton } from '../design/AvatarButton.tsx';
import { useLaterMenu } from '../design/useLaterMenu.ts';
import { useNewReports } from './useNewReports.ts';

const loadPart = loadFramePart('account menu', () => import('./AccountMenu.tsx'));
const fetchEarly = () =>
  void whenConnected(loadPart).catch((failure: unknown) => {
    console.info('The account menu could not be fetched early', failure);
  });

export function AccountPlace() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const reports = useNewReports();
  const client = useApolloClient();
  const { opened, buttonProps } = useLaterMenu(async () => {
    const { AccountMenu, askFirst } = await loadPart();
    await askFirst(client, user.isAdmin);
    return AccountMenu;
  });
  useEffect(() => whenIdle(fetchEarly), []);

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
