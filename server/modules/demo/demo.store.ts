// SQL that removes and restores the demo catalogue, inside one transaction.
import type { Knex } from 'knex';
import { moveAccessRequests } from '../access/requests/accessRequests.module.ts';
import { moveNotifications } from '../messaging/notifications/notifications.module.ts';
import type { DemoPair, DemoSearch, DemoTag, ReplacedDemoItem } from './demo.ts';
import { isByRealUser } from './demo.queries.ts';
import type { DemoChoice } from '../sync/sync.module.ts';

const columns = (pairs: readonly DemoPair[]) => ({
  from: pairs.map(({ from }) => from),
  to: pairs.map(({ to }) => to),
});

/** SQL condition: a merged demo item whose target is deleted. */
const hasNoTarget = 'items.is_demo and items.removed_at is not null and items.merged_into is null';

const pair = 'unnest(:from::integer[], :to::integer[]) as pair (from_id, to_id)';

export class DemoStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Locks the demo and its items until the end of the transaction. */
  async lock(): Promise<void> {
    await this.db.raw('select from demo_state for update');
    await this.db.raw('select from items where is_demo order by id for update');
  }

  async choose(choice: DemoChoice, userId: number | null, now: Date): Promise<void> {
    await this.db('demo_state').update({ choice, chosen_at: now, chosen_by: userId });
  }

  async setLoaded(loadedAt: Date | null): Promise<void> {
    await this.db('demo_state').update({ loaded_at: loadedAt });
  }

  /** Moves the work of real users to own items; equal work is kept once. */
  async moveUserWork(pairs: readonly DemoPair[]): Promise<void> {
    if (pairs.length === 0) return;
    const places = columns(pairs);
    await this.db.raw(
      `insert into item_likes (user_id, item_id, created_at)
       select done.user_id, pair.to_id, done.created_at
       from ${pair} join item_likes as done on done.item_id = pair.from_id
       join users on users.id = done.user_id and not users.is_demo
       on conflict do nothing`,
      places,
    );
    await this.db.raw(
      `update use_cases set item_id = pair.to_id
       from ${pair}, users
       where use_cases.item_id = pair.from_id and users.id = use_cases.user_id and not users.is_demo`,
      places,
    );
    await this.db.raw(
      `update items set use_cases_count = there.number
       from (
         select places.id, count(use_cases.id) filter (where use_cases.deleted_at is null) as number
         from unnest(:from::integer[] || :to::integer[]) as places (id)
         left join use_cases on use_cases.item_id = places.id group by places.id
       ) as there
       where items.id = there.id and items.use_cases_count <> there.number`,
      places,
    );
    await this.moveComplaints(pairs);
    await this.db.raw(
      `update loadout_items as held set item_id = pair.to_id from ${pair}
       where held.item_id = pair.from_id and not exists (
         select from loadout_items as own
         where own.loadout_id = held.loadout_id and own.item_id = pair.to_id)`,
      places,
    );
    await this.moveDecisions(pairs);
    // Requests of demo people are removed with the demo item.
    await this.db.raw(
      `delete from access_requests using ${pair}, users
       where access_requests.item_id = pair.from_id and users.id = access_requests.user_id and users.is_demo`,
      places,
    );
    await moveAccessRequests(this.db, pairs);
    await moveNotifications(this.db, pairs);
    await this.db.raw(
      `update items set admin_notes = concat_ws(E'\\n', nullif(items.admin_notes, ''), demo.admin_notes)
       from ${pair} join items as demo on demo.id = pair.from_id and demo.admin_notes <> ''
       where items.id = pair.to_id and exists (
         select from activity left join users on users.id = activity.actor_id
         where activity.item_id = demo.id and activity.action = 'item.notes'
           and ${isByRealUser('activity')})`,
      places,
    );
    // Tasks by admins, unless a person wrote tasks of the own item.
    await this.db.raw(
      `insert into item_tasks as held (item_id, language, tasks, made_from)
       select pair.to_id, said.language, said.tasks, null
       from ${pair} join item_tasks as said on said.item_id = pair.from_id and said.made_from is null
       where cardinality(said.tasks) > 0 and exists (
         select from activity left join users on users.id = activity.actor_id
         where activity.item_id = pair.from_id and activity.action in ('item.edited', 'item.broughtBack')
           and jsonb_exists(activity.after, 'tasks' || initcap(said.language)) and ${isByRealUser('activity')})
       on conflict (item_id, language) do update set tasks = excluded.tasks, made_from = null
       where held.made_from is not null`,
      places,
    );
  }

  /** Moves data rules, subscriptions and stages of companies; those of the own item are kept. */
  private async moveDecisions(pairs: readonly DemoPair[]): Promise<void> {
    const places = columns(pairs);
    await this.db.raw(
      `update data_rules as rule set item_id = pair.to_id from ${pair}
       where rule.item_id = pair.from_id and not rule.is_demo and not exists (
         select from data_rules as own
         where own.item_id = pair.to_id and own.company_key = rule.company_key and own.tier = rule.tier)`,
      places,
    );
    await this.db.raw(
      `update subscriptions as moved set item_id = pair.to_id from ${pair}
       where moved.item_id = pair.from_id and not moved.is_demo and not exists (
         select from subscriptions as own
         where own.item_id = pair.to_id and own.company_key = moved.company_key)`,
      places,
    );
    await this.db.raw(
      `update item_stages as moved set item_id = pair.to_id from ${pair}
       where moved.item_id = pair.from_id and not moved.is_demo and not exists (
         select from item_stages as own
         where own.item_id = pair.to_id and own.company_key = moved.company_key)`,
      places,
    );
  }

  /** Moves notes of admins unchanged. */
  async moveNotes(pairs: readonly DemoPair[]): Promise<void> {
    await this.db.raw(
      `update items set admin_notes = held.admin_notes
       from ${pair} join items as held on held.id = pair.from_id and held.admin_notes <> ''
       where items.id = pair.to_id`,
      columns(pairs),
    );
  }

  /** Hides own items added by a run in place of demo items hidden by real users; returns their ids. */
  async hideReplacements(pairs: readonly DemoPair[], runId: number): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `update items set admin_visibility = 'hidden'
       from ${pair} join items as demo on demo.id = pair.from_id and demo.admin_visibility = 'hidden'
       where items.normalised_url = demo.normalised_url and items.admin_visibility = 'visible' and items.removed_at is null
         and exists (select from activity where item_id = items.id and run_id = :runId and action = 'sync.added')
         and exists (
           select from (
             select action, ${isByRealUser('activity')} as is_real
             from activity left join users on users.id = activity.actor_id
             where item_id = demo.id and action in ('item.hidden', 'item.shown') order by activity.id desc limit 1) as last
           where action = 'item.hidden' and is_real)
       returning items.id`,
      { ...columns(pairs), runId },
    );
    return rows.map(({ id }) => id);
  }

  /** A person has one open complaint of a type per item, so the comment is appended to it. */
  async moveComplaints(pairs: readonly DemoPair[]): Promise<void> {
    const places = columns(pairs);
    await this.db.raw(
      `update complaints as open set comment =
         concat_ws(E'\\n', nullif(open.comment, ''), nullif(moved.comment, ''))
       from ${pair}, complaints as moved
       where moved.item_id = pair.from_id and open.item_id = pair.to_id and open.user_id = moved.user_id
         and open.complaint_type = moved.complaint_type and moved.comment is distinct from open.comment
         and open.status in ('new', 'in_progress') and moved.status in ('new', 'in_progress')`,
      places,
    );
    await this.db.raw(
      `update complaints set item_id = pair.to_id
       from ${pair}
       where complaints.item_id = pair.from_id
         and not exists (select from users where users.id = complaints.user_id and users.is_demo)
         and not (complaints.status in ('new', 'in_progress') and exists (
           select from complaints as open
           where open.item_id = pair.to_id and open.user_id = complaints.user_id
             and open.complaint_type = complaints.complaint_type and open.status in ('new', 'in_progress')))`,
      places,
    );
  }

  async redirectMerged(pairs: readonly DemoPair[]): Promise<void> {
    await this.db.raw(
      `update items set merged_into = pair.to_id from ${pair} where items.merged_into = pair.from_id`,
      columns(pairs),
    );
  }

  /** Redirects merged items whose target is deleted to the item that has the address now. */
  async restoreRedirects(given: readonly ReplacedDemoItem[]): Promise<void> {
    const merged = given.flatMap((one) => one.merged.map((id) => ({ id, address: one.address })));
    if (merged.length === 0) return;
    await this.db.raw(
      `update items set merged_into = there.id
       from unnest(?::integer[], ?::text[]) as led (id, address)
       join lateral (
         select id from items where normalised_url = led.address and removed_at is null order by id limit 1
       ) as there on true
       where items.id = led.id and ${hasNoTarget}`,
      [merged.map(({ id }) => id), merged.map(({ address }) => address)],
    );
  }

  /** Deletes merged items whose target is deleted, and items merged into them. */
  async removeWithoutTarget(ids: readonly number[]): Promise<void> {
    await this.db.raw(
      `delete from items where is_demo and removed_at is not null and item_now(id) in (
         select items.id from items where items.id = any(?::integer[]) and ${hasNoTarget})`,
      [[...ids]],
    );
  }

  /** Saves likes of real users on use cases of the demo. */
  async saveUseCaseLikes(items: readonly number[]): Promise<void> {
    await this.db.raw(
      `insert into demo_liked_cases (user_id, bookmark_id, author_email, written_at, liked_at)
       select liked.user_id, items.bookmark_id, author.email, use_cases.created_at, liked.created_at
       from use_case_likes as liked
       join users as liker on liker.id = liked.user_id and not liker.is_demo
       join use_cases on use_cases.id = liked.use_case_id
       join users as author on author.id = use_cases.user_id and author.is_demo
       join items on items.id = use_cases.item_id
       where items.id = any(?::integer[]) and items.bookmark_id is not null and author.email is not null
       on conflict do nothing`,
      [[...items]],
    );
  }

  /** Restores saved likes on use cases that exist again. */
  async restoreUseCaseLikes(): Promise<void> {
    await this.db.raw(
      `with back as (
         select kept.*, use_cases.id as use_case_id
         from demo_liked_cases as kept
         join items on items.bookmark_id = kept.bookmark_id and items.is_demo
         join users on users.email = kept.author_email and users.is_demo
         join use_cases on use_cases.item_id = items.id and use_cases.user_id = users.id
           -- Times of the demo are shifted by whole weeks when it is loaded.
           and extract(epoch from use_cases.created_at - kept.written_at) % 604800 = 0
       ),
       liked as (
         insert into use_case_likes (user_id, use_case_id, created_at)
         select user_id, use_case_id, liked_at from back on conflict do nothing
       )
       delete from demo_liked_cases using back
       where (demo_liked_cases.user_id, demo_liked_cases.bookmark_id, demo_liked_cases.author_email, demo_liked_cases.written_at)
         = (back.user_id, back.bookmark_id, back.author_email, back.written_at)`,
    );
  }

  /** Removes unchanged data rules, subscriptions and stages of the demo. */
  async removeRules(): Promise<void> {
    await this.db('data_rules').where({ is_demo: true }).delete();
    await this.db('subscriptions').where({ is_demo: true }).delete();
    await this.db('item_stages').where({ is_demo: true }).delete();
  }

  /** Removes loadouts of the demo that nobody has changed. */
  async removeLoadouts(): Promise<void> {
    await this.db('loadouts').where({ is_demo: true }).delete();
  }

  /** Removes items and access requests of demo people; requests of real users stay. */
  async removeItems(ids: readonly number[]): Promise<void> {
    await this.db.raw(
      `delete from access_requests where item_id = any(?::integer[]) and user_id in (select id from users where is_demo)`,
      [[...ids]],
    );
    await this.db.raw('delete from items where id = any(?::integer[])', [[...ids]]);
  }

  /** Removes the work of demo people on remaining items. */
  async removeDemoWork(items: readonly number[]): Promise<void> {
    for (const table of ['use_cases', 'item_likes', 'complaints', 'access_requests']) {
      await this.db.raw(
        `delete from ?? where item_id = any(?::integer[]) and user_id in (select id from users where is_demo)`,
        [table, [...items]],
      );
    }
  }

  /** Removes the history of demo people: likes that they removed, steps of deleted requests. */
  async removeHistory(): Promise<void> {
    await this.db('removed_likes').where({ is_demo: true }).delete();
    await this.db.raw(
      `delete from activity using users
       where users.id = actor_id and users.is_demo and action = 'access.moved' and subject_type = 'access'
         and not exists (select from access_requests where access_requests.id::text = subject_id)`,
    );
  }

  /** Removes people with all their data, including API tokens. */
  async removePeople(ids: readonly number[]): Promise<void> {
    await this.db.raw('delete from api_tokens where created_by = any(?::integer[])', [[...ids]]);
    await this.db.raw('delete from users where is_demo and id = any(?::integer[])', [[...ids]]);
  }

  /** Removes unused tags of the demo that were not renamed. */
  async removeTags(tags: readonly DemoTag[]): Promise<void> {
    await this.db.raw(
      `delete from tags
       using unnest(?::text[], ?::text[], ?::text[]) as demo (original_name, name_ru, name_en)
       where tags.original_name = demo.original_name and tags.name_ru = demo.name_ru and tags.name_en = demo.name_en
         and not exists (select from item_tags where tag_id = tags.id)`,
      [
        tags.map((tag) => tag.originalName),
        tags.map((tag) => tag.nameRu),
        tags.map((tag) => tag.nameEn),
      ],
    );
  }

  /** Subtracts searches of the demo from the counts; gaps that its items closed are deleted with them. */
  async removeSearches(searches: readonly DemoSearch[]): Promise<void> {
    const demo =
      'unnest(?::date[], ?::text[], ?::text[], ?::integer[]) as demo (day, language, text, count)';
    const same = `known.day = demo.day and known.language = demo.language and known.text = demo.text`;
    const values = [
      searches.map(({ day }) => day),
      searches.map(({ language }) => language),
      searches.map(({ text }) => text),
      searches.map(({ count }) => count),
    ];
    await this.db.raw(
      `delete from zero_result_searches as known using ${demo} where ${same} and known.count <= demo.count`,
      values,
    );
    await this.db.raw(
      `update zero_result_searches as known set count = known.count - demo.count from ${demo} where ${same}`,
      values,
    );
    await this.db.raw(
      `delete from wishes using ${demo}
       where wishes.kind = 'search' and wishes.language = demo.language and wishes.text = demo.text
         and wishes.state = 'added' and wishes.settled_by is null and not exists (
           select from zero_result_searches as known
           where known.language = wishes.language and known.text = wishes.text)`,
      values,
    );
  }
}
