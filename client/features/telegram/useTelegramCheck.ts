/** Checks whether Telegram is connected. */
import { useCallback, useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { setCurrentUser, useSignedInUser, type CurrentUser } from '../../browser/currentUser.ts';
import { MeDocument } from '../../generated.ts';

/** Refetches the current user and stores it. Rejects when the server cannot be reached. */
export function useTelegramCheck(): () => Promise<CurrentUser> {
  const client = useApolloClient();
  const user = useSignedInUser();
  return useCallback(async () => {
    const { data } = await client.query({ query: MeDocument, fetchPolicy: 'network-only' });
    const now = { ...user, ...data!.me };
    setCurrentUser(now);
    return now;
  }, [client, user]);
}

/** Calls back whenever this tab becomes visible or focused. */
export function useTabReturn(onReturn: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') onReturn();
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [onReturn]);
}
