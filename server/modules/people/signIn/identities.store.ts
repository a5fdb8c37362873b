// SQL for identities (issuer and subject) and the accounts behind them.
import type { Knex } from 'knex';
import { toUser, userColumns, type UserRow } from '../accounts/accounts.store.ts';
import type { User } from '../accounts/accounts.ts';
import type { Profile } from './signInRules.ts';

export interface Identity {
  provider: string;
  issuer: string;
  subject: string;
}

export interface NewUser extends Profile {
  companyKey: string | null;
}

const ownColumns = userColumns.map((column) => column.replace('users.', ''));

export class IdentitiesStore {
  private readonly db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Serialises the sign-ins of one person until the transaction ends. */
  async lock(identity: Identity): Promise<void> {
    await this.db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
      `${identity.issuer} ${identity.subject}`,
    ]);
  }

  async find(identity: Identity): Promise<User | null> {
    const row: UserRow | undefined = await this.db('identities')
      .join('users', 'users.id', 'identities.user_id')
      .where({ 'identities.issuer': identity.issuer, 'identities.subject': identity.subject })
      .first(userColumns);
    return row ? toUser(row) : null;
  }

  /** True while a restored backup connects the identity with an account and nobody has confirmed it. */
  async awaitsRestoreReview({ issuer, subject }: Identity): Promise<boolean> {
    const row: unknown = await this.db('restore_reviews')
      .where({ kind: 'telegram', subject: `${issuer} ${subject}` })
      .first('id');
    return row !== undefined;
  }

  async insertUser(user: NewUser, now: Date): Promise<User> {
    const rows: UserRow[] = await this.db('users')
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
  }

  async addIdentity(userId: number, identity: Identity, now: Date): Promise<void> {
    await this.db('identities').insert({
      ...identity,
      user_id: userId,
      created_at: now,
      vouched_at: now,
    });
  }

  /** Records the provider's confirmation of the person, with their Workspace domain. */
  async recordConfirmation(
    { issuer, subject }: Identity,
    hostedDomain: string | null,
    now: Date,
  ): Promise<void> {
    await this.db('identities')
      .where({ issuer, subject })
      .update({ hosted_domain: hostedDomain, vouched_at: now });
  }

  async removeIdentities(userId: number, provider: Identity['provider']): Promise<void> {
    await this.db('identities').where({ user_id: userId, provider }).delete();
  }

  async providersOf(userId: number): Promise<Identity['provider'][]> {
    return this.db('identities').where({ user_id: userId }).distinct().pluck('provider');
  }

  /** Writes the given columns and returns the changed account. */
  async update(
    userId: number,
    change: Partial<
      NewUser & { isAdmin: boolean; telegramId: string; telegramUsername: string | null }
    >,
    now: Date,
  ): Promise<User> {
    const rows: UserRow[] = await this.db('users')
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
  }

  async user(userId: number): Promise<User | null> {
    const row: UserRow | undefined = await this.db('users')
      .where({ id: userId })
      .first(userColumns);
    return row ? toUser(row) : null;
  }

  async companiesOfDomains(
    domains: readonly string[],
  ): Promise<Map<string, { key: string; managedAccountsOnly: boolean }>> {
    const rows: { domain: string; key: string; managed: boolean | null }[] = await this.db(
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
  }

  /** Admits managed accounts only from now on, unless an admin has decided about it; true when this is a change. */
  async requireManagedAccounts(companyKey: string, now: Date): Promise<boolean> {
    const count = await this.db('companies')
      .where({ key: companyKey, managed_accounts_only: null })
      .update({
        managed_accounts_only: true,
        // Always later than before, so that a concurrent edit of the company conflicts.
        updated_at: this.db.raw(`greatest(?::timestamptz, updated_at + interval '1 ms')`, [now]),
      });
    return count > 0;
  }

  async hasCompany(key: string): Promise<boolean> {
    return (await this.db('companies').where({ key }).first('key')) !== undefined;
  }

  /**
   * Removes a proven address, and the rights given to it, from all other accounts until their provider confirms them
   * again.
   * @returns the accounts before the change
   */
  async releaseEmail(email: string, ownerId: number, now: Date): Promise<User[]> {
    const formerOwners: UserRow[] = await this.db('users')
      .whereRaw('lower(email) = ?', [email])
      .whereNot({ id: ownerId })
      .where({ is_demo: false })
      .forUpdate()
      .select(userColumns);
    const ids = formerOwners.map((row) => row.id);
    await this.db('users')
      .whereIn('id', ids)
      .update({ email: null, is_admin: false, updated_at: now });
    await this.db('identities').whereIn('user_id', ids).update({ hosted_domain: null });
    return formerOwners.map(toUser);
  }

  /** Uses up an admin invitation for this address; true when there was one. */
  async takeAdminInvitation(email: string): Promise<boolean> {
    return (await this.db('admin_invitations').where({ email }).delete()) > 0;
  }
}
