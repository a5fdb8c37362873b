// Sessions of browsers: opaque tokens, stored as hashes; sign-out and session revocation on the server.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { parseId } from '../../../shared/ids.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import { personInBrowser, visitor, type Viewer } from '../accounts/accounts.ts';
import type { OwnSession, SessionsStore } from './sessions.store.ts';

interface Options {
  store: SessionsStore;
  /** Ends a person's sessions and sign-in links in one transaction. */
  endSessions(userId: number): Promise<number>;
  clock: Clock;
  /** Milliseconds without a request after which a session ends. */
  idleMs: number;
  /** Longest lifetime of a session in milliseconds. */
  absoluteMs: number;
}

/** Shortest time between two writes of a session's last use. */
const touchEveryMs = 10 * minuteMs;

export class SessionsService {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /**
   * Opens a session and returns its token, which exists in plain text only here.
   * @param userAgent header of the browser, to tell sessions apart
   */
  async open(
    userId: number,
    userAgent: string | null = null,
  ): Promise<{ token: string; expiresAt: Date }> {
    const { store, clock, absoluteMs } = this.options;
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
  }

  /** Owner of a session token; a visitor when it is unknown, expired or idle for too long, or the account has no access. */
  async getViewer(token: string): Promise<Viewer> {
    const { store, clock } = this.options;
    const now = clock();
    const session = await store.find(hashSecret(token), now, this.idleSince(now));
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
  }

  /** The viewer's own valid sessions, last used first, at most `limits.lists.sessions`. */
  async listOwn(viewer: Viewer): Promise<OwnSession[]> {
    const { user, sessionId } = personInBrowser(viewer);
    const { store, clock } = this.options;
    const now = clock();
    const all = await store.listOf(user.id, now, this.idleSince(now), limits.lists.sessions);
    return all.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
  }

  /** Ends one of the viewer's own sessions. @throws DomainError NOT_FOUND for any other session */
  async endOwn(viewer: Viewer, id: string | number): Promise<void> {
    const { user } = personInBrowser(viewer);
    if (!(await this.options.store.removeOwn(user.id, parseId(id))))
      throw new DomainError('NOT_FOUND', 'There is no such session. It may have ended already');
  }

  /** Ends all of the viewer's sessions, including this one, and their unused sign-in links. */
  async endAllOwn(viewer: Viewer): Promise<void> {
    await this.options.endSessions(personInBrowser(viewer).user.id);
  }

  /** Ends the session of a token, if there is one. */
  async close(token: string): Promise<void> {
    await this.options.store.remove(hashSecret(token));
  }

  async removeStale(): Promise<void> {
    const now = this.options.clock();
    await this.options.store.removeStale(now, this.idleSince(now));
  }

  private idleSince(now: Date): Date {
    return new Date(now.getTime() - this.options.idleMs);
  }
}
