/** Looks up again whether Telegram is connected, by a press and on coming back to the tab. */
import { useCallback, useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { keepCurrentUser, useSignedInUser, type CurrentUser } from '../../browser/currentUser.ts';
import { MeDocument } from '../../generated.ts';

/** What the server says of the person now, kept for the whole page. Throws when it cannot be asked. */
export function useTelegramCheck(): () => Promise<CurrentUser> {
  const client = useApolloClient();
  const user = useSignedInUser();
  return useCallback(async () => {
    const { data } = await client.query({ query: MeDocument, fetchPolicy: 'network-only' });
    const now = { ...user, ...data!.me };
    keepCurrentUser(now);
    return now;
  }, [client, user]);
}

/** Calls back whenever the reader comes back to this tab. */
export function useTabReturn(comeBack: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') comeBack();
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [comeBack]);
}
