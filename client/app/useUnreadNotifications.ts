/** How much of what the reader was told is unread: it comes with the page, then by itself, else it is asked every 30 s while the tab is seen. */
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
  // The answer of a sign-in does not say it: then it is asked.
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
