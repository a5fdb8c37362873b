// SQL for deliveries of notifications, their messages and people's choices.
import type { Knex } from 'knex';
import { utcDay } from '../../../shared/durations.ts';
import type { Channel, DeliveryChoice, StoredDeliveryChoice } from './delivery.ts';
import { ownKinds, type NotificationKind } from './notificationKinds.ts';
import { withoutItem } from './notifications.ts';
import { liveCountSql } from './notifications.queries.ts';
import type { NotificationContent } from './digest.ts';

export interface PlannedDelivery {
  notificationId: number;
  userId: number;
  channel: Channel;
  dueAt: Date;
}

export interface DueMessage {
  id: string;
  userId: number;
  channel: Channel;
  /** Attempts including the current one. */
  tries: number;
}

interface SettingsRow {
  userId: number;
  telegram: StoredDeliveryChoice['telegram'];
  mail: StoredDeliveryChoice['mail'];
  language: StoredDeliveryChoice['language'];
  timeZone: string | null;
  quietFrom: string | null;
  quietUntil: string | null;
}

const settingsColumns = `settings.telegram, settings.mail, settings.language, settings.time_zone as "timeZone",
  settings.quiet_from as "quietFrom", settings.quiet_until as "quietUntil"`;

const toChoice = ({ quietFrom, quietUntil, telegram, mail, language, timeZone }: SettingsRow) => ({
  telegram,
  mail,
  language,
  timeZone,
  quiet: quietFrom !== null && quietUntil !== null ? { from: quietFrom, until: quietUntil } : null,
});

/**
 * The deliverable notifications of a message: visible to the reader or about a request of their own, of a chosen kind,
 * and with an existing subject.
 */
const deliverableSql = `from notification_deliveries as delivery
  join notifications as notice on notice.id = delivery.notification_id
  join users on users.id = notice.user_id
  left join notification_settings as settings on settings.user_id = users.id
  left join items on items.id = item_now(notice.item_id) and items.removed_at is null
    and (items.admin_visibility = 'visible' or users.is_admin)
  where delivery.message_id = :id and ((notice.item_id is null or items.id is not null) or notice.kind = any(:ownKinds::text[]))
    and ${liveCountSql('notice')} > 0 and notice.kind = any(:kinds::text[]) and not coalesce(notice.kind = any (settings.kinds_off), false)`;

/** SQL for the text that somebody wrote with it, while the status is current. */
const attachedTextSql = `case notice.kind
    when 'request_moved' then (
      select word from access_requests where id::text = notice.subject_id and access_requests.status = notice.status)
    when 'report_moved' then (
      select word from complaints where id::text = notice.subject_id and complaints.status = notice.status)
    when 'proposal_moved' then (
      select answer from proposed_services where id::text = notice.subject_id and state = notice.status)
    when 'wish_told' then (
      select coalesce(other.answer, wishes.answer) from wishes left join wishes as other on other.id = wishes.merged_into
      where wishes.id::text = notice.subject_id and notice.status = 'declined')
  end`;

export class NotificationDeliveriesStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async choices(userIds: readonly number[]): Promise<Map<number, StoredDeliveryChoice>> {
    const { rows } = await this.db.raw<{ rows: SettingsRow[] }>(
      `select settings.user_id as "userId", ${settingsColumns} from notification_settings as settings where user_id = any(?)`,
      [[...userIds]],
    );
    return new Map(rows.map((row) => [row.userId, toChoice(row)]));
  }

  /** People with Telegram, and people with a mail address. */
  async reachable(userIds: readonly number[]): Promise<Record<Channel, Set<number>>> {
    const rows: { id: number; telegram: boolean; mail: boolean }[] = await this.db('users')
      .whereIn('id', [...userIds])
      .select(
        'id',
        this.db.raw('telegram_id is not null as telegram'),
        this.db.raw('email is not null as mail'),
      );
    const those = (channel: Channel) =>
      new Set(rows.filter((row) => row[channel]).map(({ id }) => id));
    return { telegram: those('telegram'), mail: those('mail') };
  }

  /**
   * Plans deliveries; waiting ones stay unchanged. One that was sent, or is being sent and may miss the addition, is
   * sent again only with `again`.
   */
  async plan(planned: readonly PlannedDelivery[], again: boolean): Promise<void> {
    if (planned.length === 0) return;
    await this.db.raw(
      `insert into notification_deliveries as known (notification_id, user_id, channel, due_at)
       select * from unnest(:ids::bigint[], :users::integer[], :channels::text[], :times::timestamptz[])
       on conflict (notification_id, channel) do update set due_at = excluded.due_at, told_at = null, message_id = null
       where case when :again then known.told_at is not null or known.message_id is not null or known.due_at is null
         else known.told_at is null and known.message_id is null and known.due_at is null end`,
      {
        ids: planned.map(({ notificationId }) => notificationId),
        users: planned.map(({ userId }) => userId),
        channels: planned.map(({ channel }) => channel),
        times: planned.map((one) => one.dueAt),
        again,
      },
    );
  }

  /** Composes one message for each person with due deliveries and no active message; returns how many. */
  async compose(channel: Channel, now: Date, most: number): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { made: number }[] }>(
      `with due as (
         select distinct user_id from notification_deliveries as delivery
         where channel = :channel and told_at is null and message_id is null and due_at <= :now
           and not exists (select from notification_messages as message
             where message.user_id = delivery.user_id and message.channel = :channel)
         order by user_id limit :most),
       made as (
         insert into notification_messages (user_id, channel, next_try_at) select user_id, :channel, :now from due
         on conflict do nothing returning id, user_id),
       filled as (
         update notification_deliveries as delivery set message_id = made.id from made
         where delivery.user_id = made.user_id and delivery.channel = :channel and delivery.told_at is null
           and delivery.message_id is null and (delivery.due_at is null or delivery.due_at <= :now))
       select count(*)::int as made from made`,
      { channel, now, most },
    );
    return rows[0]!.made;
  }

  /** Claims the longest waiting message for one attempt; null when none is due. */
  async claim(channel: Channel, { now, until }: { now: Date; until: Date }) {
    const { rows } = await this.db.raw<{ rows: DueMessage[] }>(
      `update notification_messages as message set tries = tries + 1, next_try_at = :until
       where id = (select id from notification_messages where channel = :channel and next_try_at <= :now
         order by next_try_at, id limit 1 for update skip locked)
       returning id, user_id as "userId", channel, tries`,
      { channel, now, until },
    );
    return rows[0] ?? null;
  }

  /**
   * The newest notifications of a message, and their number. Those with removed subjects stay undelivered; the next
   * message includes them if the subjects come back.
   */
  async contents(
    id: string,
    { kinds, most }: { kinds: readonly NotificationKind[]; most: number },
  ): Promise<{ notices: NotificationContent[]; total: number }> {
    type Row = NotificationContent & { isOfService: boolean; total: number };
    const { rows } = await this.db.raw<{ rows: Row[] }>(
      `with gone as (
         update notification_deliveries as delivery set message_id = null, due_at = null from notifications as notice
         where delivery.message_id = :id and notice.id = delivery.notification_id and ${liveCountSql('notice')} = 0)
       select notice.kind, notice.subject_id as "subjectId", notice.title, notice.status, ${liveCountSql('notice')} as count, items.id as "itemId",
         notice.item_id is not null as "isOfService",
         items.title_ru as "titleRu", items.title_en as "titleEn", ${attachedTextSql} as word, (count(*) over ())::int as total
       ${deliverableSql} order by notice.seq desc limit :most`,
      { id, kinds: [...kinds], ownKinds: ownKinds, most },
    );
    const notices = rows.map((row) =>
      row.isOfService && row.itemId === null ? withoutItem(row) : row,
    );
    return { notices, total: rows[0]?.total ?? 0 };
  }

  async markDelivered(id: string, at: Date): Promise<void> {
    await this.db('notification_deliveries')
      .where({ message_id: id })
      .update({ told_at: at, message_id: null });
    await this.db('notification_messages').where({ id }).delete();
  }

  async discard(id: string): Promise<void> {
    await this.db('notification_deliveries').where({ message_id: id }).delete();
    await this.db('notification_messages').where({ id }).delete();
  }

  /** Schedules another attempt, unless another process has claimed it; `counts: false` for a postponed one. */
  async retry({ id, tries }: DueMessage, at: Date, { counts }: { counts: boolean }): Promise<void> {
    await this.db('notification_messages')
      .where({ id, tries })
      .update({ next_try_at: at, tries: counts ? tries : tries - 1 });
  }

  /** Gives a message up; the next message includes its notifications. */
  async giveUp({ id, tries }: DueMessage): Promise<void> {
    const mine = this.db('notification_messages').where({ id, tries }).forUpdate().select('id');
    await this.db('notification_deliveries')
      .whereIn('message_id', mine)
      .update({ message_id: null, due_at: null });
    await this.db('notification_messages').where({ id, tries }).delete();
  }

  async saveChoice(
    userId: number,
    { quiet, timeZone, ...delivery }: DeliveryChoice,
  ): Promise<void> {
    await this.db('notification_settings')
      .insert({
        ...delivery,
        user_id: userId,
        time_zone: timeZone,
        quiet_from: quiet?.from ?? null,
        quiet_until: quiet?.until ?? null,
      })
      .onConflict('user_id')
      .merge();
  }

  /** Reschedules waiting deliveries of these kinds; null deletes them. */
  async reschedule(
    userId: number,
    channel: Channel,
    { kinds, dueAt }: { kinds: readonly NotificationKind[]; dueAt: Date | null },
  ): Promise<void> {
    const waiting = this.db('notification_deliveries')
      .where({ user_id: userId, channel })
      .whereExists(
        this.db('notifications')
          .whereRaw('notifications.id = notification_deliveries.notification_id')
          .whereIn('kind', [...kinds]),
      )
      .whereNull('told_at')
      .whereNull('message_id');
    if (dueAt === null) await waiting.delete();
    else await waiting.whereNotNull('due_at').update({ due_at: dueAt });
  }

  /** Switches Telegram off and notifies the person on the page; requires the reader lock. */
  async stopTelegram(userId: number, at: Date): Promise<void> {
    await this.db('notification_settings')
      .insert({ user_id: userId, telegram: 'off' })
      .onConflict('user_id')
      .merge({ telegram: 'off' });
    await this.db.raw(
      `insert into notifications (user_id, kind, subject_id, parts, fold_key, at)
       values (:userId, 'telegram_stopped', 'telegram', array['telegram'], :foldKey, :at)
       on conflict (user_id, fold_key) do update
         set at = excluded.at, seq = nextval('notifications_seq'), read_at = null`,
      { userId, at, foldKey: `telegram_stopped:${utcDay(at)}` },
    );
  }

  /** The secret of the unsubscribe link, created on first use. */
  async unsubscribeSecret(userId: number, fresh: string): Promise<string> {
    const rows: { unsubscribe_secret: string }[] = await this.db('notification_settings')
      .insert({ user_id: userId, unsubscribe_secret: fresh })
      .onConflict('user_id')
      .merge({
        unsubscribe_secret: this.db.raw('coalesce(notification_settings.unsubscribe_secret, ?)', [
          fresh,
        ]),
      })
      .returning('unsubscribe_secret');
    return rows[0]!.unsubscribe_secret;
  }

  /** Null for a wrong secret. */
  async ownerOf(
    secret: string,
  ): Promise<{ userId: number; language: StoredDeliveryChoice['language'] } | null> {
    const row: { userId: number; language: StoredDeliveryChoice['language'] } | undefined =
      await this.db('notification_settings')
        .where({ unsubscribe_secret: secret })
        .first('user_id as userId', 'language');
    return row ?? null;
  }

  async stopMail(userId: number): Promise<void> {
    await this.db('notification_settings').where({ user_id: userId }).update({ mail: 'off' });
  }
}
