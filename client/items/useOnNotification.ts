/** Hook that runs when a new notification arrives. */
import { useEffect, useRef } from 'react';
import { useUnreadNotificationsQuery } from '../generated.ts';

/** @param onTold called when more is unread than before; it deals with its own failures */
export function useOnNotification(onTold: () => void): void {
  // The bell fetches the number.
  const unread = useUnreadNotificationsQuery({ fetchPolicy: 'cache-only' }).data
    ?.unreadNotificationsCount;
  const knownUnread = useRef(unread);
  const latest = useRef(onTold);
  useEffect(() => {
    latest.current = onTold;
  });
  useEffect(() => {
    const hasCome = (unread ?? 0) > (knownUnread.current ?? 0);
    knownUnread.current = unread;
    if (hasCome) latest.current();
  }, [unread]);
}
