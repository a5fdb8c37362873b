/** Number of unread notifications: from the page, then live over server-sent events, else polled. */
import { useState, useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useSignedInUser } from '../browser/currentUser.ts';
import { UnreadNotificationsDocument, useUnreadNotificationsQuery } from '../generated.ts';
import { createStore } from '../browser/store.ts';

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
export function useLiveNotifications(): void {
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
export function useUnreadNotifications(): number {
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
