// SQL for the deletion of a person and their data, inside one transaction.
import type { Knex } from 'knex';

/** A person to be deleted, locked until the transaction ends. */
export interface HeldPerson {
  email: string | null;
  isAdmin: boolean;
  telegramId: string | null;
  telegramUsername: string | null;
  companyKey: string | null;
  isDemo: boolean;
}

/** Key of jobs in which the bot writes about an account. */
export const botMessageKey = (userId: number, suffix: string): string => `bot ${userId} ${suffix}`;

/**
 * Jobs in which the bot writes about a person, also to a former Telegram account; jobs without such a key match by
 * Telegram id.
 */
const botMessages = `job.task_id in (
    select id from graphile_worker._private_tasks where identifier in ('sendTelegramMessage', 'tellInTelegram'))
  and (job.key like :key or (job.key is null or job.key !~ '^bot [0-9]+ ') and job.payload ->> 'chatId' in (
    select telegram_id::text from users where id = :id
    union select telegram_id::text from telegram_links where user_id = :id))`;

/** Statuses of an access request without granted access. */
const notGranted = ['requested', 'needs_answer', 'approved'];

export class PersonDeletionStore {
  private readonly db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Locks the person and all admins, so that two admins cannot be deleted concurrently. Null for an unknown person. */
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
    }[] = await this.db('users')
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
  }

  async removeWork(id: number): Promise<void> {
    for (const table of ['item_likes', 'use_case_likes', 'use_cases'])
      await this.db(table).where({ user_id: id }).delete();
  }

  /** Deletes open requests and anonymises decided ones; deletes all of a demo person. */
  async removeRequests(
    id: number,
    { companyKey, isDemo }: Pick<HeldPerson, 'companyKey' | 'isDemo'>,
  ): Promise<void> {
    if (isDemo)
      for (const table of ['access_requests', 'complaints'])
        await this.db(table).where({ user_id: id }).delete();
    // A merge keeps complaints for its undo.
    await this.db.raw(
      `update item_merges set moved = jsonb_set(moved, '{joined}', (
         select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(moved -> 'joined') as one
         where not (one ->> 'id')::integer = any(own.ids)))
       from (select array_agg(id) as ids from complaints where user_id = ?) as own
       where exists (
         select from jsonb_array_elements(moved -> 'joined') as one where (one ->> 'id')::integer = any(own.ids))`,
      [id],
    );
    await this.db('access_requests').where({ user_id: id }).whereIn('status', notGranted).delete();
    await this.db('access_requests')
      .where({ user_id: id })
      .update({ user_id: null, idempotency_key: null, former_company_key: companyKey });
    await this.db('complaints')
      .where({ user_id: id })
      .whereIn('status', ['new', 'in_progress'])
      .delete();
    await this.db('complaints').where({ user_id: id }).update({ user_id: null, user_ip: null });
    await this.db.raw(
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
    await this.db('proposed_services').where({ user_id: id }).update({ user_id: null });
  }

  /** Deletes the name and the address outside the account. */
  async removeTraces(id: number, { email }: Pick<HeldPerson, 'email'>): Promise<void> {
    const own = { part: String(id) };
    await this.db.raw(
      `delete from notifications where kind = 'case_asked' and parts <@ array[:part::text]`,
      own,
    );
    // The notification names the last remaining person who asked.
    await this.db.raw(
      `update notifications set parts = array_remove(parts, :part::text), title = (
         select users.name from unnest(array_remove(parts, :part::text)) with ordinality as asker (id, place)
         join users on users.id = asker.id::integer order by asker.place desc limit 1)
       where kind = 'case_asked' and parts @> array[:part::text]`,
      own,
    );
    await this.db('restore_reviews')
      .where({ kind: 'person', subject: String(id) })
      .orWhereRaw(`held ->> 'user_id' = ?`, [String(id)])
      .delete();
    if (email !== null)
      await this.db('restore_reviews')
        .where({ kind: 'invitation', subject: email.toLowerCase() })
        .delete();
    if (email !== null)
      await this.db('admin_invitations').where({ email: email.toLowerCase() }).delete();
  }

  /** Deletes the person's tokens, and the account with everything that references it. */
  async remove(id: number): Promise<void> {
    await this.db('api_tokens').where({ created_by: id }).delete();
    await this.db('users').where({ id }).delete();
  }

  /** Deletes queued and failed messages of the bot, which contain the name; a running one is not retried. */
  async removeBotMessages(id: number): Promise<void> {
    const bindings = { id, key: botMessageKey(id, '%') };
    await this.db.raw(
      `delete from graphile_worker._private_jobs as job where ${botMessages} and locked_at is null`,
      bindings,
    );
    // A locked job still belongs to its worker, so it is emptied and gets no further attempt.
    await this.db.raw(
      `update graphile_worker._private_jobs as job set payload = '{}', key = null, max_attempts = greatest(attempts, 1),
         attempts = greatest(attempts, 1)
       where ${botMessages}`,
      bindings,
    );
  }

  /** Deletes a person's Telegram account and the messages to it. */
  async removeTelegram(id: number, now: Date): Promise<void> {
    await this.db('identities').where({ user_id: id, provider: 'telegram' }).delete();
    await this.db('telegram_links').where({ user_id: id }).delete();
    await this.db('access_messages').where({ user_id: id }).delete();
    await this.db('users')
      .where({ id })
      .update({ telegram_id: null, telegram_username: null, updated_at: now });
  }
}
