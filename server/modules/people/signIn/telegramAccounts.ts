// Who stands behind a Telegram that writes to the bot or presses its buttons.
import type { Clock } from '../../../shared/clock.ts';
import type { AccountsStore } from '../accounts/accounts.store.ts';
import type { Member } from '../accounts/accounts.ts';
import { getAccountStatus, type SignInContext } from './signInFlows.ts';
import { telegramIdentity } from './signInRules.ts';

export const telegramAccounts = (rooms: SignInContext, accounts: AccountsStore, clock: Clock) => ({
  /** Whether an update is a new one; it never is again. */
  isNew: (updateId: number): Promise<boolean> =>
    rooms.tokens.markSeen('telegram_update', String(updateId), clock()),

  /** Whether the provider must vouch anew for whoever is connected now. */
  async isUnconfirmed(telegramId: string): Promise<boolean> {
    const user = await rooms.people.find(telegramIdentity(telegramId));
    return user !== null && (await getAccountStatus(rooms, user.id)) === 'unconfirmed';
  },

  /** The account that is connected now, unless its person may not be here. */
  async member(telegramId: string): Promise<Member | null> {
    const user = await rooms.people.find(telegramIdentity(telegramId));
    if (!user || (await getAccountStatus(rooms, user.id)) !== 'active') return null;
    const companies = await accounts.companies();
    return {
      kind: 'member',
      user,
      company: companies.find(({ key }) => key === user.companyKey) ?? null,
      // Telegram vouches for the person, as a browser's session does; no other tool acts here.
      via: 'session',
      signedInAt: null,
      sessionId: null,
      token: null,
    };
  },

  /** Where somebody is reached; null for those who may not be here: what is written is for colleagues. */
  async addressesOf(
    userId: number,
  ): Promise<{ telegramId: string | null; email: string | null } | null> {
    const user = await rooms.people.user(userId);
    if (!user) return null;
    const standing = await getAccountStatus(rooms, userId);
    // A company's mailbox ends with its account; a Telegram does not.
    if (standing === 'unconfirmed') return { telegramId: null, email: user.email };
    return standing === 'active' ? { telegramId: user.telegramId, email: user.email } : null;
  },

  /** Of these people those who may be here. */
  async active(userIds: readonly number[]): Promise<Set<number>> {
    const standings = await rooms.standing.of(userIds);
    return new Set(userIds.filter((id) => standings.get(id) === 'active'));
  },
});
