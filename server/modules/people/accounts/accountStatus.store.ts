// SQL for who may be here now: one rule, for every statement that lets somebody in.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import type { EntryRules, AccountStatus } from './accountStatus.ts';

/** Places of `standingValues` in a statement. */
export interface AccountStatusColumns {
  demoPeople: string;
  /** Since when the provider must have vouched for a person. */
  vouchedSince: string;
  telegramIds: string;
}

const unnamed: AccountStatusColumns = { demoPeople: '?', vouchedSince: '?', telegramIds: '?' };

/** The standing of a row of `users`; without names the places are in the order of `standingValues`. */
export const accountStatusSql = ({
  demoPeople,
  vouchedSince,
  telegramIds,
}: AccountStatusColumns = unnamed): string => `
  case
    when users.disabled_at is not null then 'disabled'
    when users.is_demo then case when ${demoPeople}::boolean then 'active' else 'outside' end
    when exists (
      select from users as other where other.disabled_at is not null and not other.is_demo and other.id <> users.id
        and folded_email(other.email) = folded_email(users.email)
    ) then 'disabled'
    when exists (
      select from company_domains as own join companies as owner on owner.key = own.company_key
      where own.domain = substring(lower(users.email) from '[^@]+$') and owner.managed_accounts_only is not true
    ) or exists (
      select from identities where identities.user_id = users.id
        and hosted_domain in (select domain from company_domains)
    ) then case
      -- Whoever has an address and no identity of the provider was last vouched for when the account was made.
      when coalesce(
        (select max(vouched_at) from identities where identities.user_id = users.id and provider = 'google'),
        users.created_at) > ${vouchedSince}::timestamptz then 'active'
      else 'unconfirmed'
    end
    when exists (
      select from identities where identities.user_id = users.id
        and provider = 'telegram' and subject = any(${telegramIds}::text[])
    ) then 'active'
    else 'outside'
  end`;

/** What `standingSql` takes, in its order. */
export const accountStatusValues = (rules: EntryRules, now: Date): [boolean, Date, string[]] => [
  rules.demoPeople,
  new Date(now.getTime() - rules.providerTermMs),
  [...rules.telegramIds],
];

/** The standing of a caller at the time `now`, a placeholder. Takes `callerValues`, which begin at `first`. */
export const callerStatusSql = (now: string, first: number): string =>
  accountStatusSql({
    demoPeople: `$${first}`,
    vouchedSince: `(${now}::timestamptz - make_interval(secs => $${first + 1}::double precision))`,
    telegramIds: `$${first + 2}`,
  });

export const callerValues = (rules: EntryRules): [boolean, number, string[]] => [
  rules.demoPeople,
  rules.providerTermMs / 1_000,
  [...rules.telegramIds],
];

export const accountStatusStore = (db: Knex, rules: EntryRules, clock: Clock) => ({
  /** The standing of each of these people who is there. */
  async of(userIds: readonly number[]): Promise<Map<number, AccountStatus>> {
    const { rows } = await db.raw<{ rows: { id: number; standing: AccountStatus }[] }>(
      `select id, ${accountStatusSql()} as standing from users where id = any(?)`,
      [...accountStatusValues(rules, clock()), [...userIds]],
    );
    return new Map(rows.map(({ id, standing }) => [id, standing]));
  },
});

export type AccountStatusStore = ReturnType<typeof accountStatusStore>;
