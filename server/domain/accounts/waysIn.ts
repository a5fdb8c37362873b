// What keeps a person's door open: sessions, links that would open one, tokens of other tools.

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

/** The same, and the tokens that the person made for other tools. */
export async function revokeAccess(
  rooms: WaysIn & { apiTokens: { revokeAllOf(userId: number, now: Date): Promise<void> } },
  userId: number,
  now: Date,
): Promise<number> {
  await rooms.apiTokens.revokeAllOf(userId, now);
  return endUserSessions(rooms, userId);
}
