// SQL for what the bot has written to those who decide on requests for access.
import type { Knex } from 'knex';
import { type EntryRules, accountStatusValues } from '../../people/accounts/accounts.module.ts';
import type { Clock } from '../../../shared/clock.ts';
import { accessColumns, approversHere, toRequest, type AccessRow } from './accessRequests.rows.ts';
import type { AccessMessageFacts, WordAct } from './accessBotTexts.ts';

export interface AccessMessage {
  id: number;
  requestId: number;
  userId: number;
  telegramId: string;
  version: number;
  /** Null until it is sent, and where the chat is closed. */
  messageId: number | null;
  /** Null until it was tried. */
  shownVersion: number | null;
  asked: WordAct | null;
}

interface MessageRow {
  id: number;
  request_id: number;
  user_id: number;
  telegram_id: string | number;
  version: number;
  message_id: string | number | null;
  shown_version: number | null;
  asked: WordAct | null;
}

const toMessage = (row: MessageRow): AccessMessage => ({
  id: row.id,
  requestId: row.request_id,
  userId: row.user_id,
  telegramId: String(row.telegram_id),
  version: row.version,
  messageId: row.message_id === null ? null : Number(row.message_id),
  shownVersion: row.shown_version,
  asked: row.asked,
});

export interface Addressee {
  userId: number;
  telegramId: string;
}

/** Somebody who may decide; only some of them are written to. */
interface Decider extends Addressee {
  isAsked: boolean;
}

export const accessBotMessagesStore = (db: Knex, rules: EntryRules, clock: Clock) => ({
  async facts(requestId: number): Promise<AccessMessageFacts | null> {
    const row:
      (AccessRow & Record<'requester' | 'company' | 'decider', string | null>) | undefined =
      await db('access_requests')
        .leftJoin('users', 'users.id', 'access_requests.user_id')
        .leftJoin(
          'companies',
          'companies.key',
          db.raw('coalesce(users.company_key, access_requests.former_company_key)'),
        )
        .leftJoin('users as deciders', 'deciders.id', 'access_requests.decided_by')
        .where('access_requests.id', requestId)
        .first([
          ...accessColumns.map((column) => `access_requests.${column}`),
          'users.name as requester',
          'companies.name as company',
          'deciders.name as decider',
        ]);
    return row
      ? {
          request: toRequest(row),
          requesterName: row.requester,
          companyName: row.company,
          deciderName: row.decider,
        }
      : null;
  },

  /**
   * People with a Telegram who may decide on a request of somebody else. Asked are those chosen for the person's company, or else
   * the admins who look after it.
   */
  async deciders(requestId: number): Promise<Decider[]> {
    const [demoPeople, confirmedSince, telegramIds] = accountStatusValues(rules, clock());
    const { rows } = await db.raw<{
      rows: { id: number; telegram_id: string | number; is_asked: boolean }[];
    }>(
      `with asked as (
         select users.id, users.company_key from access_requests
         join users on users.id = access_requests.user_id where access_requests.id = :requestId
       ), chosen as (
         select approvers.id as user_id from (${approversHere({ demoPeople: ':demoPeople', confirmedSince: ':confirmedSince', telegramIds: ':telegramIds' })}) as approvers
         join asked on asked.company_key = approvers.company_key and asked.id <> approvers.id
       )
       select users.id, users.telegram_id,
         users.id in (select user_id from chosen) or not exists (select from chosen) as is_asked
       from users cross join asked
       left join companies on companies.key = users.company_key
       where users.telegram_id is not null and users.disabled_at is null and users.id <> asked.id and (
         users.id in (select user_id from chosen)
         or users.is_admin and (
           users.company_key is null or companies.decides_for_all or asked.company_key is null
           or users.company_key = asked.company_key))
       order by users.id`,
      { requestId, demoPeople, confirmedSince, telegramIds },
    );
    return rows.map((row) => ({
      userId: row.id,
      telegramId: String(row.telegram_id),
      isAsked: row.is_asked,
    }));
  },

  /** One for each of them; whoever has one of this version keeps it. */
  async add(
    { requestId, version }: Pick<AccessMessage, 'requestId' | 'version'>,
    people: readonly Addressee[],
    { at, expiresAt }: { at: Date; expiresAt: Date },
  ): Promise<void> {
    if (people.length === 0) return;
    await db('access_messages')
      .insert(
        people.map(({ userId, telegramId }) => ({
          request_id: requestId,
          user_id: userId,
          telegram_id: telegramId,
          version,
          created_at: at,
          expires_at: expiresAt,
        })),
      )
      .onConflict(['request_id', 'user_id', 'version'])
      .ignore();
  },

  /** Those of a request that have not expired, oldest first. */
  async ofRequest(requestId: number, now: Date): Promise<AccessMessage[]> {
    const rows: MessageRow[] = await db('access_messages')
      .where({ request_id: requestId })
      .where('expires_at', '>', now)
      .orderBy('id')
      .select('*');
    return rows.map(toMessage);
  },

  /** One that has not expired, held until the transaction ends. */
  async hold(id: number, now: Date): Promise<AccessMessage | null> {
    const row: MessageRow | undefined = await db('access_messages')
      .where({ id })
      .where('expires_at', '>', now)
      .forUpdate()
      .first('*');
    return row ? toMessage(row) : null;
  },

  async setAsked(id: number, asked: WordAct | null): Promise<void> {
    await db('access_messages').where({ id }).update({ asked });
  },

  async markShown(id: number, messageId: number | null, version: number): Promise<void> {
    await db('access_messages')
      .where({ id })
      .update({ message_id: messageId, shown_version: version });
  },

  async removeStale(now: Date): Promise<void> {
    await db('access_messages').where('expires_at', '<=', now).delete();
  },
});

export type AccessBotMessagesStore = ReturnType<typeof accessBotMessagesStore>;
