// Account status, checked at every sign-in and for every request of a session or a token: one rule for every statement that grants access.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { restrictedAccess } from '../signIn/signInRules.ts';
import { reauthenticationRequired } from './accounts.ts';

/**
 * `disabled`: by an admin, also through another account of the same mailbox. `unconfirmed`: the provider's last
 * confirmation is too old. `outside`: neither a company's domain nor the list of Telegram ids admits the person, or it
 * is a demo account without the developer sign-in.
 */
export const accountStatuses = ['active', 'disabled', 'unconfirmed', 'outside'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Settings for the account status. */
export interface EntryRules {
  /** Telegram ids that may open an account. */
  telegramIds: readonly string[];
  /** True when demo accounts have access: only with the developer sign-in. */
  demoPeople: boolean;
  /** Milliseconds after which a work account must be confirmed by its provider again. */
  reauthenticationMs: number;
}

/**
 * Refuses an account without access.
 * @throws DomainError FORBIDDEN, reason `accountDisabled` or `restrictedAccess`; UNAUTHENTICATED (`reauthenticationRequired`)
 */
export function refuseUnlessActive(status: AccountStatus): void {
  if (status === 'active') return;
  if (status === 'outside') throw restrictedAccess();
  if (status === 'unconfirmed') throw reauthenticationRequired();
  throw new DomainError(
    'FORBIDDEN',
    'An administrator has disabled this account. If this is a mistake, ask them',
    {
      reason: 'accountDisabled',
    },
  );
}

/** Placeholders of `accountStatusValues` in a statement. */
interface AccountStatusColumns {
  demoPeople: string;
  /** Time since which the provider must have confirmed a person. */
  confirmedSince: string;
  telegramIds: string;
}

const positional: AccountStatusColumns = { demoPeople: '?', confirmedSince: '?', telegramIds: '?' };

/** Status of a row of `users`; by default with positional placeholders in the order of `accountStatusValues`. */
export const accountStatusSql = ({
  demoPeople,
  confirmedSince,
  telegramIds,
}: AccountStatusColumns = positional): string => `
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
      -- A person with an e-mail address but no identity was last confirmed at the creation of the account.
      when coalesce(
        (select max(vouched_at) from identities where identities.user_id = users.id and provider <> 'telegram'),
        users.created_at) > ${confirmedSince}::timestamptz then 'active'
      else 'unconfirmed'
    end
    when exists (
      select from identities where identities.user_id = users.id
        and provider = 'telegram' and subject = any(${telegramIds}::text[])
    ) then 'active'
    else 'outside'
  end`;

/** Values of `accountStatusSql`, in its order. */
export const accountStatusValues = (rules: EntryRules, now: Date): [boolean, Date, string[]] => [
  rules.demoPeople,
  new Date(now.getTime() - rules.reauthenticationMs),
  [...rules.telegramIds],
];

/** Status of a caller at the placeholder `now`; `callerValues` begin at the placeholder number `first`. */
export const callerStatusSql = (now: string, first: number): string =>
  accountStatusSql({
    demoPeople: `$${first}`,
    confirmedSince: `(${now}::timestamptz - make_interval(secs => $${first + 1}::double precision))`,
    telegramIds: `$${first + 2}`,
  });

export const callerValues = (rules: EntryRules): [boolean, number, string[]] => [
  rules.demoPeople,
  rules.reauthenticationMs / 1_000,
  [...rules.telegramIds],
];

export const accountStatusStore = (db: Knex, rules: EntryRules, clock: Clock) => ({
  /** Statuses by user id; unknown ids are left out. */
  async of(userIds: readonly number[]): Promise<Map<number, AccountStatus>> {
    const { rows } = await db.raw<{ rows: { id: number; status: AccountStatus }[] }>(
      `select id, ${accountStatusSql()} as status from users where id = any(?)`,
      [...accountStatusValues(rules, clock()), [...userIds]],
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  },
});

export type AccountStatusStore = ReturnType<typeof accountStatusStore>;
