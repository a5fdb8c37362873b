// Session revocation and credential revocation: sessions, sign-in links, API tokens and the secret address of feeds.

interface SessionStores {
  sessions: { removeAllOf(userId: number): Promise<number> };
  oneTimeTokens: { removeAllUnused(userId: number): Promise<void> };
}

/** Ends a person's sessions, unused links and invitations; returns the number of sessions. */
export async function endUserSessions(
  { sessions, oneTimeTokens }: SessionStores,
  userId: number,
): Promise<number> {
  await oneTimeTokens.removeAllUnused(userId);
  return sessions.removeAllOf(userId);
}

/** Ends also the API tokens that the person made and their feeds. */
export async function revokeAccess(
  stores: SessionStores & {
    apiTokens: { revokeAllOf(userId: number, now: Date): Promise<void> };
    endFeeds(userId: number): Promise<void>;
  },
  userId: number,
  now: Date,
): Promise<number> {
  await stores.apiTokens.revokeAllOf(userId, now);
  await stores.endFeeds(userId);
  return endUserSessions(stores, userId);
}
