/** What one was told, of what one wants to be told, and the last messages of this tab. */
import type { RefObject } from 'react';
import type { ApolloCache } from '@apollo/client';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Dialog } from '../design/Dialog.tsx';
import { Sections } from '../design/Sections.ts';
import { NotificationSettings } from '../features/notifications/NotificationSettings.tsx';
import { Notifications } from '../features/notifications/Notifications.tsx';
import { UnreadNotificationsDocument } from '../generated.ts';
import { paths } from './paths.ts';
import { RecentMessages } from './RecentMessages.tsx';

/** The number in the header is the one that the server says. */
const keepUnread = (unread: number, cache: ApolloCache): void =>
  void cache.writeQuery({
    query: UnreadNotificationsDocument,
    data: { unreadNotificationsCount: unread },
  });

export interface NotificationsDialogProps {
  open: boolean;
  onClose: () => void;
  /** Has the focus afterwards, where what opened it is gone. */
  returnFocus?: RefObject<HTMLElement | null>;
}

export function NotificationsDialog({ open, onClose, returnFocus }: NotificationsDialogProps) {
  const { t } = useTranslation(['common', 'notifications']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('account.notifications')}
      initialFocus="heading"
      {...(returnFocus ? { returnFocus } : {})}
    >
      <Sections>
        <Notifications
          requestsPath={paths.profileRequests}
          settingsPath={paths.profileNotifications}
          webhooksPath={paths.adminTokens}
          onLeave={onClose}
          onRead={keepUnread}
        >
          <section>
            <NotificationSettings />
            <Link to={paths.profileNotifications} onClick={onClose}>
              {t('notifications:delivery.where')}
            </Link>
          </section>
          <RecentMessages />
        </Notifications>
      </Sections>
    </Dialog>
  );
}
