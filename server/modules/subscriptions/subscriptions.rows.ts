// Rows of subscriptions.
import type { SubscriptionTerms } from './subscriptions.ts';

/** Columns of `subscriptions` joined with its owner. */
export const subscriptionColumns = `subscriptions.id, subscriptions.item_id as "itemId", subscriptions.service,
  subscriptions.company_key as "companyKey", subscriptions.plan, subscriptions.seats,
  subscriptions.price_per_seat as "pricePerSeat", subscriptions.currency, subscriptions.period,
  subscriptions.owner_id as "ownerId", owner.email as "ownerEmail",
  to_char(subscriptions.renews_on, 'YYYY-MM-DD') as "renewsOn", subscriptions.notice_days as "noticeDays",
  subscriptions.contract_url as "contractUrl", subscriptions.note, subscriptions.version`;

export const termsRow = (
  { ownerEmail: _email, ...terms }: SubscriptionTerms,
  ownerId: number | null,
) => ({
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
