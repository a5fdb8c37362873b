// SQL for admin rights: on accounts, and on addresses without an account.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import { toUser, userColumns, type UserRow } from './accounts.store.ts';
import type { User } from './accounts.ts';
import type { EntryRules } from './accountStatus.ts';
import { accountStatusSql, accountStatusValues } from './accountStatus.store.ts';

export const adminsStore = (db: Knex, rules: EntryRules, clock: Clock) => ({
  /** The account with a proven address, and the demo account with it where demo accounts have access; both are locked. */
  async usersByEmail(email: string): Promise<User[]> {
    const rows: UserRow[] = await db('users')
      .whereRaw('lower(email) = ?', [email])
      .whereRaw('(not is_demo or ?::boolean)', [rules.demoPeople])
      .orderBy('id')
      .forUpdate()
      .select(userColumns);
    return rows.map(toUser);
  },

  async setAdmin(userId: number, isAdmin: boolean, now: Date): Promise<void> {
    await db('users').where({ id: userId }).update({ is_admin: isAdmin, updated_at: now });
  },

  async invite(email: string, now: Date): Promise<void> {
    await db('admin_invitations').insert({ email, created_at: now }).onConflict('email').ignore();
  },

  /** True when there was an invitation. */
  async uninvite(email: string): Promise<boolean> {
    return (await db('admin_invitations').where({ email }).delete()) > 0;
  },

  async hasCompanyDomain(domain: string): Promise<boolean> {
    return (await db('company_domains').where({ domain }).first('domain')) !== undefined;
  },

  /** Active admins. */
  async admins(): Promise<User[]> {
    const rows: UserRow[] = await db('users')
      .where({ is_admin: true })
      .whereRaw(`${accountStatusSql()} = 'active'`, accountStatusValues(rules, clock()))
      .orderBy('id')
      .select(userColumns);
    return rows.map(toUser);
  },
});

export type AdminsStore = ReturnType<typeof adminsStore>;
