/** What the reader is told comes by itself while the page is seen; whether it does. Where it does not, the page asks. */
import { useEffect, useSyncExternalStore } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { UnreadNotificationsDocument } from '../generated.ts';

const streamPath = '/api/v1/notifications/stream';
/** A server that refuses is asked again after this. */
const againMs = 60_000;
/** Longer than a stream lives: one that says nothing for so long was cut off silently. */
const silentMs = 360_000;

let isLive = false;
const listeners = new Set<() => void>();

function setLive(now: boolean): void {
  isLive = now;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive);

/** Follows until the answer is called. */
function follow(onUnread: (unread: number) => void): () => void {
  let source: EventSource | null = null;
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
    setLive(false);
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
      setLive(true);
      openIn(silentMs);
    });
    // Another page of the same reader follows, or the session is over.
    opened.addEventListener('end', stop);
    opened.addEventListener('error', () => {
      setLive(false);
      if (opened.readyState === EventSource.CLOSED) openIn(againMs);
    });
  }
  document.addEventListener('visibilitychange', open);
  open();
  return () => {
    document.removeEventListener('visibilitychange', open);
    stop();
  };
}

/** Keeps the number of what is unread as the server says it, as long as the component is there. */
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
