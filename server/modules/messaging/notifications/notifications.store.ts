// SQL that writes notifications and finds their readers.
import type { Knex } from 'knex';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import { liveCountSql } from './notifications.queries.ts';
import { itemKinds, ownKinds, type Audience, type NotificationKind } from './notificationKinds.ts';
import type { Notice, NotifiedPerson } from './notifications.ts';

/** SQL for the recipients of an event, with the displayed title: their request, or the person who asks. */
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
  // The people named in the rule, or the person who last decided it, or the admins of its company.
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
  // Approvers of the companies whose rules quote the page, and the admins who decide for them.
  sourceDeciders: `with concerned as (
      select distinct rule.company_key from source_changes as change
      join source_pages as page on page.id = change.page_id
      join data_rules as rule on rule.item_id = item_now(:item::integer) and not rule.is_demo
        and coalesce(rule.decided_at < change.found_at, true)
      cross join lateral jsonb_array_elements(rule.facts) as fact
      where change.id = :subject::integer and split_part(fact->>'sourceUrl', '#', 1) = page.address)
    select users.id as user_id, null::text as title from users left join companies on companies.key = users.company_key
    where exists (select from concerned where concerned.company_key = users.company_key
        and (users.is_admin or exists (
          select from access_approvers as approver
          where approver.company_key = concerned.company_key and approver.user_id = users.id)))
      or users.is_admin and (users.company_key is null or companies.decides_for_all) and exists (select from concerned)`,
  // The owner, and the company's approvers, or its admins where there are none. Hidden items are for admins only.
  subscriptionKeepers: `with subscription as (
      select subscriptions.*, items.removed_at is not null or items.id is null as is_gone,
        items.admin_visibility = 'hidden' as is_hidden
      from subscriptions left join items on items.id = item_id where subscriptions.id = :subject::integer),
    approver as (
      select users.id from access_approvers join subscription using (company_key)
      join users on users.id = access_approvers.user_id where users.disabled_at is null),
    keeper as (
      select owner_id as id from subscription
      union select id from approver
      union select users.id from users join subscription using (company_key)
        where users.is_admin and not exists (select from approver))
    select keeper.id as user_id, case when is_gone then service end as title from keeper cross join subscription
    join users on users.id = keeper.id where is_hidden is not true or users.is_admin`,
  accessHolder: `select user_id, service as title from access_requests
    where id = :subject::integer and status = 'granted'`,
  // People in the affected companies who use the item, have access to it or wrote use cases.
  concernedByIncident: `with people as (
      select user_id from item_likes where item_id = item_now(:item::integer)
      union select user_id from access_requests where item_id = item_now(:item::integer) and status = 'granted'
      union select user_id from use_cases where item_id = item_now(:item::integer) and deleted_at is null)
    select people.user_id, null::text as title
    from incidents, people join users on users.id = people.user_id
    where incidents.id = :subject::integer and incidents.ended_at is null
      and (company_keys is null or users.company_key = any(company_keys))`,
  toldOfIncident: `select distinct user_id, null::text as title from notifications
    where kind = 'incident_started' and subject_id = :subject::text
      and exists (select from incidents where id = :subject::integer and ended_at is not null)`,
  // The company's approvers and admins, or all admins where there are none; nobody after the decision.
  pilotDeciders: `with pilot as (
      select company_key from item_stages
      where id = :subject::integer and to_char(ends_on, 'YYYY-MM-DD') = :after::text and not exists (
        select from item_stages as own where own.company_key = item_stages.company_key
          and own.item_id = item_now(item_stages.item_id) and own.id <> item_stages.id)),
    decider as (
      select users.id from users join pilot using (company_key) where is_admin and disabled_at is null
      union select users.id from access_approvers join pilot using (company_key)
        join users on users.id = access_approvers.user_id where users.disabled_at is null)
    select id as user_id, null::text as title from decider
    union select users.id, null from users cross join pilot where is_admin and not exists (select from decider)`,
  // The owners, or the company's admins for official loadouts without one.
  loadoutOwners: `with holding as (
      select loadouts.kind, loadouts.company_key, coalesce(loadouts.title_ru, loadouts.title_en) as title, owner.id as owner_id
      from loadouts
      join loadout_items on loadout_items.loadout_id = loadouts.id
      left join users as owner on owner.id = loadouts.owner_id and owner.disabled_at is null
        and (loadouts.kind <> 'official' or loadouts.company_key is null or owner.company_key = loadouts.company_key)
      where loadouts.deleted_at is null and loadout_items.item_id in (
        with recursive led (id) as (
          select item_now(:item::integer) union select items.id from items join led on items.merged_into = led.id)
        select id from led)),
    readers as (
      select owner_id as id, title from holding
      union select users.id, title from users join holding on holding.owner_id is null and holding.kind = 'official'
        and (holding.company_key is null or users.company_key is null or users.company_key = holding.company_key)
      where users.is_admin)
    select id as user_id, string_agg(title, ', ' order by title) as title from readers where id is not null group by id`,
  admins: `select id as user_id, :host::text as title from users where is_admin`,
};

const webhookHost = (after: JsonValue): JsonValue =>
  typeof after === 'object' && after !== null && !Array.isArray(after)
    ? (after['host'] ?? null)
    : null;

/** The payload of NOTIFY is limited to 8,000 bytes. */
const maxPayloadLength = 7_000;

export class NotificationsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /**
   * Notifies an audience, except the actor, disabled accounts and people who switched the kind off. People who may not
   * see the item are notified only about their own requests. A folded notification gets one more part and is unread
   * again.
   */
  async notify({
    kind,
    audience,
    event,
    foldKey,
    part,
    undonePart,
    status,
  }: Notice): Promise<NotifiedPerson[]> {
    const { rows } = await this.db.raw<{ rows: { id: string; user_id: number }[] }>(
      `insert into notifications as known (user_id, kind, item_id, subject_id, title, status, parts, fold_key, at)
       select audience.user_id, :kind::text, (select id from items where id = :item::integer), :subjectShown::text, audience.title, :status::text, array[:part::text],
         :foldKey::text, :at::timestamptz
       from (${audiences[audience]}) as audience
       join users on users.id = audience.user_id and users.disabled_at is null and not users.is_tool
       left join notification_settings as settings on settings.user_id = users.id
       where users.id is distinct from :actor::integer
         and not coalesce(:kind::text = any (settings.kinds_off), false)
         -- An undo concerns only people who have read the notification.
         and (:undonePart::text is null or exists (
           select from notifications as earlier where earlier.user_id = users.id and earlier.item_id = :item::integer
             and earlier.kind = :kind::text and earlier.parts @> array[:undonePart::text]))
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
        ownKinds: ownKinds,
        item: event.itemId,
        subject: event.subjectId,
        subjectShown:
          event.subjectKind === 'data_rule'
            ? String(event.itemId)
            : event.subjectId.split('/', 1)[0]!,
        actor: event.actorId,
        after: typeof event.after === 'string' ? event.after : null,
        host: webhookHost(event.after),
        status,
        part,
        undonePart,
        foldKey,
        at: event.at,
      },
    );
    // A like that is removed and given again counts only on the new day.
    if (kind === 'case_liked' && rows.length > 0)
      await this.db.raw(
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
  }

  /** Removes an undone part from unread, undelivered notifications and deletes empty ones; returns their recipients. */
  async withdraw({ kind, event, undonePart }: Notice): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { user_id: number }[] }>(
      `with held as (
         select id, user_id, array_remove(parts, :undonePart::text) as left from notifications
         where item_id = :item and kind = :kind and parts @> array[:undonePart::text] and read_at is null
           and not exists (select from notification_deliveries where notification_id = id and told_at is not null)
         for update),
       fewer as (
         update notifications set parts = held.left from held where notifications.id = held.id and cardinality(held.left) > 0),
       gone as (
         delete from notifications using held where notifications.id = held.id and cardinality(held.left) = 0)
       select distinct user_id from held`,
      { kind, item: event.itemId, undonePart },
    );
    return rows.map((row) => row.user_id);
  }

  /** Wakes the streams of these people at the end of the transaction; too many ids wake all. */
  async announce(userIds: readonly number[]): Promise<void> {
    const ids = userIds.join(',');
    await this.db.raw(`select pg_notify('loadout_notifications', ?)`, [
      ids.length > maxPayloadLength ? '' : ids,
    ]);
  }

  /** Marks existing notifications up to a position as read; returns how many were unread. */
  markRead(userId: number, upTo: number, at: Date): Promise<number> {
    return this.db('notifications')
      .where({ user_id: userId })
      .where('seq', '<=', upTo)
      .whereNull('read_at')
      .whereRaw(`${liveCountSql('notifications')} > 0`)
      .update({ read_at: at });
  }

  async setKindsOff(userId: number, kinds: readonly NotificationKind[]): Promise<void> {
    await this.db('notification_settings')
      .insert({ user_id: userId, kinds_off: [...kinds] })
      .onConflict('user_id')
      .merge();
  }

  /** Returns how many were deleted. */
  deleteOld(before: Date, count: number): Promise<number> {
    return this.db('notifications')
      .whereIn(
        'id',
        this.db('notifications').where('at', '<', before).orderBy('at').limit(count).select('id'),
      )
      .delete();
  }
}

/**
 * Moves notifications of real people, read or not, to the kept item of a merge; folded ones keep fold key and position.
 */
export const moveNotifications = async (
  db: Knex,
  pairs: readonly { from: number; to: number }[],
): Promise<void> => {
  await db.raw(
    `update notifications set item_id = pair.to_id,
       subject_id = case when kind = any(:itemKinds::text[]) then pair.to_id::text else subject_id end
     from unnest(:from::integer[], :to::integer[]) as pair (from_id, to_id), users
     where notifications.item_id = pair.from_id and users.id = notifications.user_id and not users.is_demo`,
    {
      from: pairs.map(({ from }) => from),
      to: pairs.map(({ to }) => to),
      itemKinds,
    },
  );
};
