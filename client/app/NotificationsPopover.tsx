/** Popover of the bell: the notifications, and the way to their settings. */
import type { ReactElement } from 'react';
import type { ApolloCache } from '@apollo/client';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSignedInUser } from '../browser/currentUser.ts';
import { Popover } from '../design/Popover.tsx';
import type { FirstPress } from '../design/useLazyMenu.ts';
import { Notifications } from '../features/notifications/Notifications.tsx';
import { UnreadNotificationsDocument } from '../generated.ts';
import { paths } from './paths.ts';

/** Takes the number over, so that the bell shows it without asking. */
const keepUnread = (unread: number, cache: ApolloCache): void =>
  void cache.writeQuery({
    query: UnreadNotificationsDocument,
    data: { unreadNotificationsCount: unread },
  });

export interface NotificationsPopoverProps {
  firstPress: FirstPress;
  trigger: ReactElement<Record<string, unknown>>;
}

export function NotificationsPopover({ firstPress, trigger }: NotificationsPopoverProps) {
  const { t } = useTranslation(['common', 'notifications']);
  const { isAdmin } = useSignedInUser();
  return (
    <Popover
      trigger={trigger}
      firstPress={firstPress}
      label={t('account.notifications')}
      placement="bottom-end"
    >
      {(close) => (
        <>
          <h2>{t('account.notifications')}</h2>
          <Notifications
            requestsPath={paths.profileRequests}
            settingsPath={paths.profileNotifications}
            webhooksPath={paths.adminWebhooks}
            sourcesPath={isAdmin ? paths.adminRulesSources : paths.profileRulesSources}
            subscriptionsPath={paths.profileSubscriptions}
            onLeave={close}
            onRead={keepUnread}
          >
            <p>
              <Link to={paths.profileNotifications} onClick={close}>
                {t('account.notificationSettings')}
              </Link>
            </p>
          </Notifications>
        </>
      )}
    </Popover>
  );
}
