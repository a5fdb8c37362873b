// SQL that writes what people are told, and finds whom.
import type { Knex } from 'knex';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import { standingParts } from './notifications.rows.ts';
import {
  ownKinds,
  type Audience,
  type Notice,
  type NotificationKind,
  type ToldPerson,
} from './notifications.ts';

/** Somebody who is told, and how what they had asked for is called, or who asks them; of several the last. */
const audiences: Record<Audience, string> = {
  author: `select user_id, null::text as title from use_cases
    where id = :subject::integer and deleted_at is null
      and exists (select from use_case_likes where use_case_id = use_cases.id and user_id = :actor::integer)`,
  asked: `select use_cases.user_id, asker.name as title
    from use_cases join users as asker on asker.id = :actor::integer and asker.disabled_at is null
    where use_cases.id = :subject::integer and use_cases.deleted_at is null`,
  requester: `select user_id, service as title from access_requests where id = :subject::integer`,
  reporter: `select user_id, null::text as title from complaints where id = :subject::integer`,
  proposer: `select user_id, address as title from proposed_services where id = :subject::integer`,
  watcher: `select split_part(:subject::text, '/', 2)::integer as user_id, text as title from wishes
    where id = split_part(:subject::text, '/', 1)::integer`,
  users: `select user_id, null::text as title from item_likes where item_id = item_now(:item::integer)
    and (:kind::text <> 'service_case'
      or exists (select from use_cases where id = :subject::integer and deleted_at is null))`,
  usersOfCompany: `select user_id, null::text as title from item_likes join users on users.id = user_id
    where item_id = item_now(:item::integer) and company_key = split_part(:subject::text, '/', 2)`,
  // Whom the rule names, else who decided it last, else the admins of its company: a review is nobody's for nobody.
  reviewers: `with rule as (
      select * from data_rules where item_id = item_now(:item::integer)
        and company_key = split_part(:subject::text, '/', 2) and tier = split_part(:subject::text, '/', 3)
        and to_char(review_by, 'YYYY-MM-DD') = :after::text),
    named as (
      select users.id from users join rule on lower(users.email) = any (regexp_split_to_array(lower(rule.owner), '[\\s<>,;()]+'))
        or users.company_key = rule.company_key and lower(users.name) = lower(rule.owner)
      where users.disabled_at is null),
    decider as (select users.id from users join rule on rule.decided_by = users.id where users.disabled_at is null)
    select id as user_id, null::text as title from named
    union select id, null from decider where not exists (select from named)
    union select users.id, null from users join rule on users.company_key = rule.company_key and users.is_admin
      where not exists (select from named) and not exists (select from decider)`,
  admins: `select id as user_id, :host::text as title from users where is_admin`,
};

const hostOf = (after: JsonValue): JsonValue =>
  typeof after === 'object' && after !== null && !Array.isArray(after)
    ? (after['host'] ?? null)
    : null;

/** PostgreSQL announces less than 8,000 bytes. */
const mostAnnounced = 7_000;

export const notificationsStore = (db: Knex) => ({
  /**
   * Tells those whom it concerns, but for whoever did it, who is kept out, has switched the kind off, or may not see the service and
   * asked for nothing about it.
   * What is told of the same already gets a further part, and is unread again. Answers who was told.
   */
  async tell({
    kind,
    audience,
    event,
    foldKey,
    part,
    takenBack,
    status,
  }: Notice): Promise<ToldPerson[]> {
    const { rows } = await db.raw<{ rows: { id: string; user_id: number }[] }>(
      `insert into notifications as known (user_id, kind, item_id, subject_id, title, status, parts, fold_key, at)
       select audience.user_id, :kind::text, (select id from items where id = :item::integer), :subjectShown::text, audience.title, :status::text, array[:part::text],
         :foldKey::text, :at::timestamptz
       from (${audiences[audience]}) as audience
       join users on users.id = audience.user_id and users.disabled_at is null and not users.is_tool
       left join notification_settings as settings on settings.user_id = users.id
       where users.id is distinct from :actor::integer
         and not coalesce(:kind::text = any (settings.kinds_off), false)
         -- What is taken back concerns those who have read it.
         and (:takenBack::text is null or exists (
           select from notifications as told where told.user_id = users.id and told.item_id = :item::integer
             and told.kind = :kind::text and told.parts @> array[:takenBack::text]))
         and (:item::integer is null or :kind::text = any(:ownKinds::text[]) or exists (
           select from items where id = item_now(:item::integer) and removed_at is null
             and (admin_visibility = 'visible' or users.is_admin)))
       order by audience.user_id
       on conflict (user_id, fold_key) do update
         set parts = known.parts || excluded.parts, subject_id = excluded.subject_id, title = excluded.title, at = excluded.at,
           seq = nextval('notifications_seq'), read_at = null
         where not known.parts @> excluded.parts
       returning known.id, known.user_id`,
      {
        kind,
        ownKinds: [...ownKinds],
        item: event.itemId,
        subject: event.subjectId,
        subjectShown:
          event.subjectKind === 'data_rule'
            ? String(event.itemId)
            : event.subjectId.split('/', 1)[0]!,
        actor: event.actorId,
        after: typeof event.after === 'string' ? event.after : null,
        host: hostOf(event.after),
        status,
        part,
        takenBack,
        foldKey,
        at: event.at,
      },
    );
    // A like that was taken back and is given again on another day is of that day alone.
    if (kind === 'case_liked' && rows.length > 0)
      await db.raw(
        `update notifications set parts = array_remove(parts, :part::text)
         where kind = :kind and subject_id = :subject::text and user_id = any(:users::integer[])
           and id <> all(:ids::bigint[]) and parts @> array[:part::text]`,
        {
          kind,
          part,
          subject: event.subjectId,
          users: rows.map((row) => row.user_id),
          ids: rows.map(({ id }) => id),
        },
      );
    return rows.map((row) => ({ notificationId: Number(row.id), userId: row.user_id, kind }));
  },

  /**
   * Takes a part out of what people were told of a service and have not read, in the page or outside; what has no part left goes.
   * Answers whose it was.
   */
  async withdraw({ kind, event, takenBack }: Notice): Promise<number[]> {
    const { rows } = await db.raw<{ rows: { user_id: number }[] }>(
      `with held as (
         select id, user_id, array_remove(parts, :takenBack::text) as left from notifications
         where item_id = :item and kind = :kind and parts @> array[:takenBack::text] and read_at is null
           and not exists (select from notification_deliveries where notification_id = id and told_at is not null)
         for update),
       fewer as (
         update notifications set parts = held.left from held where notifications.id = held.id and cardinality(held.left) > 0),
       gone as (
         delete from notifications using held where notifications.id = held.id and cardinality(held.left) = 0)
       select distinct user_id from held`,
      { kind, item: event.itemId, takenBack },
    );
    return rows.map((row) => row.user_id);
  },

  /** Whoever follows what these people are told looks when the transaction ends; of very many, everybody does. */
  async announce(userIds: readonly number[]): Promise<void> {
    const ids = userIds.join(',');
    await db.raw(`select pg_notify('loadout_notifications', ?)`, [
      ids.length > mostAnnounced ? '' : ids,
    ]);
  },

  /** What one was told up to a place is read, but not what is gone at the time: nobody has seen that. Answers how many were not. */
  markRead: (userId: number, upTo: number, at: Date): Promise<number> =>
    db('notifications')
      .where({ user_id: userId })
      .where('seq', '<=', upTo)
      .whereNull('read_at')
      .whereRaw(`${standingParts('notifications')} > 0`)
      .update({ read_at: at }),

  async setKindsOff(userId: number, kinds: readonly NotificationKind[]): Promise<void> {
    await db('notification_settings')
      .insert({ user_id: userId, kinds_off: [...kinds] })
      .onConflict('user_id')
      .merge();
  },

  /** Deletes so many of those that are older; answers how many. */
  forget: (before: Date, count: number): Promise<number> =>
    db('notifications')
      .whereIn(
        'id',
        db('notifications').where('at', '<', before).orderBy('at').limit(count).select('id'),
      )
      .delete(),
});

export type NotificationsStore = ReturnType<typeof notificationsStore>;
