// Accounts: companies, progress and the demo accounts of the developer sign-in.
import { DomainError } from '../../../shared/domainError.ts';
import type { AccountsStore } from './accounts.store.ts';
import { computeProgress, type Company, type Progress, type User } from './accounts.ts';
import { refuseUnlessActive } from './accountStatus.store.ts';

interface Options {
  store: AccountsStore;
  /** Enables the developer sign-in; never in production. */
  developerSignIn: boolean;
}

export const createAccounts = ({ store, developerSignIn }: Options) => ({
  companies: (): Promise<Company[]> => store.companies(),

  async progress(userId: number): Promise<Progress> {
    const { written, liked } = await store.progress(userId);
    return computeProgress(written, liked);
  },

  /** Accounts of the developer sign-in; none where it is off. */
  demoAccounts: async (): Promise<User[]> =>
    developerSignIn ? (await store.demoUsers()).filter((user) => !user.isDisabled) : [],

  /**
   * The demo account with an address; without an address the first one that is not an admin.
   * @throws DomainError NOT_FOUND without the developer sign-in or for an unknown address; FORBIDDEN (reason
   * `accountDisabled`)
   */
  async demoAccount(email: string | null): Promise<User> {
    if (!developerSignIn)
      throw new DomainError('NOT_FOUND', 'The developer sign-in is off on this server');
    const users = await store.demoUsers();
    const wanted = email?.trim().toLowerCase();
    const user = wanted
      ? users.find((one) => one.email?.toLowerCase() === wanted)
      : users.find((one) => !one.isAdmin && !one.isDisabled);
    if (!user) throw new DomainError('NOT_FOUND', 'There is no such demo account');
    refuseUnlessActive(user.isDisabled ? 'disabled' : 'active');
    return user;
  },
});
