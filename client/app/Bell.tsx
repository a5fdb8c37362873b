/** Notification bell in the header, shown once something is unread. */
import { useState } from 'react';
import { Bell as BellIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { CountBadge } from '../design/Badge.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useLiveNotifications } from './useLiveNotifications.ts';
import { LazyNotificationsDialog } from './lazyNotifications.ts';
import { useUnreadNotifications } from './useUnreadNotifications.ts';

const Place = styled.span`
  position: relative;
  flex: none;

  & > span {
    position: absolute;
    top: -6px;
    right: -6px;
    pointer-events: none;
  }
`;

export function Bell() {
  const { t } = useTranslation();
  useLiveNotifications();
  const unread = useUnreadNotifications();
  const [hasRung, setHasRung] = useState(false);
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  // It stays once shown, because the focus returns to it.
  if (unread > 0 && !hasRung) setHasRung(true);
  if (!hasRung) return null;
  return (
    <Place>
      <IconButton
        label={unread > 0 ? t('account.unread', { count: unread }) : t('account.notifications')}
        icon={<BellIcon size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setDialog('open')}
      />
      {unread > 0 ? (
        <CountBadge aria-hidden="true">{unread > 99 ? '99+' : unread}</CountBadge>
      ) : null}
      {dialog === 'never' ? null : (
        <LazyNotificationsDialog open={dialog === 'open'} onClose={() => setDialog('closed')} />
      )}
    </Place>
  );
}
