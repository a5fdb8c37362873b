// SQL that writes subscriptions and claims their reminders.
import type { Knex } from 'knex';
import { utcDay } from '../../shared/durations.ts';
import type { Subscription, SubscriptionTerms } from './subscriptions.ts';

/** Columns of `subscriptions` joined with its owner. */
export const subscriptionColumns = `subscriptions.id, subscriptions.item_id as "itemId", subscriptions.service,
  subscriptions.company_key as "companyKey", subscriptions.plan, subscriptions.seats,
  subscriptions.price_per_seat as "pricePerSeat", subscriptions.currency, subscriptions.period,
  subscriptions.owner_id as "ownerId", owner.email as "ownerEmail",
  to_char(subscriptions.renews_on, 'YYYY-MM-DD') as "renewsOn", subscriptions.notice_days as "noticeDays",
  subscriptions.contract_url as "contractUrl", subscriptions.note, subscriptions.version`;

const termsRow = ({ ownerEmail: _email, ...terms }: SubscriptionTerms, ownerId: number | null) => ({
  plan: terms.plan,
  seats: terms.seats,
  price_per_seat: terms.pricePerSeat,
  currency: terms.currency,
  period: terms.period,
  owner_id: ownerId,
  renews_on: terms.renewsOn,
  notice_days: terms.noticeDays,
  contract_url: terms.contractUrl,
  note: terms.note,
});

/** A subscription to be added, with the title of the item in a language that it has. */
interface NewSubscription {
  itemId: number;
  companyKey: string;
  terms: SubscriptionTerms;
  ownerId: number | null;
  isDemo: boolean;
  at: Date;
}

/** A reminder that this transaction sends. */
interface ClaimedReminder {
  subscriptionId: number;
  /** Null when the item is not in the catalogue. */
  itemId: number | null;
  /** The step: at most this many days are left. */
  days: number;
}

export class SubscriptionsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Locks a subscription until the end of the transaction. */
  lock(id: number): Promise<Subscription | null> {
    return this.find(
      this.db('subscriptions').where('subscriptions.id', id).forUpdate('subscriptions'),
    );
  }

  /** Null when the company already has a subscription for the item. */
  async insert({
    itemId,
    companyKey,
    terms,
    ownerId,
    isDemo,
    at,
  }: NewSubscription): Promise<number | null> {
    const rows: { id: number }[] = await this.db('subscriptions')
      .insert({
        ...termsRow(terms, ownerId),
        item_id: itemId,
        service: this.db('items')
          .whereRaw('id = item_now(?)', [itemId])
          .select(this.db.raw('coalesce(title_en, title_ru)')),
        company_key: companyKey,
        is_demo: isDemo,
        updated_at: at,
      })
      .onConflict(['item_id', 'company_key'])
      .ignore()
      .returning('id');
    return rows[0]?.id ?? null;
  }

  async update(
    id: number,
    { terms, ownerId, at }: { terms: SubscriptionTerms; ownerId: number | null; at: Date },
  ): Promise<void> {
    await this.db('subscriptions')
      .where({ id })
      .update({
        ...termsRow(terms, ownerId),
        version: this.db.raw('version + 1'),
        is_demo: false,
        updated_at: at,
      });
  }

  async delete(id: number): Promise<void> {
    await this.db('subscriptions').where({ id }).delete();
  }

  async companyExists(key: string): Promise<boolean> {
    const row: unknown = await this.db('companies').where({ key }).first('key');
    return row !== undefined;
  }

  /** Ids of the people with these addresses and an enabled account, by address in lower case. */
  async peopleByEmail(emails: readonly string[]): Promise<Map<string, number>> {
    const rows: { id: number; email: string }[] = await this.db('users')
      .whereRaw('lower(email) = any(?::text[])', [emails.map((one) => one.toLowerCase())])
      .where({ disabled_at: null, is_tool: false })
      .select('id', this.db.raw('lower(email) as email'));
    return new Map(rows.map(({ id, email }) => [email, id]));
  }

  /**
   * Claims due reminders that no process has sent. Of several steps only the last one is due, and none after the notice
   * period.
   * @param steps days before its end
   */
  async claimReminders(
    now: Date,
    steps: readonly number[],
    limit: number,
  ): Promise<ClaimedReminder[]> {
    const { rows } = await this.db.raw<{ rows: ClaimedReminder[] }>(
      `with due as (
         select subscriptions.id, renews_on - notice_days as ends_on, (
           select min(step) from unnest(:steps::integer[]) as step
           where step >= renews_on - notice_days - :today::date) as days
         from subscriptions
         where renews_on - notice_days between :today::date and :today::date + :longest::integer
       ),
       claimed as (
         insert into subscription_reminders (subscription_id, notice_ends_on, days, sent_at)
         select id, ends_on, days, :now from due
         where not exists (
           select from subscription_reminders as sent
           where sent.subscription_id = due.id and sent.notice_ends_on = due.ends_on and sent.days = due.days)
         order by id limit :limit
         on conflict do nothing
         returning subscription_id, days
       )
       select subscription_id as "subscriptionId", days, items.id as "itemId" from claimed
       join subscriptions on subscriptions.id = subscription_id
       left join items on items.id = item_id and removed_at is null
       order by subscription_id`,
      {
        now,
        today: utcDay(now),
        steps: [...steps],
        longest: Math.max(...steps),
        limit,
      },
    );
    return rows;
  }

  private async find(query: Knex.QueryBuilder): Promise<Subscription | null> {
    const row: Subscription | undefined = await query
      .leftJoin('users as owner', 'owner.id', 'subscriptions.owner_id')
      .first(this.db.raw(subscriptionColumns));
    return row ?? null;
  }
}
