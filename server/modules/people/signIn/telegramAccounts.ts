// Accounts behind Telegram ids, for the bot and the notifications.
import type { Clock } from '../../../shared/clock.ts';
import type { AccountsStore } from '../accounts/accounts.store.ts';
import type { Member } from '../accounts/accounts.ts';
import { getAccountStatus, type SignInStores } from './signInFlows.ts';
import { telegramIdentity } from './signInRules.ts';

export const telegramAccounts = (stores: SignInStores, accounts: AccountsStore, clock: Clock) => ({
  /** Marks an update as handled; false when it was handled before. */
  isNew: (updateId: number): Promise<boolean> =>
    stores.oneTimeTokens.markSeen('telegram_update', String(updateId), clock()),

  /** True when the connected person must sign in with their provider again first. */
  async isUnconfirmed(telegramId: string): Promise<boolean> {
    const user = await stores.identities.find(telegramIdentity(telegramId));
    return user !== null && (await getAccountStatus(stores, user.id)) === 'unconfirmed';
  },

  /** The connected account as a viewer; null without an active one. */
  async member(telegramId: string): Promise<Member | null> {
    const user = await stores.identities.find(telegramIdentity(telegramId));
    if (!user || (await getAccountStatus(stores, user.id)) !== 'active') return null;
    const companies = await accounts.companies();
    return {
      kind: 'member',
      user,
      company: companies.find(({ key }) => key === user.companyKey) ?? null,
      // Telegram confirms the person, like a browser session.
      via: 'session',
      signedInAt: null,
      sessionId: null,
      token: null,
    };
  },

  /** Addresses for messages to a person; null for an account without access. */
  async addressesOf(
    userId: number,
  ): Promise<{ telegramId: string | null; email: string | null } | null> {
    const user = await stores.identities.user(userId);
    if (!user) return null;
    const status = await getAccountStatus(stores, userId);
    // A company closes the mailbox of a person who leaves, but not the Telegram account.
    if (status === 'unconfirmed') return { telegramId: null, email: user.email };
    return status === 'active' ? { telegramId: user.telegramId, email: user.email } : null;
  },

  /** The people among these with an active account. */
  async active(userIds: readonly number[]): Promise<Set<number>> {
    const statuses = await stores.accountStatus.of(userIds);
    return new Set(userIds.filter((id) => statuses.get(id) === 'active'));
  },
});
