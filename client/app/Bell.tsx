/**
 * Notification bell in the header: the number of unread notifications, live over server-sent events, else polled, and a mark while
 * an access request needs an answer.
 */
import { useState, useEffect, type ComponentProps } from 'react';
import { Bell as BellIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useApolloClient } from '@apollo/client/react';
import { CountBadge } from '../design/Badge.tsx';
import { IconButton } from '../design/Button.tsx';
import { useLazyMenu } from '../design/useLazyMenu.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { UnreadNotificationsDocument, useUnreadNotificationsQuery } from '../generated.ts';
import { createStore } from '../browser/store.ts';
import { useOpenQuestions } from './pendingCounts.ts';

const streamPath = '/api/v1/notifications/stream';
/** Pause before a refused stream is opened again. */
const reopenMs = 60_000;
/** Longer than the lifetime of a stream: after such a silence the connection was lost. */
const silentMs = 360_000;

const live = createStore(false);

/** Whether the stream is open: without it the number is polled. */
const useIsLive = live.use;

/** Opens the stream while the page is visible; returns a function that stops it. */
function follow(onUnread: (unread: number) => void): () => void {
  let source: EventSource | null = null;
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
    live.set(false);
  };
  const openIn = (ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(open, ms);
  };
  function open(): void {
    stop();
    if (document.hidden || typeof EventSource === 'undefined') return;
    const opened = new EventSource(streamPath);
    source = opened;
    opened.addEventListener('unread', ({ data }: MessageEvent<string>) => {
      onUnread((JSON.parse(data) as { unread: number }).unread);
      live.set(true);
      openIn(silentMs);
    });
    // Another tab of the same reader has taken over, or the session has ended.
    opened.addEventListener('end', stop);
    opened.addEventListener('error', () => {
      live.set(false);
      if (opened.readyState === EventSource.CLOSED) openIn(reopenMs);
    });
  }
  document.addEventListener('visibilitychange', open);
  open();
  return () => {
    document.removeEventListener('visibilitychange', open);
    stop();
  };
}

/** Writes the number of unread notifications into the cache whenever the server sends it. */
function useLiveNotifications(): void {
  const client = useApolloClient();
  useEffect(
    () =>
      follow((unread) =>
        client.writeQuery({
          query: UnreadNotificationsDocument,
          data: { unreadNotificationsCount: unread },
        }),
      ),
    [client],
  );
}

const pollMs = 30_000;
const query = UnreadNotificationsDocument;

/** 0 after a failure. */
function useUnreadNotifications(): number {
  const client = useApolloClient();
  const { unreadNotifications } = useSignedInUser();
  // After a sign-in the number is unknown, and queried.
  useState(() => {
    if (typeof unreadNotifications === 'number' && !client.readQuery({ query }))
      client.writeQuery({ query, data: { unreadNotificationsCount: unreadNotifications } });
  });
  const { data, error } = useUnreadNotificationsQuery({
    pollInterval: useIsLive() ? 0 : pollMs,
    skipPollAttempt: () => document.hidden,
    errorPolicy: 'none',
  });
  return error ? 0 : (data?.unreadNotificationsCount ?? 0);
}

const Place = styled.span`
  position: relative;
  flex: none;

  & > span {
    position: absolute;
    top: 0;
    right: 0;
    min-width: 16px;
    height: 16px;
    padding: 0 4px;
    font-size: 0.75rem;
    font-weight: 700;
    pointer-events: none;
  }
  & > span:empty {
    top: calc(50% - 12px);
    right: calc(50% - 12px);
    min-width: 8px;
    height: 8px;
    padding: 0;
  }
`;

/** The button, the same before and after its popover is loaded. */
function BellButton({
  unread,
  isAsked,
  ...rest
}: { unread: number; isAsked: boolean } & Partial<ComponentProps<'button'>>) {
  const { t } = useTranslation();
  const label = unread > 0 ? t('account.unread', { count: unread }) : t('account.notifications');
  return (
    <IconButton
      {...rest}
      variant="ghost"
      size="small"
      label={isAsked ? `${label}. ${t('account.answerNeeded')}` : label}
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
  // A question that was read still waits for its answer.
  const isAsked = useOpenQuestions().length > 0;
  const { opened, buttonProps } = useLazyMenu(loadPopover, 'dialog');
  const button = { unread, isAsked };
  return (
    <Place>
      {opened ? (
        <opened.Menu firstPress={opened.firstPress} trigger={<BellButton {...button} />} />
      ) : (
        <BellButton {...button} {...buttonProps} />
      )}
      {unread > 0 || isAsked ? (
        <CountBadge aria-hidden="true">{unread > 99 ? '99+' : unread || null}</CountBadge>
      ) : null}
    </Place>
  );
}
