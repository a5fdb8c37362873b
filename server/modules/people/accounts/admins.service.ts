// Admin rights, granted on the command line to proven e-mail addresses.
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { filledText, parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import type { AuditLog } from '../auditLog/auditLog.module.ts';
import { emailDomain, type User } from './accounts.ts';
import type { AdminsStore } from './people.store.ts';
import type { ApiTokensStore } from '../tokens/apiTokens.store.ts';

interface AdminStores {
  admins: AdminsStore;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  auditLog: Pick<AuditLog, 'record'>;
}

interface Options {
  inTransaction: RunInTransaction<AdminStores>;
  clock: Clock;
}

/** `granted`: the account is an admin now; `invited`: it will be one at its first sign-in. */
export interface AdminGrant {
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

const auditEntry = (user: User, isAdmin: boolean) => ({
  action: isAdmin ? 'admin.granted' : 'admin.removed',
  subjectType: 'user',
  subjectId: String(user.id),
  before: !isAdmin,
  after: isAdmin,
});

export const createAdmins = ({ inTransaction, clock }: Options) => ({
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
        await auditLog.record(auditEntry(user, true));
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
        await auditLog.record(auditEntry(user, false));
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
