// Who is an admin is decided on the command line: the right is given to an e-mail address that a provider has proven.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { filledText, parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import type { AuditLog } from '../auditLog/auditLog.service.ts';
import { emailDomain, type User } from './accounts.ts';
import type { AdminsStore } from './admins.store.ts';
import type { ApiTokensStore } from '../tokens/apiTokens.store.ts';

interface AdminRooms {
  admins: AdminsStore;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  activity: Pick<AuditLog, 'record'>;
}

interface Options {
  inTransaction<Result>(work: (rooms: AdminRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** `granted`: the account is an admin now; `invited`: it will be at its first sign-in; `unchanged`: nothing to do. */
export interface AdminGrant {
  outcome: 'granted' | 'invited' | 'unchanged';
  /** False: the address's domain belongs to no company, so its owner can sign in only with a company's Workspace account. */
  mayOpenAccount: boolean;
}

const address = filledText(limits.text.email).transform((value, context) => {
  const email = value.toLowerCase();
  if (emailDomain(email) !== null && !/[\s<>]/.test(email)) return email;
  context.addIssue({
    code: 'custom',
    message: 'This is no e-mail address',
    params: { code: 'invalid_format' },
  });
  return email;
});

const change = (user: User, isAdmin: boolean) => ({
  action: isAdmin ? 'admin.granted' : 'admin.removed',
  subjectType: 'user',
  subjectId: String(user.id),
  before: !isAdmin,
  after: isAdmin,
});

export const createAdmins = ({ inTransaction, clock }: Options) => ({
  /**
   * Makes the owner of an address an admin: at once, or at the first sign-in that proves the address.
   * @throws DomainError INVALID for what is no address
   */
  async grant(given: string): Promise<AdminGrant> {
    const email = parseInput(address, given);
    const now = clock();
    return inTransaction(async ({ admins, activity }) => {
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
        await activity.record(change(user, true));
      }
      return { outcome: others.length > 0 ? 'granted' : 'unchanged', mayOpenAccount: true };
    });
  },

  /**
   * Takes the right away, on the next request, and ends the tokens that the person made.
   * @throws DomainError NOT_FOUND when nobody with this address is or was to become an admin
   */
  async remove(given: string): Promise<void> {
    const email = parseInput(address, given);
    const now = clock();
    await inTransaction(async ({ admins, apiTokens, activity }) => {
      const wasInvited = await admins.uninvite(email);
      const users = (await admins.usersByEmail(email)).filter((user) => user.isAdmin);
      if (users.length === 0 && !wasInvited)
        throw new DomainError('NOT_FOUND', `${email} is no admin`);
      for (const user of users) {
        await admins.setAdmin(user.id, false, now);
        await apiTokens.revokeAllOf(user.id, now);
        await activity.record(change(user, false));
      }
    });
  },

  /** How many admins may be here, those of the demo left out. */
  count: async (): Promise<number> =>
    (await inTransaction(({ admins }) => admins.admins())).filter(({ isDemo }) => !isDemo).length,

  /**
   * The admin who is to own something made on the command line.
   * @param given their address; null: the only admin there is
   * @throws DomainError NOT_FOUND, or INVALID (reason `severalAdmins`) when it is not clear who
   */
  async owner(given: string | null): Promise<User> {
    const email = given === null ? null : parseInput(address, given);
    const all = await inTransaction(({ admins }) => admins.admins());
    const fitting =
      email === null ? all : all.filter((user) => user.email?.toLowerCase() === email);
    const [owner, ...others] = fitting;
    if (!owner) {
      const who = email === null ? 'There is no admin yet' : `${email} is no admin`;
      throw new DomainError('NOT_FOUND', `${who}; make one with: create-admin EMAIL`);
    }
    if (others.length > 0 && email === null) {
      throw new DomainError('INVALID', 'There are several admins; name one with --owner', {
        reason: 'severalAdmins',
      });
    }
    return owner;
  },
});
