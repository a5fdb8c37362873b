// SQL for the bot's messages to approvers of access requests.
import type { Knex } from 'knex';
import { type EntryRules, accountStatusValues } from '../../people/accounts/accounts.module.ts';
import type { Clock } from '../../../shared/clock.ts';
import {
  accessColumns,
  activeApproversSql,
  toAccessRequest,
  type AccessRow,
} from './accessRequests.rows.ts';
import type { AccessMessageFacts, PromptedAction } from './accessBotTexts.ts';

export interface AccessMessage {
  id: number;
  requestId: number;
  userId: number;
  telegramId: string;
  version: number;
  /** Null until it is sent, or when the chat is closed. */
  messageId: number | null;
  /** Null until the first attempt. */
  shownVersion: number | null;
  asked: PromptedAction | null;
}

interface MessageRow {
  id: number;
  request_id: number;
  user_id: number;
  telegram_id: string | number;
  version: number;
  message_id: string | number | null;
  shown_version: number | null;
  asked: PromptedAction | null;
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

export interface TelegramRecipient {
  userId: number;
  telegramId: string;
}

/** A person who may decide; only those with `isAsked` get a message. */
interface Decider extends TelegramRecipient {
  isAsked: boolean;
}

export class AccessBotMessagesStore {
  private db: Knex;
  private rules: EntryRules;
  private clock: Clock;

  constructor(db: Knex, rules: EntryRules, clock: Clock) {
    this.db = db;
    this.rules = rules;
    this.clock = clock;
  }

  async facts(requestId: number): Promise<AccessMessageFacts | null> {
    const row:
      (AccessRow & Record<'requester' | 'company' | 'decider', string | null>) | undefined =
      await this.db('access_requests')
        .leftJoin('users', 'users.id', 'access_requests.user_id')
        .leftJoin(
          'companies',
          'companies.key',
          this.db.raw('coalesce(users.company_key, access_requests.former_company_key)'),
        )
        .leftJoin('users as deciders', 'deciders.id', 'access_requests.decided_by')
        .where('access_requests.id', requestId)
        .first([
          ...accessColumns.map((column) => `access_requests.${column}`),
          'users.name as requester',
          'companies.name as company',
          'deciders.name as decider',
        ]);
    if (!row) return null;
    const batch: Pick<AccessRow, 'service' | 'status' | 'version'>[] =
      row.batch_id === null
        ? []
        : await this.db('access_requests')
            .where({ batch_id: row.batch_id })
            .orderBy('id')
            .select('service', 'status', 'version');
    return {
      request: toAccessRequest(row),
      batch,
      requesterName: row.requester,
      companyName: row.company,
      deciderName: row.decider,
    };
  }

  /**
   * People with Telegram who may decide another person's request. Asked are the approvers of the company, or its admins
   * when there are none.
   */
  async deciders(requestId: number): Promise<Decider[]> {
    const [demoPeople, confirmedSince, telegramIds] = accountStatusValues(this.rules, this.clock());
    const { rows } = await this.db.raw<{
      rows: { id: number; telegram_id: string | number; is_asked: boolean }[];
    }>(
      `with asked as (
         select users.id, users.company_key from access_requests
         join users on users.id = access_requests.user_id where access_requests.id = :requestId
       ), chosen as (
         select approvers.id as user_id from (${activeApproversSql({ demoPeople: ':demoPeople', confirmedSince: ':confirmedSince', telegramIds: ':telegramIds' })}) as approvers
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
  }

  /** Adds a message for each person without one for this version. */
  async add(
    { requestId, version }: Pick<AccessMessage, 'requestId' | 'version'>,
    people: readonly TelegramRecipient[],
    { at, expiresAt }: { at: Date; expiresAt: Date },
  ): Promise<void> {
    if (people.length === 0) return;
    await this.db('access_messages')
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
  }

  /** Unexpired messages of a request, the oldest first. */
  async ofRequest(requestId: number, now: Date): Promise<AccessMessage[]> {
    const rows: MessageRow[] = await this.db('access_messages')
      .where({ request_id: requestId })
      .where('expires_at', '>', now)
      .orderBy('id')
      .select('*');
    return rows.map(toMessage);
  }

  /** Locks an unexpired message until the transaction ends. */
  async lock(id: number, now: Date): Promise<AccessMessage | null> {
    const row: MessageRow | undefined = await this.db('access_messages')
      .where({ id })
      .where('expires_at', '>', now)
      .forUpdate()
      .first('*');
    return row ? toMessage(row) : null;
  }

  async setAsked(id: number, asked: PromptedAction | null): Promise<void> {
    await this.db('access_messages').where({ id }).update({ asked });
  }

  async markShown(id: number, messageId: number | null, version: number): Promise<void> {
    await this.db('access_messages')
      .where({ id })
      .update({ message_id: messageId, shown_version: version });
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.db('access_messages').where('expires_at', '<=', now).delete();
  }
}
