// SQL for the rights of admins: on accounts, and on addresses that have no account yet.
import type { Knex } from 'knex';
import { toUser, userColumns, type UserRow } from './accounts.store.ts';
import type { User } from './accounts.ts';

export const adminsStore = (db: Knex) => ({
  /** Accounts with a proven address, or demo accounts with it. At most one of each. */
  async usersByEmail(email: string): Promise<User[]> {
    const rows: UserRow[] = await db('users')
      .whereRaw('lower(email) = ?', [email])
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

  /** Whether there was an invitation to take back. */
  async uninvite(email: string): Promise<boolean> {
    return (await db('admin_invitations').where({ email }).delete()) > 0;
  },

  async hasCompanyDomain(domain: string): Promise<boolean> {
    return (await db('company_domains').where({ domain }).first('domain')) !== undefined;
  },

  async admins(): Promise<User[]> {
    const rows: UserRow[] = await db('users')
      .where({ is_admin: true })
      .orderBy('id')
      .select(userColumns);
    return rows.map(toUser);
  },
});

export type AdminsStore = ReturnType<typeof adminsStore>;
