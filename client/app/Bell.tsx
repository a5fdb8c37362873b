/** Notification bell in the header, with the count of unread ones. */
import type { ComponentProps } from 'react';
import { Bell as BellIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { CountBadge } from '../design/Badge.tsx';
import { IconButton } from '../design/Button.tsx';
import { useLazyMenu } from '../design/useLazyMenu.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { useLiveNotifications, useUnreadNotifications } from './unreadNotifications.ts';

const Place = styled.span`
  position: relative;
  flex: none;

  & > span {
    position: absolute;
    top: 0;
    right: 0;
    min-width: 15px;
    height: 15px;
    padding: 0 4px;
    font-size: 0.65625rem;
    font-weight: 700;
    pointer-events: none;
  }
`;

/** The button, the same before and after its popover is loaded. */
function BellButton({ unread, ...rest }: { unread: number } & Partial<ComponentProps<'button'>>) {
  const { t } = useTranslation();
  return (
    <IconButton
      {...rest}
      variant="ghost"
      size="small"
      label={unread > 0 ? t('account.unread', { count: unread }) : t('account.notifications')}
      icon={<BellIcon size={18} aria-hidden="true" />}
    />
  );
}

const loadPopover = () =>
  Promise.all([import('./NotificationsPopover.tsx'), loadTexts('notifications')]).then(
    ([part]) => part.NotificationsPopover,
  );

export function Bell() {
  useLiveNotifications();
  const unread = useUnreadNotifications();
  const { opened, buttonProps } = useLazyMenu(loadPopover, 'dialog');
  return (
    <Place>
      {opened ? (
        <opened.Menu firstPress={opened.firstPress} trigger={<BellButton unread={unread} />} />
      ) : (
        <BellButton unread={unread} {...buttonProps} />
      )}
      {unread > 0 ? (
        <CountBadge aria-hidden="true">{unread > 99 ? '99+' : unread}</CountBadge>
      ) : null}
    </Place>
  );
}
