/** Notification settings at /profile/notifications. */
import { useTranslation } from 'react-i18next';
import { Sections } from '../design/Sections.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { NotificationDelivery } from '../features/notifications/NotificationDelivery.tsx';
import { NotificationSettings } from '../features/notifications/NotificationSettings.tsx';

export function ProfileNotificationsPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.profileNotifications')}</VisuallyHidden>
      <Sections>
        <NotificationDelivery />
        <NotificationSettings isOpen />
      </Sections>
    </>
  );
}
