/** Notifications dialog: notifications, their settings, and recent messages of this tab. */
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

/** Writes the server's number into the cache, for the header. */
const keepUnread = (unread: number, cache: ApolloCache): void =>
  void cache.writeQuery({
    query: UnreadNotificationsDocument,
    data: { unreadNotificationsCount: unread },
  });

export interface NotificationsDialogProps {
  open: boolean;
  onClose: () => void;
  /** Takes the focus when the opener is gone. */
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
