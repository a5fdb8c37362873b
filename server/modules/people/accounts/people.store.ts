// SQL for disabling and enabling accounts.
import type { Knex } from 'knex';
import type { Disabled } from './people.ts';

interface DisabledRow {
  id: number;
  disabled_at: Date | null;
  disabled_by: number | null;
  disabled_reason: string | null;
}

export const peopleStore = (db: Knex) => ({
  /** Locks these accounts until the transaction ends, in the order of their ids. */
  async hold(ids: readonly number[]): Promise<void> {
    await db('users')
      .whereIn('id', [...ids])
      .orderBy('id')
      .forUpdate()
      .select('id');
  },

  /** Locks an account until the transaction ends. Null when it is not disabled; undefined when it does not exist. */
  async disabledOf(id: number): Promise<Disabled | null | undefined> {
    const row: DisabledRow | undefined = await db('users')
      .where({ id, is_tool: false })
      .forUpdate()
      .first('id', 'disabled_at', 'disabled_by', 'disabled_reason');
    if (!row) return undefined;
    const { disabled_at: at, disabled_by: byId, disabled_reason: reason } = row;
    return at && { at, byId, reason: reason ?? '' };
  },

  async setDisabled(id: number, disabled: Disabled | null): Promise<void> {
    await db('users')
      .where({ id })
      .update({
        disabled_at: disabled?.at ?? null,
        disabled_by: disabled?.byId ?? null,
        disabled_reason: disabled?.reason ?? null,
      });
  },

  /** Ids of the accounts with an address in lower case. */
  async idsByEmail(email: string): Promise<number[]> {
    return db('users').whereRaw('lower(email) = ?', [email]).orderBy('id').pluck('id');
  },
});

export type PeopleStore = ReturnType<typeof peopleStore>;
