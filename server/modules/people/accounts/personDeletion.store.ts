// SQL that deletes a person with all that is theirs. Every statement stands inside one transaction.
import type { Knex } from 'knex';

/** Somebody who is about to be deleted, held until the end of the transaction. */
export interface HeldPerson {
  email: string | null;
  isAdmin: boolean;
  telegramId: string | null;
  telegramUsername: string | null;
  companyKey: string | null;
  /** One of the demo's people. */
  isDemo: boolean;
}

/** The key of a job in which the bot writes about an account. */
export const botMessageKey = (userId: number, one: string): string => `bot ${userId} ${one}`;

/**
 * Jobs in which the bot writes about a person, also to a former Telegram; those that do not say about whom, as of earlier releases, by
 * the Telegram of the person, or one that was to be connected, which may be somebody else's.
 */
const botMessages = `job.task_id in (
    select id from graphile_worker._private_tasks where identifier in ('sendTelegramMessage', 'tellInTelegram'))
  and (job.key like :key or (job.key is null or job.key !~ '^bot [0-9]+ ') and job.payload ->> 'chatId' in (
    select telegram_id::text from users where id = :id
    union select telegram_id::text from telegram_links where user_id = :id))`;

/** Of a request for access: nothing that somebody would have to take away. */
const notGranted = ['requested', 'needs_answer', 'approved'];

export const personDeletionStore = (db: Knex) => ({
  /** Holds the person, and every admin, so that of two admins one always sees that the other goes. Null: there is none. */
  async hold(id: number): Promise<HeldPerson | null> {
    const rows: {
      id: number;
      email: string | null;
      is_admin: boolean;
      is_tool: boolean;
      is_demo: boolean;
      telegram_id: string | number | null;
      telegram_username: string | null;
      company_key: string | null;
    }[] = await db('users')
      .where((wanted) => void wanted.where({ id }).orWhere({ is_admin: true }))
      .orderBy('id')
      .forUpdate()
      .select(
        'id',
        'email',
        'is_admin',
        'is_tool',
        'is_demo',
        'telegram_id',
        'telegram_username',
        'company_key',
      );
    const row = rows.find((one) => one.id === id);
    if (!row || row.is_tool) return null;
    return {
      email: row.email,
      isAdmin: row.is_admin,
      telegramId: row.telegram_id === null ? null : String(row.telegram_id),
      telegramUsername: row.telegram_username,
      companyKey: row.company_key,
      isDemo: row.is_demo,
    };
  },

  /** What the person wrote and liked in the catalogue; the counts and the search follow. */
  async removeWork(id: number): Promise<void> {
    for (const table of ['item_likes', 'use_case_likes', 'use_cases'])
      await db(table).where({ user_id: id }).delete();
  },

  /** What still waits for somebody goes; what is decided stays and names nobody. Of the demo's people all goes, as with the demo. */
  async removeAsked(
    id: number,
    { companyKey, isDemo }: Pick<HeldPerson, 'companyKey' | 'isDemo'>,
  ): Promise<void> {
    if (isDemo)
      for (const table of ['access_requests', 'complaints'])
        await db(table).where({ user_id: id }).delete();
    // A merge keeps comments as they were, to be undone.
    await db.raw(
      `update item_merges set moved = jsonb_set(moved, '{joined}', (
         select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(moved -> 'joined') as one
         where not (one ->> 'id')::integer = any(own.ids)))
       from (select array_agg(id) as ids from complaints where user_id = ?) as own
       where exists (
         select from jsonb_array_elements(moved -> 'joined') as one where (one ->> 'id')::integer = any(own.ids))`,
      [id],
    );
    await db('access_requests').where({ user_id: id }).whereIn('status', notGranted).delete();
    await db('access_requests')
      .where({ user_id: id })
      .update({ user_id: null, idempotency_key: null, former_company_key: companyKey });
    await db('complaints')
      .where({ user_id: id })
      .whereIn('status', ['new', 'in_progress'])
      .delete();
    await db('complaints').where({ user_id: id }).update({ user_id: null, user_ip: null });
    await db.raw(
      `with gone as (
         delete from proposed_services where user_id = :id and state = 'open' returning id, normalised_url
       )
       delete from wishes using gone
       where wishes.kind = 'proposal' and md5(wishes.text) = md5(gone.normalised_url)
         and wishes.text = gone.normalised_url and wishes.state = 'open'
         and not exists (select from wishes as merged where merged.merged_into = wishes.id)
         and not exists (
           select from proposed_services as other
           where other.normalised_url = gone.normalised_url and (other.user_id <> :id or other.state <> 'open'))`,
      { id },
    );
    await db('proposed_services').where({ user_id: id }).update({ user_id: null });
  },

  /** The name and the address where they stand outside of the account. */
  async removeTraces(id: number, { email }: Pick<HeldPerson, 'email'>): Promise<void> {
    const own = { part: String(id) };
    await db.raw(
      `delete from notifications where kind = 'case_asked' and parts <@ array[:part::text]`,
      own,
    );
    // Of several who asked, the message names the last of those who stay.
    await db.raw(
      `update notifications set parts = array_remove(parts, :part::text), title = (
         select users.name from unnest(array_remove(parts, :part::text)) with ordinality as asker (id, place)
         join users on users.id = asker.id::integer order by asker.place desc limit 1)
       where kind = 'case_asked' and parts @> array[:part::text]`,
      own,
    );
    await db('restore_reviews')
      .where({ kind: 'person', subject: String(id) })
      .orWhereRaw(`held ->> 'user_id' = ?`, [String(id)])
      .delete();
    if (email !== null)
      await db('restore_reviews')
        .where({ kind: 'invitation', subject: email.toLowerCase() })
        .delete();
    if (email !== null)
      await db('admin_invitations').where({ email: email.toLowerCase() }).delete();
  },

  /** The tokens that the person made, and the account with everything that hangs on it. */
  async remove(id: number): Promise<void> {
    await db('api_tokens').where({ created_by: id }).delete();
    await db('users').where({ id }).delete();
  },

  /** What the bot was to write, or could not; the jobs hold the name. One that is done at this moment is not tried again. */
  async removeBotMessages(id: number): Promise<void> {
    const theirs = { id, key: botMessageKey(id, '%') };
    await db.raw(
      `delete from graphile_worker._private_jobs as job where ${botMessages} and locked_at is null`,
      theirs,
    );
    // Its worker still holds its queue by it, so it goes as one whose key another job has taken.
    await db.raw(
      `update graphile_worker._private_jobs as job set payload = '{}', key = null, max_attempts = greatest(attempts, 1),
         attempts = greatest(attempts, 1)
       where ${botMessages}`,
      theirs,
    );
  },

  /** The Telegram of a person and what was sent to it. */
  async removeTelegram(id: number, now: Date): Promise<void> {
    await db('identities').where({ user_id: id, provider: 'telegram' }).delete();
    await db('telegram_links').where({ user_id: id }).delete();
    await db('access_messages').where({ user_id: id }).delete();
    await db('users')
      .where({ id })
      .update({ telegram_id: null, telegram_username: null, updated_at: now });
  },
});

export type PersonDeletionStore = ReturnType<typeof personDeletionStore>;
