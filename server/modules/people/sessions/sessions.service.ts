// Sessions: an opaque token in the browser, its hash in the database; sign-out ends it on the server.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { parseId } from '../../../shared/ids.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import { personInBrowser, visitor, type Viewer } from '../accounts/accounts.ts';
import type { OwnSession } from './sessions.ts';
import type { SessionsStore } from './sessions.store.ts';
import type { RevokeAccess } from '../accounts/credentialRevocation.ts';

interface Options {
  store: SessionsStore;
  /** Ends a person's sessions and the links that would open another, together. */
  endSessions: RevokeAccess;
  clock: Clock;
  /** Milliseconds without a request after which a session ends. */
  idleMs: number;
  /** Milliseconds after which a session ends whatever happens (limits: 14 d). */
  absoluteMs: number;
}

/** How often the last use of a session is written at most. */
const touchEveryMs = 10 * minuteMs;

export const createSessions = ({ store, endSessions, clock, idleMs, absoluteMs }: Options) => ({
  /**
   * Opens a session and answers its token: the only moment at which it exists in clear.
   * @param userAgent what the browser says of itself, to tell sessions apart
   */
  async open(
    userId: number,
    userAgent: string | null = null,
  ): Promise<{ token: string; expiresAt: Date }> {
    const now = clock();
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + absoluteMs);
    await store.insert({
      tokenHash: hashSecret(token),
      userId,
      userAgent: userAgent?.slice(0, limits.session.userAgent) ?? null,
      now,
      expiresAt,
    });
    return { token, expiresAt };
  },

  /** Who a token belongs to; a visitor when it is unknown, expired or idle for too long, or its person may not be here. */
  async getViewer(token: string): Promise<Viewer> {
    const now = clock();
    const tokenHash = hashSecret(token);
    const session = await store.find(tokenHash, now, new Date(now.getTime() - idleMs));
    if (!session) return visitor;
    if (session.isUnconfirmed) return { ...visitor, unconfirmed: 'person' };
    if (now.getTime() - session.lastSeenAt.getTime() > touchEveryMs)
      await store.touch(session.id, session.user.id, now);
    return {
      kind: 'member',
      user: session.user,
      company: session.company,
      via: 'session',
      signedInAt: session.startedAt,
      sessionId: session.id,
      token: null,
    };
  },

  /** The person's own sessions that still work, the one used last first, at most `limits.lists.sessions`. */
  async listOwn(viewer: Viewer): Promise<OwnSession[]> {
    const { user, sessionId } = personInBrowser(viewer);
    const now = clock();
    const idleSince = new Date(now.getTime() - idleMs);
    const all = await store.listOf(user.id, now, idleSince, limits.lists.sessions);
    return all.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
  },

  /** Ends one of the person's own sessions. @throws DomainError NOT_FOUND for any other, ended ones too */
  async endOwn(viewer: Viewer, id: string | number): Promise<void> {
    const { user } = personInBrowser(viewer);
    if (!(await store.removeOwn(user.id, parseId(id))))
      throw new DomainError('NOT_FOUND', 'There is no such session');
  },

  /** Ends all of the person's sessions, this one too, and the links that would open another. */
  async endAllOwn(viewer: Viewer): Promise<void> {
    await endSessions(personInBrowser(viewer).user.id);
  },

  /** Ends a session; one that has ended stays so. */
  async close(token: string): Promise<void> {
    await store.remove(hashSecret(token));
  },

  async removeStale(): Promise<void> {
    const now = clock();
    await store.removeStale(now, new Date(now.getTime() - idleMs));
  },
});

export type Sessions = ReturnType<typeof createSessions>;
