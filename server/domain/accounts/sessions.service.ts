// Sessions: an opaque token in the browser, its hash in the database; sign-out ends it on the server.
import type { Clock } from '../../shared/clock.ts';
import { hashSecret, newSecret } from '../../shared/secrets.ts';
import { visitor, type Viewer } from './accounts.ts';
import type { SessionsStore } from './sessions.store.ts';

interface Options {
  store: SessionsStore;
  clock: Clock;
  /** Milliseconds without a request after which a session ends (limits: 24 h). */
  idleMs: number;
  /** Milliseconds after which a session ends whatever happens (limits: 14 d). */
  absoluteMs: number;
}

/** How often the last use of a session is written at most. */
const touchEveryMs = 600_000;

export const createSessions = ({ store, clock, idleMs, absoluteMs }: Options) => ({
  /** Opens a session and answers its token: the only moment at which it exists in clear. */
  async open(userId: number): Promise<{ token: string; expiresAt: Date }> {
    const now = clock();
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + absoluteMs);
    await store.insert({ tokenHash: hashSecret(token), userId, now, expiresAt });
    return { token, expiresAt };
  },

  /** Who a token belongs to; a visitor when it is unknown, expired or idle for too long. */
  async viewerOf(token: string): Promise<Viewer> {
    const now = clock();
    const tokenHash = hashSecret(token);
    const session = await store.find(tokenHash, now, new Date(now.getTime() - idleMs));
    if (!session) return visitor;
    if (now.getTime() - session.lastSeenAt.getTime() > touchEveryMs)
      await store.touch(tokenHash, now);
    return { kind: 'member', user: session.user, company: session.company, via: 'session' };
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
