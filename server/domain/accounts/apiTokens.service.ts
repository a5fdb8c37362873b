// Tokens of other internal tools: made, listed and ended by admins; who acts through one.
import { z } from 'zod';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { parseId } from '../../shared/ids.ts';
import { filledLine, parseInput } from '../../shared/input.ts';
import { hashSecret, newSecret } from '../../shared/secrets.ts';
import type { Activity } from '../activity/activity.service.ts';
import { adminInBrowser, requireAdmin, visitor, type User, type Viewer } from './accounts.ts';
import type { ApiToken } from './apiTokens.ts';
import type { ApiTokensStore } from './apiTokens.store.ts';
import { limits } from '../../limits.ts';

/** How often the last use of a token is written at most. */
const touchEveryMs = 60_000;
const dayMs = 86_400_000;
/** What every token begins with, so that a leaked one is recognised. */
const beginning = 'lo_';
/** How much of a token is shown in lists. */
const shownLength = 9;

const newToken = z.object({
  name: filledLine(limits.text.tokenName),
  scope: z.enum(['read', 'write', 'admin']),
  expiresInDays: z.int().min(1).max(limits.apiToken.maxDays),
});

/** What a new token is to be: a name, a scope, and for how many days. */
export type NewApiToken = z.input<typeof newToken>;

interface TokenRooms {
  store: ApiTokensStore;
  activity: Pick<Activity, 'record'>;
}

interface Options {
  store: ApiTokensStore;
  inTransaction<Result>(work: (rooms: TokenRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const subject = (token: ApiToken) => ({ subjectType: 'apiToken', subjectId: String(token.id) });

export function createApiTokens({ store, inTransaction, clock }: Options) {
  const createFor = async (
    owner: User,
    asked: NewApiToken,
  ): Promise<{ apiToken: ApiToken; token: string }> => {
    const { name, scope, expiresInDays } = parseInput(newToken, asked);
    const token = beginning + newSecret();
    const now = clock();
    const apiToken = await inTransaction(async (rooms) => {
      const made = await rooms.store.insert({
        name,
        scope,
        prefix: token.slice(0, shownLength),
        tokenHash: hashSecret(token),
        createdBy: owner.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
      });
      const after = { name, scope, expiresAt: made.expiresAt.toISOString() };
      await rooms.activity.record({
        actorId: owner.id,
        action: 'apiToken.created',
        ...subject(made),
        before: null,
        after,
      });
      return made;
    });
    return { apiToken, token };
  };

  const end = (id: number, actorId: number | null): Promise<ApiToken> =>
    inTransaction(async (rooms) => {
      const before = await rooms.store.byId(id);
      if (!before) throw new DomainError('NOT_FOUND', 'There is no such token');
      if (before.revokedAt) return before;
      const revokedAt = clock();
      await rooms.store.revoke(id, revokedAt);
      await rooms.activity.record({
        actorId,
        action: 'apiToken.revoked',
        ...subject(before),
        before: null,
        after: { name: before.name },
      });
      return { ...before, revokedAt };
    });

  return {
    /** Who a token acts for; a visitor when it is unknown, expired or revoked, or its maker may not be here. */
    async getViewer(token: string): Promise<Viewer> {
      const now = clock();
      const owner = await store.owner(hashSecret(token), now);
      if (!owner) return visitor;
      if (!owner.lastUsedAt || now.getTime() - owner.lastUsedAt.getTime() > touchEveryMs) {
        await store.touch(owner.tokenId, now);
      }
      return {
        kind: 'member',
        user: owner.user,
        company: owner.company,
        via: owner.scope,
        signedInAt: null,
        sessionId: null,
      };
    },

    /** A new token for the admin who asks, in a browser, or a thief would keep a way in after a stolen one was ended; the token itself exists in clear in this answer only. */
    create: async (viewer: Viewer, asked: NewApiToken) =>
      createFor(adminInBrowser(viewer).user, asked),

    /** The same on the command line. @throws DomainError FORBIDDEN when the owner is no admin */
    async createFor(owner: User, asked: NewApiToken) {
      if (!owner.isAdmin)
        throw new DomainError('FORBIDDEN', 'Only an admin can own a token', {
          reason: 'adminOnly',
        });
      return createFor(owner, asked);
    },

    /** Those that work first, all of them; then what has ended. */
    async list(viewer: Viewer): Promise<ApiToken[]> {
      requireAdmin(viewer);
      return store.list(clock());
    },

    /** The same on the command line. */
    listAll: (): Promise<ApiToken[]> => store.list(clock()),

    /** Ends a token at once; one that has ended stays so. @throws DomainError NOT_FOUND */
    async revoke(viewer: Viewer, id: string | number): Promise<ApiToken> {
      const { user: admin } = adminInBrowser(viewer);
      return end(parseId(id), admin.id);
    },

    /** The same on the command line. */
    revokeById: (id: string | number): Promise<ApiToken> => end(parseId(id), null),
  };
}
