// What keeps a person's door open: sessions, links that would open one, tokens of other tools, the address of feeds.

/** Ends a person's ways in; answers how many sessions there were. */
export type RevokeAccess = (userId: number) => Promise<number>;

interface WaysIn {
  sessions: { removeAllOf(userId: number): Promise<number> };
  tokens: { removeAllUnused(userId: number): Promise<void> };
}

/** Ends a person's sessions, and the links and invitations that are still unused. */
export async function endUserSessions(
  { sessions, tokens }: WaysIn,
  userId: number,
): Promise<number> {
  await tokens.removeAllUnused(userId);
  return sessions.removeAllOf(userId);
}

/** The same, the tokens that the person made for other tools, and the secret address of the person's feeds. */
export async function revokeAccess(
  rooms: WaysIn & {
    apiTokens: { revokeAllOf(userId: number, now: Date): Promise<void> };
    endFeeds(userId: number): Promise<void>;
  },
  userId: number,
  now: Date,
): Promise<number> {
  await rooms.apiTokens.revokeAllOf(userId, now);
  await rooms.endFeeds(userId);
  return endUserSessions(rooms, userId);
}
