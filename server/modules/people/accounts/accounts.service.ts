// What may be done with accounts, apart from signing in through a provider.
import { DomainError } from '../../../shared/domainError.ts';
import type { AccountsStore } from './accounts.store.ts';
import { computeProgress, type Company, type Progress, type User } from './accounts.ts';
import { refuseUnlessActive } from './accountStatus.ts';

interface Options {
  store: AccountsStore;
  /** Whether the developer sign-in exists: never in production. */
  developerSignIn: boolean;
}

export const createAccounts = ({ store, developerSignIn }: Options) => ({
  companies: (): Promise<Company[]> => store.companies(),

  async progress(userId: number): Promise<Progress> {
    const { written, liked } = await store.progress(userId);
    return computeProgress(written, liked);
  },

  /** Accounts that the developer sign-in offers; none where it is switched off. */
  demoAccounts: async (): Promise<User[]> =>
    developerSignIn ? (await store.demoUsers()).filter((user) => !user.isDisabled) : [],

  /**
   * The demo account behind an address; without one the first, who is no admin.
   * @throws DomainError NOT_FOUND where the developer sign-in does not exist, or for an unknown address; FORBIDDEN (reason
   * `accountDisabled`) for one that an admin has disabled.
   */
  async demoAccount(email: string | null): Promise<User> {
    if (!developerSignIn) throw new DomainError('NOT_FOUND', 'There is no developer sign-in here');
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
