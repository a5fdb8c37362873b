// Types and SQL of the restore review: access that a restored backup grants again is suspended until an admin confirms it.
import type { Knex } from 'knex';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';

/** Kinds of access that a backup may revive, in the order of their confirmation. */
export const restoreKinds = [
  'domain',
  'person',
  'invitation',
  'telegram',
  'token',
  'feed',
  'webhook',
] as const;

type RestoreKind = (typeof restoreKinds)[number];

export type RestoreCounts = Record<RestoreKind, number>;

/** Access that is suspended until it is confirmed. */
export interface RestoreReview {
  id: number;
  kind: RestoreKind;
  /** Name of the person or token, or an address. */
  name: string;
  /** Address or name of the owner; the company of a domain. */
  owner: string | null;
  /** True when a confirmation grants admin rights. */
  grantsAdmin: boolean;
  createdAt: Date | null;
  lastUsedAt: Date | null;
}

/** Reason for disabling an account that awaits its confirmation. */
const unconfirmedReason = 'Restored from a backup, not confirmed yet';
/** Reason for disabling a rejected account. */
const rejectedReason = 'Restored from a backup, rejected';

export const noCounts = (): RestoreCounts => ({
  domain: 0,
  person: 0,
  invitation: 0,
  telegram: 0,
  token: 0,
  feed: 0,
  webhook: 0,
});

export const restoreFilter = z.object({
  kind: z.enum(restoreKinds).nullable(),
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});
export type RestoreFilter = z.input<typeof restoreFilter>;

export const restoreIds = z.array(z.string()).min(1).max(limits.page.perPageMax);

/**
 * Rows of the database before it is overwritten, by keys that are unique to this installation, without rows that await
 * a confirmation themselves.
 */
const knownRows: Partial<Record<RestoreKind | 'company', { table: string; sql: string }>> = {
  company: {
    table: 'companies',
    sql: `select key, to_jsonb(companies) from companies`,
  },
  domain: {
    table: 'company_domains',
    sql: `select domain || ' ' || company_key, to_jsonb(company_domains) from company_domains`,
  },
  person: {
    table: 'users',
    sql: `select id || ' ' || extract(epoch from created_at), to_jsonb(users) || jsonb_build_object('hosted', (
        select jsonb_agg(to_jsonb(identities) ->> 'hosted_domain') from identities where user_id = users.id)) from users
      where to_jsonb(users) ->> 'disabled_reason' is distinct from :unconfirmed`,
  },
  invitation: {
    table: 'admin_invitations',
    sql: `select email, to_jsonb(admin_invitations) from admin_invitations`,
  },
  telegram: {
    table: 'identities',
    sql: `select user_id || ' ' || issuer || ' ' || subject, to_jsonb(identities) from identities`,
  },
  token: {
    table: 'api_tokens',
    sql: `select encode(token_hash, 'hex'), to_jsonb(api_tokens) from api_tokens where not waits('token', api_tokens.id::text)`,
  },
  feed: {
    table: 'feed_addresses',
    sql: `select encode(secret_hash, 'hex'), to_jsonb(feed_addresses) from feed_addresses`,
  },
  webhook: {
    table: 'webhook_endpoints',
    sql: `select id || ' ' || url || ' ' || extract(epoch from created_at), to_jsonb(webhook_endpoints) from webhook_endpoints
      where not waits('webhook', webhook_endpoints.id::text)`,
  },
};

/** Access that was revoked after the backup stays revoked. */
const newerStates = `
  update users set disabled_at = (known.row ->> 'disabled_at')::timestamptz, disabled_reason = known.row ->> 'disabled_reason'
    from restore_known as known
    where known.kind = 'person' and known.key = users.id || ' ' || extract(epoch from users.created_at)
      and users.disabled_at is null and known.row ->> 'disabled_at' is not null;
  update users set is_admin = false from restore_known as known
    where known.kind = 'person' and known.key = users.id || ' ' || extract(epoch from users.created_at)
      and users.is_admin and not (known.row ->> 'is_admin')::boolean;
  update api_tokens set revoked_at = (known.row ->> 'revoked_at')::timestamptz from restore_known as known
    where known.kind = 'token' and known.key = encode(token_hash, 'hex')
      and api_tokens.revoked_at is null and known.row ->> 'revoked_at' is not null;
  update webhook_endpoints set is_on = false from restore_known as known
    where known.kind = 'webhook' and known.key = id || ' ' || url || ' ' || extract(epoch from created_at)
      and is_on and not (known.row ->> 'is_on')::boolean;
  update companies set managed_accounts_only = true from restore_known as known
    where known.kind = 'company' and known.key = companies.key and (known.row ->> 'managed_accounts_only')::boolean;`;

const isUnknown = (kind: RestoreKind, key: string, and = 'true'): string =>
  `not exists (select from restore_known as known where known.kind = '${kind}' and known.key = ${key} and ${and})`;

/** True when the overwritten database had the address and the Workspaces of a person in the backup. */
const isStillConfirmed = `
  (users.email is null or lower(users.email) is not distinct from lower(known.row ->> 'email'))
  and not exists (select from identities where user_id = users.id and hosted_domain is not null
    and not coalesce(known.row -> 'hosted' @> to_jsonb(hosted_domain), false))`;

/** Active rows that were missing in the overwritten database. */
const suspected: Record<RestoreKind, string> = {
  domain: `select 'domain', domain, to_jsonb(company_domains) from company_domains
    where ${isUnknown('domain', `domain || ' ' || company_key`)}`,
  // Demo people have access only where nobody else can reach the page.
  person: `select 'person', id::text, '{}'::jsonb from users
    where disabled_at is null and not is_tool and not is_demo
      and ${isUnknown('person', `id || ' ' || extract(epoch from created_at)`, isStillConfirmed)}`,
  invitation: `select 'invitation', email, to_jsonb(admin_invitations) from admin_invitations
    where ${isUnknown('invitation', 'email')}`,
  // A person's only identity is covered by the account.
  telegram: `select 'telegram', issuer || ' ' || subject, to_jsonb(identities) || jsonb_build_object(
      'telegram_id', users.telegram_id, 'telegram_username', users.telegram_username)
    from identities join users on users.id = user_id
    where provider = 'telegram' and ${isUnknown('telegram', `user_id || ' ' || issuer || ' ' || subject`)}
      and exists (select from identities as other where other.user_id = users.id and other.provider <> 'telegram')`,
  token: `select 'token', id::text, '{}'::jsonb from api_tokens
    where revoked_at is null and expires_at > :now and ${isUnknown('token', `encode(token_hash, 'hex')`)}`,
  feed: `select 'feed', user_id::text, to_jsonb(feed_addresses) from feed_addresses
    where ${isUnknown('feed', `encode(secret_hash, 'hex')`)}`,
  webhook: `select 'webhook', id::text, '{}'::jsonb from webhook_endpoints
    where is_on and ${isUnknown('webhook', `id || ' ' || url || ' ' || extract(epoch from created_at)`)}`,
};

const ofReviews = (kind: RestoreKind): string =>
  `from restore_reviews as review where review.kind = '${kind}' and review.created_at = :now and review.subject =`;

const switchOff = `
  delete from company_domains using restore_reviews as review
    where review.kind = 'domain' and review.created_at = :now and review.subject = domain;
  update users set disabled_at = :now, disabled_reason = :unconfirmed ${ofReviews('person')} users.id::text;
  delete from admin_invitations using restore_reviews as review
    where review.kind = 'invitation' and review.created_at = :now and review.subject = email;
  delete from identities using restore_reviews as review
    where review.kind = 'telegram' and review.created_at = :now and review.subject = issuer || ' ' || identities.subject;
  update users set telegram_id = null, telegram_username = null
    from restore_reviews as review where review.kind = 'telegram' and review.created_at = :now
      and users.id = (review.held ->> 'user_id')::int;
  update api_tokens set revoked_at = :now ${ofReviews('token')} api_tokens.id::text;
  delete from feed_addresses using restore_reviews as review
    where review.kind = 'feed' and review.created_at = :now and review.subject = user_id::text;
  update webhook_endpoints set is_on = false ${ofReviews('webhook')} webhook_endpoints.id::text;`;

/** Sessions, sign-in attempts and one-time tokens never survive a restore. */
const endSessions = `
  delete from sessions; delete from sign_in_attempts; delete from one_time_tokens; delete from telegram_links;
  insert into restores (at) values (:now);`;

/** Reviews with their subjects, without those decided elsewhere. */
const reviews = `
  select review.id, review.kind, review.subject, review.held,
    case review.kind when 'token' then token.name || ' (' || token.prefix || '…)'
      when 'webhook' then hook.url when 'person' then owner.name when 'feed' then owner.name
      when 'telegram' then coalesce('@' || nullif(review.held ->> 'telegram_username', ''), review.held ->> 'telegram_id', owner.name)
      else review.subject end as name,
    case review.kind when 'domain' then company.name else coalesce(owner.email, owner.name) end as owner,
    coalesce(case review.kind when 'person' then owner.is_admin when 'invitation' then true
      when 'token' then token.scope = 'admin' end, false) as "grantsAdmin",
    coalesce(token.created_at, hook.created_at, (review.held ->> 'created_at')::timestamptz,
      case review.kind when 'person' then owner.created_at end) as "createdAt",
    coalesce(token.last_used_at, case review.kind when 'person' then owner.last_seen_at end) as "lastUsedAt"
  from restore_reviews as review
  left join api_tokens as token on token.id = case review.kind when 'token' then review.subject::int end
  left join webhook_endpoints as hook on hook.id = case review.kind when 'webhook' then review.subject::int end
  left join users as owner on owner.id = case review.kind when 'person' then review.subject::int
    when 'token' then coalesce(token.made_by, token.created_by) else (review.held ->> 'user_id')::int end
  left join companies as company on company.key = review.held ->> 'company_key'
  where case review.kind
    when 'domain' then company.key is not null and not exists (select from company_domains where domain = review.subject)
    when 'person' then owner.disabled_reason = :unconfirmed
    when 'invitation' then true
    when 'telegram' then owner.id is not null and not exists (
      select from identities where issuer || ' ' || identities.subject = review.subject)
    when 'token' then token.revoked_at = review.created_at
    when 'feed' then owner.id is not null and not exists (select from feed_addresses where user_id = owner.id)
    when 'webhook' then not hook.is_on and hook.gone_at is null
  end is true
  and not (review.kind in ('telegram', 'token', 'feed')
    and owner.disabled_reason is not null and owner.disabled_reason <> :unconfirmed)`;

const confirmations: Record<RestoreKind, string> = {
  domain: `insert into company_domains select (jsonb_populate_record(null::company_domains, held)).* from decided
    where kind = 'domain' on conflict do nothing`,
  person: `update users set disabled_at = null, disabled_by = null, disabled_reason = null from decided
    where kind = 'person' and users.id::text = decided.subject`,
  invitation: `insert into admin_invitations select (jsonb_populate_record(null::admin_invitations, held)).* from decided
    where kind = 'invitation' on conflict do nothing`,
  telegram: `insert into identities overriding system value
    select (jsonb_populate_record(null::identities, held)).* from decided where kind = 'telegram' on conflict do nothing;
    update users set telegram_id = (held ->> 'telegram_id')::bigint, telegram_username = held ->> 'telegram_username'
    from decided where kind = 'telegram' and users.id = (held ->> 'user_id')::int and telegram_id is null
      and not exists (select from users as other where other.telegram_id = (held ->> 'telegram_id')::bigint)`,
  token: `update api_tokens set revoked_at = null from decided where kind = 'token' and api_tokens.id::text = decided.subject`,
  feed: `insert into feed_addresses select (jsonb_populate_record(null::feed_addresses, held)).* from decided
    where kind = 'feed' on conflict do nothing`,
  webhook: `update webhook_endpoints set is_on = true from decided
    where kind = 'webhook' and webhook_endpoints.id::text = decided.subject`,
};

const rejections = `update users set disabled_reason = :rejected from decided
  where kind = 'person' and users.id::text = decided.subject`;

const bindings = { unconfirmed: unconfirmedReason, rejected: rejectedReason };

export class RestoreReviewStore {
  private readonly db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /**
   * Stores the current access until the end of the transaction, in which the database is overwritten.
   * @param since time of the backup; a database without newer changes does not show later revocations
   */
  async remember(since: Date): Promise<void> {
    await this.db.raw(
      `create temporary table restore_known (kind text, key text, row jsonb) on commit drop`,
    );
    const exists = (table: string) => this.db.schema.hasTable(table);
    if (!(await exists('activity'))) return;
    if (!(await this.db('activity').where('at', '>=', since).first('id'))) return;
    const holdsReviews = await exists('restore_reviews');
    for (const [kind, { table, sql }] of Object.entries(knownRows)) {
      if (!(await exists(table))) continue;
      const rows = sql.replace(/waits\('(\w+)', ([^)]+)\)/, (_, ofKind: string, id: string) =>
        holdsReviews
          ? `exists (select from restore_reviews where kind = '${ofKind}' and restore_reviews.subject = ${id})`
          : 'false',
      );
      await this.db.raw(
        `insert into restore_known (kind, key, row) select '${kind}', known.* from (${rows}) as known`,
        bindings,
      );
    }
  }

  /** Suspends access that was missing in the overwritten database; returns the number of each kind. */
  async suspend(now: Date): Promise<RestoreCounts> {
    // Empty when no database was overwritten.
    await this.db.raw(
      `create temporary table if not exists restore_known (kind text, key text, row jsonb) on commit drop`,
    );
    await this.db.raw(newerStates);
    const made = noCounts();
    for (const kind of restoreKinds) {
      const { rowCount } = await this.db.raw<{ rowCount: number }>(
        `insert into restore_reviews (kind, subject, held, created_at)
         select found.*, :now from (${suspected[kind]}) as found (kind, subject, held)
         on conflict (kind, subject) do update set held = excluded.held, created_at = excluded.created_at`,
        { now },
      );
      made[kind] = rowCount;
    }
    for (const statement of `${switchOff}${endSessions}`.split(';').filter((one) => one.trim()))
      await this.db.raw(statement, { now, ...bindings });
    return made;
  }

  /** Waiting entries by kind, admin rights and name. */
  async page(
    kind: RestoreKind | null,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<RestoreReview[]> {
    const { rows } = await this.db.raw<{ rows: RestoreReview[] }>(
      `select id, kind, name, owner, "grantsAdmin", "createdAt", "lastUsedAt" from (${reviews}) as review
       where cast(:kind as text) is null or kind = :kind
       order by array_position(:kinds::text[], kind), "grantsAdmin" desc, lower(name), id limit :perPage offset :skipped`,
      { kind, kinds: [...restoreKinds], perPage, skipped: page * perPage, ...bindings },
    );
    return rows;
  }

  async counts(): Promise<RestoreCounts> {
    const { rows } = await this.db.raw<{ rows: { kind: RestoreKind; count: number }[] }>(
      `select kind, count(*)::int as count from (${reviews}) as review group by kind`,
      bindings,
    );
    return { ...noCounts(), ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) };
  }

  /**
   * Confirms or rejects entries, null for all; returns them.
   */
  async decide(
    ids: readonly number[] | null,
    isConfirmed: boolean,
  ): Promise<Pick<RestoreReview, 'kind' | 'name' | 'owner'>[]> {
    await this.db.raw('lock table restore_reviews in share row exclusive mode');
    await this.db.raw('drop table if exists decided');
    await this.db.raw(
      `create temporary table decided on commit drop as select * from (${reviews}) as review
       where cast(:ids as int[]) is null or id = any(:ids)`,
      { ids: ids && [...ids], ...bindings },
    );
    const changes = isConfirmed ? restoreKinds.map((kind) => confirmations[kind]) : [rejections];
    for (const statement of changes.join(';').split(';')) await this.db.raw(statement, bindings);
    await this.db.raw(
      'delete from restore_reviews using decided where decided.id = restore_reviews.id',
    );
    const { rows } = await this.db.raw<{ rows: Pick<RestoreReview, 'kind' | 'name' | 'owner'>[] }>(
      'select kind, name, owner from decided order by id',
    );
    return rows;
  }

  /** Deletes entries that were decided elsewhere. */
  async removeObsolete(): Promise<void> {
    await this.db.raw(
      `delete from restore_reviews where id not in (select id from (${reviews}) as review)`,
      bindings,
    );
  }
}
