// SQL that makes people out of identities: who stands behind issuer + subject, and what of them is refreshed.
import type { Knex } from 'knex';
import { toUser, userColumns, type UserRow } from '../accounts/accounts.store.ts';
import type { User } from '../accounts/accounts.ts';
import type { Profile } from './signInRules.ts';

export interface Identity {
  provider: 'google' | 'telegram';
  issuer: string;
  subject: string;
}

export interface NewUser extends Profile {
  companyKey: string | null;
}

const ownColumns = userColumns.map((column) => column.replace('users.', ''));

export const identitiesStore = (db: Knex) => ({
  /** Lets one sign-in of a person at a time through, until the transaction ends. */
  async lock(identity: Identity): Promise<void> {
    await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
      `${identity.issuer} ${identity.subject}`,
    ]);
  },

  async find(identity: Identity): Promise<User | null> {
    const row: UserRow | undefined = await db('identities')
      .join('users', 'users.id', 'identities.user_id')
      .where({ 'identities.issuer': identity.issuer, 'identities.subject': identity.subject })
      .first(userColumns);
    return row ? toUser(row) : null;
  },

  /** Whether a restored backup connects it with somebody, which nobody has confirmed yet. */
  async isHeld({ issuer, subject }: Identity): Promise<boolean> {
    const row: unknown = await db('restore_reviews')
      .where({ kind: 'telegram', subject: `${issuer} ${subject}` })
      .first('id');
    return row !== undefined;
  },

  async insertUser(user: NewUser, now: Date): Promise<User> {
    const rows: UserRow[] = await db('users')
      .insert({
        name: user.name,
        email: user.email,
        avatar_url: user.avatarUrl,
        company_key: user.companyKey,
        created_at: now,
        updated_at: now,
      })
      .returning(ownColumns);
    return toUser(rows[0]!);
  },

  async addIdentity(userId: number, identity: Identity, now: Date): Promise<void> {
    await db('identities').insert({
      ...identity,
      user_id: userId,
      created_at: now,
      vouched_at: now,
    });
  },

  /** Keeps that the provider vouches for somebody now, and for which Workspace domain; null: none. */
  async setVouched(
    { issuer, subject }: Identity,
    hostedDomain: string | null,
    now: Date,
  ): Promise<void> {
    await db('identities')
      .where({ issuer, subject })
      .update({ hosted_domain: hostedDomain, vouched_at: now });
  },

  async removeIdentities(userId: number, provider: Identity['provider']): Promise<void> {
    await db('identities').where({ user_id: userId, provider }).delete();
  },

  async providersOf(userId: number): Promise<Identity['provider'][]> {
    return db('identities').where({ user_id: userId }).distinct().pluck('provider');
  },

  /** Writes the given columns; answers the person as they then are. */
  async update(
    userId: number,
    change: Partial<
      NewUser & { isAdmin: boolean; telegramId: string; telegramUsername: string | null }
    >,
    now: Date,
  ): Promise<User> {
    const rows: UserRow[] = await db('users')
      .where({ id: userId })
      .update({
        name: change.name,
        email: change.email,
        avatar_url: change.avatarUrl,
        company_key: change.companyKey,
        is_admin: change.isAdmin,
        telegram_id: change.telegramId,
        telegram_username: change.telegramUsername,
        updated_at: now,
      })
      .returning(ownColumns);
    return toUser(rows[0]!);
  },

  async user(userId: number): Promise<User | null> {
    const row: UserRow | undefined = await db('users').where({ id: userId }).first(userColumns);
    return row ? toUser(row) : null;
  },

  /** The companies of these domains, and whether each admits managed accounts only. */
  async companiesOfDomains(
    domains: readonly string[],
  ): Promise<Map<string, { key: string; managedAccountsOnly: boolean }>> {
    const rows: { domain: string; key: string; managed: boolean | null }[] = await db(
      'company_domains',
    )
      .join('companies', 'companies.key', 'company_key')
      .whereIn('domain', [...domains])
      .select('domain', 'key', 'managed_accounts_only as managed');
    return new Map(
      rows.map(({ domain, key, managed }) => [
        domain,
        { key, managedAccountsOnly: managed === true },
      ]),
    );
  },

  /** Admits managed accounts only from now on, unless somebody has decided on it; answers whether that is new. */
  async requireManagedAccounts(companyKey: string, now: Date): Promise<boolean> {
    const count = await db('companies')
      .where({ key: companyKey, managed_accounts_only: null })
      .update({
        managed_accounts_only: true,
        // Later than before in any case: who edits the company at this moment is told.
        updated_at: db.raw(`greatest(?::timestamptz, updated_at + interval '1 ms')`, [now]),
      });
    return count > 0;
  },

  async hasCompany(key: string): Promise<boolean> {
    return (await db('companies').where({ key }).first('key')) !== undefined;
  },

  /**
   * An address belongs to whoever proved it last: anybody else who had it loses it, and with it the rights that were
   * given to the address, until their provider vouches for them anew. Answers them as they were.
   */
  async releaseEmail(email: string, ownerId: number, now: Date): Promise<User[]> {
    const losers: UserRow[] = await db('users')
      .whereRaw('lower(email) = ?', [email])
      .whereNot({ id: ownerId })
      .where({ is_demo: false })
      .forUpdate()
      .select(userColumns);
    const ids = losers.map((row) => row.id);
    await db('users').whereIn('id', ids).update({ email: null, is_admin: false, updated_at: now });
    await db('identities').whereIn('user_id', ids).update({ hosted_domain: null });
    return losers.map(toUser);
  },

  /** Whether an admin was named by this address before the first sign-in; the invitation is used up. */
  async takeAdminInvitation(email: string): Promise<boolean> {
    return (await db('admin_invitations').where({ email }).delete()) > 0;
  },
});

export type IdentitiesStore = ReturnType<typeof identitiesStore>;
