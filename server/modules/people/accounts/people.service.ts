// Administration of accounts: list, disable, enable, sign out, and admin rights, which the command line grants.
import { z } from 'zod';
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import { filledText, parseInput, text } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import type { AuditLog } from '../auditLog/auditLog.module.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import { adminInBrowser, requireAdmin, type Viewer, emailDomain, type User } from './accounts.ts';
import type { ApiTokensStore } from '../tokens/apiTokens.store.ts';
import type {
  Account,
  AccountFilter,
  PeopleQueries,
  PeopleStore,
  AdminsStore,
} from './people.store.ts';
import {
  endUserSessions,
  revokeAccess,
  type Session,
  type SessionsStore,
} from '../sessions/sessions.store.ts';
import type { SignInStore } from '../signIn/signIn.store.ts';
import { refuseUnlessActive, accountStatuses } from './accountStatus.store.ts';

interface PeopleStores {
  people: PeopleStore;
  sessions: Pick<SessionsStore, 'removeAllOf' | 'removeOwn' | 'listOf'>;
  oneTimeTokens: Pick<SignInStore, 'removeAllUnused'>;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  endFeeds(userId: number): Promise<void>;
  auditLog: Pick<AuditLog, 'record'>;
}

interface Options {
  queries: PeopleQueries;
  stores: Pick<PeopleStores, 'people' | 'sessions'>;
  inTransaction: RunInTransaction<PeopleStores>;
  idleMs: number;
  clock: Clock;
}

interface AccountPage {
  accounts: Account[];
  total: number;
}

const filterInput = z.object({
  search: text(limits.text.search).transform((value) => value.trim()),
  status: z.enum(accountStatuses).nullable(),
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});
const reasonInput = z.object({ reason: filledText(limits.text.disableReason) });

const noAccount = () => new DomainError('NOT_FOUND', 'There is no such account');

const auditEntry = (
  action: string,
  id: number,
  actorId: number | null,
  [before, after]: [JsonValue, JsonValue],
) => ({ actorId, action, subjectType: 'user', subjectId: String(id), before, after });

/** Actions without a check of rights: for the command line (no actor) and for `PeopleService`. */
class PeopleCommands {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  async list(filter: AccountFilter): Promise<AccountPage> {
    return this.options.queries.page(parseInput(filterInput, filter), this.options.clock());
  }

  async account(id: number): Promise<Account> {
    const found = await this.options.queries.account(id, this.options.clock());
    if (!found) throw noAccount();
    return found;
  }

  /**
   * Id of the account with an e-mail address or an id.
   * @throws DomainError NOT_FOUND, or INVALID (reason `severalAccounts`) when several accounts have the address
   */
  async idOf(given: string): Promise<number> {
    if (!given.includes('@')) return (await this.account(parseId(given))).user.id;
    const ids = await this.options.stores.people.idsByEmail(given.trim().toLowerCase());
    const [id] = ids;
    if (id === undefined) throw noAccount();
    if (ids.length === 1) return id;
    const message = `Several accounts have this address. Use the id of one: ${ids.join(', ')}`;
    throw new DomainError('INVALID', message, { reason: 'severalAccounts' });
  }

  async disable(id: number, given: string, actorId: number | null = null): Promise<Account> {
    const { reason } = parseInput(reasonInput, { reason: given });
    await this.options.inTransaction(async (stores) => {
      if (actorId !== null) await refuseDisabledActor(stores, actorId, id);
      const former = await stores.people.disabledOf(id);
      if (former === undefined) throw noAccount();
      const now = this.options.clock();
      await revokeAccess(stores, id, now);
      if (former?.reason === reason) return;
      // A new reason changes neither the time nor the first actor; the audit log names its author.
      const disabled = former ? { ...former, reason } : { at: now, byId: actorId, reason };
      await stores.people.setDisabled(id, disabled);
      const change: [JsonValue, JsonValue] = [former?.reason ?? null, reason];
      await stores.auditLog.record(auditEntry('person.disabled', id, actorId, change));
    });
    return this.account(id);
  }

  async enable(id: number, actorId: number | null = null): Promise<Account> {
    await this.options.inTransaction(async (stores) => {
      const former = await stores.people.disabledOf(id);
      if (former === undefined) throw noAccount();
      if (!former) return;
      // A session that was opened during the disabling must not work later.
      await endUserSessions(stores, id);
      await stores.people.setDisabled(id, null);
      const change: [JsonValue, JsonValue] = [former.reason, null];
      await stores.auditLog.record(auditEntry('person.enabled', id, actorId, change));
    });
    return this.account(id);
  }

  /** Ends all sessions; returns their number. */
  endSessions(id: number, actorId: number | null = null): Promise<number> {
    return this.options.inTransaction(async (stores) => {
      if ((await stores.people.disabledOf(id)) === undefined) throw noAccount();
      const sessions = await endUserSessions(stores, id);
      if (sessions > 0)
        await stores.auditLog.record(
          auditEntry('person.sessionsEnded', id, actorId, [null, { sessions }]),
        );
      return sessions;
    });
  }

  sessions(id: number): Promise<Session[]> {
    const { clock, idleMs, stores } = this.options;
    const now = clock();
    const idleSince = new Date(now.getTime() - idleMs);
    return stores.sessions.listOf(id, now, idleSince, limits.lists.sessions);
  }

  /** Ends one session of a person. @throws DomainError NOT_FOUND */
  async endSession(personId: number, sessionId: string): Promise<void> {
    const id = parseId(sessionId);
    await this.options.inTransaction(async (stores) => {
      if (!(await stores.sessions.removeOwn(personId, id)))
        throw new DomainError('NOT_FOUND', 'There is no such session. It may have ended already');
      await stores.auditLog.record(
        auditEntry('person.sessionsEnded', personId, null, [null, { sessions: 1 }]),
      );
    });
  }
}

/** Of two admins who disable each other concurrently, the second is refused. */
async function refuseDisabledActor(
  { people }: Pick<PeopleStores, 'people'>,
  actorId: number,
  id: number,
): Promise<void> {
  await people.hold([actorId, id]);
  if (await people.disabledOf(actorId)) refuseUnlessActive('disabled');
}

export class PeopleService {
  readonly onCommandLine: PeopleCommands;

  constructor(options: Options) {
    this.onCommandLine = new PeopleCommands(options);
  }

  /** People by name. @throws DomainError INVALID for a page or length past the limits. */
  async list(viewer: Viewer, filter: AccountFilter): Promise<AccountPage> {
    requireAdmin(viewer);
    return this.onCommandLine.list(filter);
  }

  /**
   * Disables an account from the next request on, and ends its sessions, links, tokens and feeds. A repeated call
   * replaces the reason.
   * @throws DomainError NOT_FOUND, INVALID for a reason that is empty or too long, CONFLICT (`ownAccount`) for one's
   * own
   */
  async disable(viewer: Viewer, id: string | number, reason: string): Promise<Account> {
    const { user: admin } = adminInBrowser(viewer);
    const personId = parseId(id);
    if (personId === admin.id)
      throw new DomainError('CONFLICT', 'You cannot disable your own account', {
        reason: 'ownAccount',
      });
    return this.onCommandLine.disable(personId, reason, admin.id);
  }

  /** Enables an account; ended tokens and feeds stay ended. @throws DomainError NOT_FOUND */
  async enable(viewer: Viewer, id: string | number): Promise<Account> {
    const { user: admin } = adminInBrowser(viewer);
    return this.onCommandLine.enable(parseId(id), admin.id);
  }

  /** Signs a person out everywhere. @throws DomainError NOT_FOUND */
  async endSessions(viewer: Viewer, id: string | number): Promise<Account> {
    const { user: admin } = adminInBrowser(viewer);
    const personId = parseId(id);
    await this.onCommandLine.endSessions(personId, admin.id);
    return this.onCommandLine.account(personId);
  }
}

interface AdminStores {
  admins: AdminsStore;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  auditLog: Pick<AuditLog, 'record'>;
}

interface AdminsOptions {
  inTransaction: RunInTransaction<AdminStores>;
  clock: Clock;
}

/** `granted`: the account is an admin now; `invited`: it will be one at its first sign-in. */
interface AdminGrant {
  outcome: 'granted' | 'invited' | 'unchanged';
  /** False when no company has the domain, so that only a company's Workspace account can sign in. */
  mayOpenAccount: boolean;
}

const address = filledText(limits.text.email).transform((value, context) => {
  const email = value.toLowerCase();
  if (emailDomain(email) !== null && !/[\s<>]/.test(email)) return email;
  context.addIssue({
    code: 'custom',
    message: 'Enter an e-mail address',
    params: { code: 'invalid_format' },
  });
  return email;
});

const adminAuditEntry = (user: User, isAdmin: boolean) => ({
  action: isAdmin ? 'admin.granted' : 'admin.removed',
  subjectType: 'user',
  subjectId: String(user.id),
  before: !isAdmin,
  after: isAdmin,
});

export const createAdmins = ({ inTransaction, clock }: AdminsOptions) => ({
  /**
   * Makes the owner of an address an admin: at once, or at the first sign-in that proves the address.
   * @throws DomainError INVALID for a wrong address
   */
  async grant(given: string): Promise<AdminGrant> {
    const email = parseInput(address, given);
    const now = clock();
    return inTransaction(async ({ admins, auditLog }) => {
      const users = await admins.usersByEmail(email);
      if (users.length === 0) {
        await admins.invite(email, now);
        return {
          outcome: 'invited',
          mayOpenAccount: await admins.hasCompanyDomain(emailDomain(email) ?? ''),
        };
      }
      const others = users.filter((user) => !user.isAdmin);
      for (const user of others) {
        await admins.setAdmin(user.id, true, now);
        await auditLog.record(adminAuditEntry(user, true));
      }
      return { outcome: others.length > 0 ? 'granted' : 'unchanged', mayOpenAccount: true };
    });
  },

  /**
   * Removes the right from the next request on, and revokes the person's tokens.
   * @throws DomainError NOT_FOUND when the address is neither an admin's nor invited
   */
  async remove(given: string): Promise<void> {
    const email = parseInput(address, given);
    const now = clock();
    await inTransaction(async ({ admins, apiTokens, auditLog }) => {
      const wasInvited = await admins.uninvite(email);
      const users = (await admins.usersByEmail(email)).filter((user) => user.isAdmin);
      if (users.length === 0 && !wasInvited)
        throw new DomainError('NOT_FOUND', `${email} is not an admin`);
      for (const user of users) {
        await admins.setAdmin(user.id, false, now);
        await apiTokens.revokeAllOf(user.id, now);
        await auditLog.record(adminAuditEntry(user, false));
      }
    });
  },

  /** Number of active admins, without demo accounts. */
  count: async (): Promise<number> =>
    (await inTransaction(({ admins }) => admins.admins())).filter(({ isDemo }) => !isDemo).length,

  /**
   * The admin for whom a command acts.
   * @param given their address; null for the only admin
   * @throws DomainError NOT_FOUND, or INVALID (reason `severalAdmins`) when the address is needed
   */
  async owner(given: string | null): Promise<User> {
    const email = given === null ? null : parseInput(address, given);
    const all = await inTransaction(({ admins }) => admins.admins());
    const fitting =
      email === null ? all : all.filter((user) => user.email?.toLowerCase() === email);
    const [owner, ...others] = fitting;
    if (!owner) {
      const who = email === null ? 'There is no admin yet' : `${email} is not an admin`;
      throw new DomainError('NOT_FOUND', `${who}. To make one: loadout create-admin EMAIL`);
    }
    if (others.length > 0 && email === null) {
      throw new DomainError('INVALID', 'There are several admins. Name one with --owner', {
        reason: 'severalAdmins',
      });
    }
    return owner;
  },
});
