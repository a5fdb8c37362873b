// Tokens with which tools act for a person: made, listed and ended by oneself, ended by admins, too; who acts through one.
import { z } from 'zod';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { parseId } from '../../../shared/ids.ts';
import { filledLine, parseInput } from '../../../shared/validation.ts';
import type { Log } from '../../../shared/log.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import { tokenActed } from '../auditLog/auditLog.ts';
import type { AuditLog } from '../auditLog/auditLog.service.ts';
import type { Language } from '../../../shared/language.ts';
import {
  adminInBrowser,
  personInBrowser,
  requireAdmin,
  visitor,
  type TokenScope,
  type User,
  type Viewer,
} from '../accounts/accounts.ts';
import type { ApiToken } from './apiTokens.ts';
import type { ApiTokensStore, StoredToken } from './apiTokens.store.ts';
import { limits } from '../../../config/limits.ts';

/** How often the last use of a token is written at most. */
const touchEveryMs = minuteMs;
/** What every token begins with, so that a leaked one is recognised. */
const beginning = 'lo_';
/** How much of a token is shown in lists. */
const shownLength = 9;

const newToken = z.object({
  name: filledLine(limits.text.tokenName),
  scope: z.enum(['read', 'write', 'admin']),
  expiresInDays: z.int().min(1).max(limits.apiToken.maxDays),
});

const newService = z.object({
  name: filledLine(limits.text.tokenName),
  company: filledLine(limits.text.companyKey),
  scope: z.enum(['read', 'write']),
  expiresInDays: z.int().min(1).max(limits.apiToken.maxDays),
});

/** What a new service token is to be: the name of the tool, for whose company it acts, what it may do, and for how many days. */
export interface NewServiceToken {
  name: string;
  company: string;
  scope: TokenScope;
  expiresInDays: number;
}

/** What a new token is to be: a name, a scope, and for how many days. */
export type NewApiToken = z.input<typeof newToken>;

/** A token, and its secret, which is in clear here alone. */
interface MadeToken {
  apiToken: ApiToken;
  token: string;
}

interface TokenRooms {
  store: ApiTokensStore;
  activity: Pick<AuditLog, 'record'>;
}

interface Options {
  store: ApiTokensStore;
  inTransaction<Result>(work: (rooms: TokenRooms) => Promise<Result>): Promise<Result>;
  /** The record outside of a transaction. */
  activity: Pick<AuditLog, 'recordOne' | 'takeBack'>;
  clock: Clock;
  log: Log;
}

const subject = (token: ApiToken) => ({ subjectType: 'apiToken', subjectId: String(token.id) });

export function createApiTokens({ store, inTransaction, activity, clock, log }: Options) {
  /** Stores a new token for whom `ownersOf` says, and records who made it. */
  const storeNew = async (
    by: User,
    { name, scope, expiresInDays }: { name: string; scope: TokenScope; expiresInDays: number },
    ownersOf: (
      rooms: TokenRooms,
      now: Date,
    ) => Promise<Pick<StoredToken, 'createdBy' | 'madeBy' | 'language'>>,
  ): Promise<MadeToken> => {
    const token = beginning + newSecret();
    const now = clock();
    const apiToken = await inTransaction(async (rooms) => {
      const made = await rooms.store.insert({
        name,
        scope,
        prefix: token.slice(0, shownLength),
        tokenHash: hashSecret(token),
        ...(await ownersOf(rooms, now)),
        createdAt: now,
        expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
      });
      await rooms.activity.record({
        actorId: by.id,
        action: made.isService ? 'apiToken.serviceCreated' : 'apiToken.created',
        ...subject(made),
        before: null,
        after: { name, scope, expiresAt: made.expiresAt.toISOString() },
      });
      return made;
    });
    return { apiToken, token };
  };

  const createFor = async (
    owner: User,
    asked: NewApiToken,
    language: Language | null = null,
  ): Promise<MadeToken> => {
    const { name, scope, expiresInDays } = parseInput(newToken, asked);
    if (scope === 'admin' && !owner.isAdmin)
      throw new DomainError('FORBIDDEN', 'Only an admin can have a token that acts as one', {
        reason: 'adminOnly',
      });
    return storeNew(owner, { name, scope, expiresInDays }, async (rooms, now) => {
      if ((await rooms.store.countWorking(owner.id, now)) >= limits.apiToken.perPerson)
        throw new DomainError('CONFLICT', `No more than ${limits.apiToken.perPerson} tokens`, {
          reason: 'tooManyTokens',
        });
      return { createdBy: owner.id, madeBy: null, language };
    });
  };

  const createServiceFor = async (
    maker: User,
    asked: NewServiceToken,
    language: Language | null = null,
  ): Promise<MadeToken> => {
    const { company, ...wanted } = parseInput(newService, asked);
    return storeNew(maker, wanted, async (rooms, now) => {
      if ((await rooms.store.countServices(now)) >= limits.apiToken.services)
        throw new DomainError('CONFLICT', `No more than ${limits.apiToken.services} tokens`, {
          reason: 'tooManyServiceTokens',
        });
      const toolId = await rooms.store.addTool(wanted.name, company);
      if (toolId === null) throw new DomainError('NOT_FOUND', 'There is no such company');
      return { createdBy: toolId, madeBy: maker.id, language };
    });
  };

  /** `by` is null on the command line. */
  const end = (id: number, by: User | null): Promise<ApiToken> =>
    inTransaction(async (rooms) => {
      const before = await rooms.store.byId(id);
      const mayEnd = by === null || by.isAdmin || before?.createdBy === by.id;
      if (!before || !mayEnd) throw new DomainError('NOT_FOUND', 'There is no such token');
      if (before.revokedAt) return before;
      const revokedAt = clock();
      await rooms.store.revoke(id, revokedAt);
      await rooms.activity.record({
        actorId: by?.id ?? null,
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
      if (owner.unconfirmed) return { ...visitor, unconfirmed: owner.unconfirmed };
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
        token: { id: owner.tokenId, name: owner.tokenName, language: owner.tokenLanguage },
      };
    },

    /**
     * Does something that stands in the record as the person's act when it is done through a token; what their session does is theirs
     * without a word. The entry is written first, so that nothing is done unrecorded, and taken back when the act is refused or
     * fails: a server that is killed between leaves an entry of what may not have been done.
     * @param did what is done, by the name of the mutation, such as `likeKnowledge`
     * @param id of what, as the mutation was told; null where it was told none
     */
    async recorded<Result>(
      viewer: Viewer,
      did: string,
      id: string | null,
      act: () => Promise<Result>,
    ): Promise<Result> {
      if (viewer.kind !== 'member' || !viewer.token) return act();
      const { token, user } = viewer;
      const entry = await activity.recordOne({
        actorId: user.id,
        action: tokenActed,
        subjectType: 'apiToken',
        subjectId: String(token.id),
        before: null,
        after: { name: token.name, did, id },
      });
      try {
        return await act();
      } catch (error) {
        if (error instanceof DomainError) {
          await activity.takeBack(entry).catch((failure: unknown) => {
            log.error({ err: failure, entry, did }, 'The record says what a token has not done');
          });
        }
        throw error;
      }
    },

    /**
     * A new token for the person who asks, in a browser, or a thief would keep a way in after a stolen one was ended; the token
     * itself exists in clear in this answer only.
     * @throws DomainError INVALID, FORBIDDEN (`sessionOnly`; `adminOnly` for the scope `admin`), CONFLICT (`tooManyTokens`)
     */
    create: async (viewer: Viewer, asked: NewApiToken, language: Language) =>
      createFor(personInBrowser(viewer).user, asked, language),

    /** The same on the command line. */
    createFor,

    /**
     * A token with which a tool acts for itself, for one company, made by an admin in a browser.
     * @throws DomainError INVALID, FORBIDDEN (`adminOnly`, `sessionOnly`), NOT_FOUND, CONFLICT (`tooManyServiceTokens`)
     */
    createService: async (viewer: Viewer, asked: NewServiceToken, language: Language) =>
      createServiceFor(adminInBrowser(viewer).user, asked, language),

    /** The same on the command line. */
    createServiceFor,

    /** One's own: those that work first, then what has ended. */
    async listOwn(viewer: Viewer): Promise<ApiToken[]> {
      const { user } = personInBrowser(viewer);
      return store.list(clock(), user.id);
    },

    /** Everybody's. Those that work first, all of them; then what has ended. */
    async list(viewer: Viewer): Promise<ApiToken[]> {
      requireAdmin(viewer);
      return store.list(clock());
    },

    /** The same on the command line. */
    listAll: (): Promise<ApiToken[]> => store.list(clock()),

    /** Ends a token at once, one's own or as an admin anybody's; one that has ended stays so. @throws DomainError NOT_FOUND */
    async revoke(viewer: Viewer, id: string | number): Promise<ApiToken> {
      const { user } = personInBrowser(viewer);
      return end(parseId(id), user);
    },

    /** The same on the command line. */
    revokeById: (id: string | number): Promise<ApiToken> => end(parseId(id), null),
  };
}
