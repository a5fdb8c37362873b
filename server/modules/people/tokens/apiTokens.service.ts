// API tokens: creation, list, revocation and authentication, for people and for tools (service tokens).
import { z } from 'zod';
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { parseId } from '../../../shared/ids.ts';
import { filledLine, parseInput } from '../../../shared/validation.ts';
import type { Log } from '../../../shared/log.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import { tokenActed, type AuditLog } from '../auditLog/auditLog.module.ts';
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
import type { ApiToken, ApiTokensStore, StoredToken } from './apiTokens.store.ts';
import { limits } from '../../../config/limits.ts';

/** Shortest time between two writes of a token's last use. */
const touchEveryMs = minuteMs;
/** Prefix of every token, so that scanners recognise a leaked one. */
const tokenPrefix = 'lo_';
/** Characters of a token shown in lists. */
const shownLength = 9;

const tokenInput = z.object({
  name: filledLine(limits.text.tokenName),
  scope: z.enum(['read', 'write', 'admin']),
  expiresInDays: z.int().min(1).max(limits.apiToken.maxDays),
});

const serviceTokenInput = z.object({
  name: filledLine(limits.text.tokenName),
  company: filledLine(limits.text.companyKey),
  scope: z.enum(['read', 'write']),
  expiresInDays: z.int().min(1).max(limits.apiToken.maxDays),
});

export type NewApiToken = z.input<typeof tokenInput>;

/** Name of the tool, key of its company, scope and lifetime of a new service token. */
export interface NewServiceToken {
  name: string;
  company: string;
  scope: TokenScope;
  expiresInDays: number;
}

/** A token with its secret, which exists in plain text only here. */
interface CreatedToken {
  apiToken: ApiToken;
  token: string;
}

type Owners = Pick<StoredToken, 'createdBy' | 'madeBy' | 'language'>;

interface TokenStores {
  store: ApiTokensStore;
  auditLog: Pick<AuditLog, 'record'>;
}

interface Options {
  store: ApiTokensStore;
  inTransaction: RunInTransaction<TokenStores>;
  /** Audit log outside a transaction. */
  auditLog: Pick<AuditLog, 'recordOne' | 'takeBack'>;
  clock: Clock;
  log: Log;
}

const tooMany = (most: number, reason: 'tooManyTokens' | 'tooManyServiceTokens'): DomainError =>
  new DomainError('CONFLICT', `There may be at most ${most} tokens. Revoke one first`, { reason });

const subjectOf = ({ id }: { id: number }) => ({ subjectType: 'apiToken', subjectId: String(id) });

export class ApiTokensService {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** Owner of a token; a visitor when it is unknown, expired or revoked, or its maker has no access. */
  async getViewer(token: string): Promise<Viewer> {
    const { store, clock } = this.options;
    const now = clock();
    const owner = await store.owner(hashSecret(token), now);
    if (!owner) return visitor;
    if (owner.unconfirmed) return { ...visitor, unconfirmed: owner.unconfirmed };
    if (!owner.lastUsedAt || now.getTime() - owner.lastUsedAt.getTime() > touchEveryMs)
      await store.touch(owner.tokenId, now);
    return {
      kind: 'member',
      user: owner.user,
      company: owner.company,
      via: owner.scope,
      signedInAt: null,
      sessionId: null,
      token: { id: owner.tokenId, name: owner.tokenName, language: owner.tokenLanguage },
    };
  }

  /**
   * Runs an action and records it when it comes through a token. The entry is written first, so that no action is
   * unrecorded, and removed when the action is refused.
   * @param mutation name, such as `likeKnowledge`
   * @param id of the action's subject, null for none
   */
  async recorded<Result>(
    viewer: Viewer,
    mutation: string,
    id: string | null,
    act: () => Promise<Result>,
  ): Promise<Result> {
    if (viewer.kind !== 'member' || !viewer.token) return act();
    const { token, user } = viewer;
    const { auditLog, log } = this.options;
    const entryId = await auditLog.recordOne({
      actorId: user.id,
      action: tokenActed,
      ...subjectOf(token),
      before: null,
      after: { name: token.name, did: mutation, id },
    });
    try {
      return await act();
    } catch (error) {
      if (error instanceof DomainError)
        await auditLog.takeBack(entryId).catch((err: unknown) => {
          log.error({ err, entryId, mutation }, 'Audit log entry of a refused act is left');
        });
      throw error;
    }
  }

  /**
   * Creates a token for the person in the browser. A token cannot create another one, or a thief would keep access.
   * @throws DomainError INVALID, FORBIDDEN (`sessionOnly`; `adminOnly` for the scope `admin`), CONFLICT
   * (`tooManyTokens`)
   */
  async create(viewer: Viewer, input: NewApiToken, language: Language): Promise<CreatedToken> {
    return this.createFor(personInBrowser(viewer).user, input, language);
  }

  /** Creates a token without a check of rights, for the command line. */
  async createFor(
    owner: User,
    input: NewApiToken,
    language: Language | null = null,
  ): Promise<CreatedToken> {
    const wanted = parseInput(tokenInput, input);
    if (wanted.scope === 'admin' && !owner.isAdmin)
      throw new DomainError('FORBIDDEN', 'Only an admin can have a token with the scope admin', {
        reason: 'adminOnly',
      });
    return this.store(owner, wanted, async ({ store }, now) => {
      if ((await store.countWorking(owner.id, now)) >= limits.apiToken.perPerson)
        throw tooMany(limits.apiToken.perPerson, 'tooManyTokens');
      return { createdBy: owner.id, madeBy: null, language };
    });
  }

  /**
   * Creates a token with which a tool acts for itself, for one company; only for admins in a browser.
   * @throws DomainError INVALID, FORBIDDEN (`adminOnly`, `sessionOnly`), NOT_FOUND, CONFLICT (`tooManyServiceTokens`)
   */
  async createService(
    viewer: Viewer,
    input: NewServiceToken,
    language: Language,
  ): Promise<CreatedToken> {
    return this.createServiceFor(adminInBrowser(viewer).user, input, language);
  }

  /** Creates a service token without a check of rights, for the command line. */
  async createServiceFor(
    maker: User,
    input: NewServiceToken,
    language: Language | null = null,
  ): Promise<CreatedToken> {
    const { company, ...wanted } = parseInput(serviceTokenInput, input);
    return this.store(maker, wanted, async ({ store }, now) => {
      if ((await store.countServices(now)) >= limits.apiToken.services)
        throw tooMany(limits.apiToken.services, 'tooManyServiceTokens');
      const toolId = await store.addTool(wanted.name, company);
      if (toolId === null) throw new DomainError('NOT_FOUND', 'There is no such company');
      return { createdBy: toolId, madeBy: maker.id, language };
    });
  }

  /** The viewer's own tokens: valid ones first, then ended ones. */
  async listOwn(viewer: Viewer): Promise<ApiToken[]> {
    const { user } = personInBrowser(viewer);
    return this.options.store.list(this.options.clock(), user.id);
  }

  /** All tokens of all people: valid ones first, then ended ones. */
  async list(viewer: Viewer): Promise<ApiToken[]> {
    requireAdmin(viewer);
    return this.listAll();
  }

  /** Lists all tokens without a check of rights, for the command line. */
  listAll(): Promise<ApiToken[]> {
    return this.options.store.list(this.options.clock());
  }

  /** Revokes an own token, or any token as an admin; a repeated call changes nothing. @throws DomainError NOT_FOUND */
  async revoke(viewer: Viewer, id: string | number): Promise<ApiToken> {
    return this.revokeAs(personInBrowser(viewer).user, id);
  }

  /** Revokes a token without a check of rights, for the command line. */
  revokeById(id: string | number): Promise<ApiToken> {
    return this.revokeAs(null, id);
  }

  private async store(
    actor: User,
    { name, scope, expiresInDays }: { name: string; scope: TokenScope; expiresInDays: number },
    ownersOf: (stores: TokenStores, now: Date) => Promise<Owners>,
  ): Promise<CreatedToken> {
    const token = tokenPrefix + newSecret();
    const now = this.options.clock();
    const apiToken = await this.options.inTransaction(async (stores) => {
      const created = await stores.store.insert({
        name,
        scope,
        prefix: token.slice(0, shownLength),
        tokenHash: hashSecret(token),
        ...(await ownersOf(stores, now)),
        createdAt: now,
        expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
      });
      await stores.auditLog.record({
        actorId: actor.id,
        action: created.isService ? 'apiToken.serviceCreated' : 'apiToken.created',
        ...subjectOf(created),
        before: null,
        after: { name, scope, expiresAt: created.expiresAt.toISOString() },
      });
      return created;
    });
    return { apiToken, token };
  }

  private revokeAs(actor: User | null, tokenId: string | number): Promise<ApiToken> {
    const id = parseId(tokenId);
    return this.options.inTransaction(async ({ store, auditLog }) => {
      const token = await store.byId(id);
      const mayRevoke = actor === null || actor.isAdmin || token?.createdBy === actor.id;
      if (!token || !mayRevoke) throw new DomainError('NOT_FOUND', 'There is no such token');
      if (token.revokedAt) return token;
      const revokedAt = this.options.clock();
      await store.revoke(id, revokedAt);
      await auditLog.record({
        actorId: actor?.id ?? null,
        action: 'apiToken.revoked',
        ...subjectOf(token),
        before: null,
        after: { name: token.name },
      });
      return { ...token, revokedAt };
    });
  }
}
