/** Number of unread notifications: from the page, then from the live stream, else polled. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useSignedInUser } from '../browser/currentUser.ts';
import { UnreadNotificationsDocument, useUnreadNotificationsQuery } from '../generated.ts';
import { useIsLive } from './useLiveNotifications.ts';

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
