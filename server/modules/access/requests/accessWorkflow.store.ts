// SQL for the access request workflow, for approvers, and for the merge of two items with requests.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/preparedStatements.ts';
import { accessColumns, type AccessRow, isOpen, toAccessRequest } from './accessRequests.rows.ts';
import type {
  AccessRequest,
  ApproverLookup,
  BeforeDecision,
  CompanyApprovers,
} from './accessRequests.ts';
import { type AccessStatus, openStatuses, waitingStatuses } from './accessStateMachine.ts';

/** The companies whose requests a member decides. */
export interface DeciderScope {
  all: boolean;
  companies: string[];
  /** True to include requests of people without a company. */
  ofNone: boolean;
}

/** Missing fields stay unchanged. */
export interface StatusChange {
  status: AccessStatus;
  word?: string | null;
  answer?: string | null;
  expiresAt?: Date | null;
  dueAt?: Date;
  decidedBy?: number | null;
  /** Missing: the change cannot be undone. */
  beforeDecision?: BeforeDecision;
  at: Date;
}

interface ScopedRow extends AccessRow {
  company_key: string | null;
}

export interface ScopedRequest {
  request: AccessRequest;
  companyKey: string | null;
}

const toScopedRequest = (row: ScopedRow): ScopedRequest => ({
  request: toAccessRequest(row),
  companyKey: row.company_key,
});

const openOfItemsStatement = {
  name: 'access_requests_of_items',
  text: `select ${accessColumns.join(', ')} from access_requests
    where user_id = $1 and item_id in (select unnest($2::integer[])) and ${isOpen}`,
};

export class AccessWorkflowStore {
  private db: Knex;
  private company;
  private own;

  constructor(db: Knex) {
    this.db = db;
    this.company = 'coalesce(users.company_key, access_requests.former_company_key)';
    this.own = accessColumns.map((column) => `access_requests.${column}`);
  }

  /** Locks a request until the end of the transaction. */
  async lock(id: number): Promise<ScopedRequest | null> {
    const row: ScopedRow | undefined = await this.requests()
      .where('access_requests.id', id)
      .forUpdate('access_requests')
      .first([...this.own, this.db.raw(`${this.company} as company_key`)]);
    return row ? toScopedRequest(row) : null;
  }

  async find(id: number): Promise<ScopedRequest | null> {
    const row: ScopedRow | undefined = await this.requests()
      .where('access_requests.id', id)
      .first([...this.own, this.db.raw(`${this.company} as company_key`)]);
    return row ? toScopedRequest(row) : null;
  }

  /** Waiting requests first, by due date, then the others by their last change. */
  async list(
    scope: DeciderScope,
    statuses: readonly AccessStatus[],
    limit: number,
  ): Promise<ScopedRequest[]> {
    const waits = waitingStatuses.map((one) => `'${one}'`).join(', ');
    const rows: ScopedRow[] = await this.within(this.requests(), scope)
      .whereIn('access_requests.status', [...statuses])
      .orderByRaw(
        `case when access_requests.status in (${waits}) then access_requests.due_at end nulls last,
         access_requests.changed_at desc, access_requests.id desc`,
      )
      .limit(limit)
      .select([...this.own, this.db.raw(`${this.company} as company_key`)]);
    return rows.map(toScopedRequest);
  }

  /** Counts requests in a scope, without the decider's own. */
  async count(
    scope: DeciderScope,
    statuses: readonly AccessStatus[],
    deciderId: number,
  ): Promise<number> {
    const rows: { count: string }[] = await this.within(this.requests(), scope)
      .whereIn('access_requests.status', [...statuses])
      .whereRaw('access_requests.user_id is distinct from ?', [deciderId])
      .count({ count: '*' });
    return Number(rows[0]?.count ?? 0);
  }

  /** True when the person has another open request for the item; no new one can be added until the transaction ends. */
  async hasOtherOpen({ id, userId, itemId }: AccessRequest): Promise<boolean> {
    // Null stands for any removed item or deleted person, so equal nulls prove nothing.
    if (itemId === null || userId === null) return false;
    await this.db('users').where({ id: userId }).forNoKeyUpdate().first('id');
    const row: unknown = await this.db('access_requests')
      .where({ user_id: userId, item_id: itemId })
      .whereNot({ id })
      .whereIn('status', openStatuses)
      .first('id');
    return row !== undefined;
  }

  async changeStatus(id: number, step: StatusChange): Promise<AccessRequest> {
    const rows: AccessRow[] = await this.db('access_requests')
      .where({ id })
      .update({
        status: step.status,
        changed_at: step.at,
        version: this.db.raw('version + 1'),
        before_decision: step.beforeDecision ? JSON.stringify(step.beforeDecision) : null,
        ...(step.word === undefined ? {} : { word: step.word }),
        ...(step.answer === undefined ? {} : { answer: step.answer }),
        ...(step.expiresAt === undefined ? {} : { expires_at: step.expiresAt }),
        ...(step.dueAt === undefined ? {} : { due_at: step.dueAt }),
        // An earlier approver may have been deleted since.
        ...(step.decidedBy === undefined
          ? {}
          : { decided_by: this.db('users').where({ id: step.decidedBy }).select('id') }),
      })
      .returning([...accessColumns]);
    return toAccessRequest(rows[0]!);
  }

  /** Locks expired granted requests; skips those that another process has locked. */
  async lockExpired(now: Date, limit: number): Promise<AccessRequest[]> {
    const rows: AccessRow[] = await this.db('access_requests')
      .where({ status: 'granted' })
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .select([...accessColumns]);
    return rows.map(toAccessRequest);
  }

  async openOfItems(userId: number, itemIds: readonly number[]): Promise<AccessRequest[]> {
    const rows = await runPrepared<AccessRow>(this.db, openOfItemsStatement, [userId, itemIds]);
    return rows.map(toAccessRequest);
  }

  /** Refusals by item: true when the person's last request for it was declined or revoked. */
  async requesters(ids: readonly number[]): Promise<{ id: number; userId: number | null }[]> {
    return this.db('access_requests')
      .whereRaw('id in (select unnest(?::integer[]))', [[...ids]])
      .select('id', 'user_id as userId');
  }

  async refusalsOfItems(
    userId: number,
    itemIds: readonly number[],
  ): Promise<{ itemId: number; wasRefused: boolean }[]> {
    const rows: { item_id: number; status: AccessStatus }[] = await this.db('access_requests')
      .distinctOn('item_id')
      .where({ user_id: userId })
      .whereRaw('item_id in (select unnest(?::integer[]))', [[...itemIds]])
      .orderBy([{ column: 'item_id' }, { column: 'id', order: 'desc' }])
      .select('item_id', 'status');
    return rows.map((row) => ({
      itemId: row.item_id,
      wasRefused: row.status === 'declined' || row.status === 'revoked',
    }));
  }

  companiesOf(userId: number): Promise<string[]> {
    return approversOn(this.db).companiesOf(userId);
  }

  /** True when the company decides for all companies; null for an unknown one. */
  async decidesForAll(key: string): Promise<boolean | null> {
    const row: { decides_for_all: boolean } | undefined = await this.db('companies')
      .where({ key })
      .first('decides_for_all');
    return row ? row.decides_for_all : null;
  }

  /** Companies by name, with their approvers. */
  async approvers(keys: readonly string[] | null): Promise<CompanyApprovers[]> {
    const query = this.db('companies')
      .leftJoin('access_approvers', 'access_approvers.company_key', 'companies.key')
      .groupBy('companies.key')
      .orderByRaw('lower(companies.name), companies.key');
    if (keys) query.whereIn('companies.key', [...keys]);
    const rows: CompanyApprovers[] = await query.select(
      'companies.key as companyKey',
      this.db.raw(
        `coalesce(array_agg(user_id order by user_id) filter (where user_id is not null), '{}') as "userIds"`,
      ),
    );
    return rows;
  }

  async lockCompany(key: string): Promise<boolean> {
    const row: unknown = await this.db('companies').where({ key }).forNoKeyUpdate().first('key');
    return row !== undefined;
  }

  /** The people among these whose account is not disabled. */
  activePeople(ids: readonly number[]): Promise<number[]> {
    return this.db('users')
      .whereIn('id', [...ids])
      .where({ disabled_at: null, is_tool: false })
      .pluck('id');
  }

  async setApprovers(companyKey: string, userIds: readonly number[]): Promise<void> {
    await this.db('access_approvers')
      .where({ company_key: companyKey })
      .whereNotIn('user_id', [...userIds])
      .delete();
    if (userIds.length === 0) return;
    await this.db('access_approvers')
      .insert(userIds.map((id) => ({ company_key: companyKey, user_id: id })))
      .onConflict()
      .ignore();
  }

  private requests() {
    return this.db('access_requests').leftJoin('users', 'users.id', 'access_requests.user_id');
  }

  private within(query: Knex.QueryBuilder, scope: DeciderScope) {
    if (scope.all) return query;
    return query.where((one) => {
      void one.whereRaw(`${this.company} = any(?::text[])`, [scope.companies]);
      if (scope.ofNone) void one.orWhereRaw(`${this.company} is null`);
    });
  }
}

/** Lookup of approvers, on a connection or a transaction. */
export const approversOn = (db: Knex): ApproverLookup => {
  const appointment = (userId: number, companyKey: string) =>
    db('access_approvers').where({ user_id: userId, company_key: companyKey });
  return {
    companiesOf: (userId) =>
      db('access_approvers').where({ user_id: userId }).orderBy('company_key').pluck('company_key'),

    async isApprover(userId, companyKey) {
      return (await appointment(userId, companyKey).first('user_id')) !== undefined;
    },

    async lockApprover(userId, companyKey) {
      return (await appointment(userId, companyKey).forShare().first('user_id')) !== undefined;
    },
  };
};

/** A request withdrawn in favour of another one of the same person; JSON, stored with the merge. */
export interface SupersededRequest {
  id: number;
  status: AccessStatus;
  /** Version after the withdrawal. */
  version: number;
}

const open = openStatuses.map((one) => `'${one}'`).join(', ');

/**
 * Moves requests. Of several by one person the most advanced stays open, then the one that ends last, then the oldest.
 */
export async function moveAccessRequests(
  db: Knex,
  pairs: readonly { from: number; to: number }[],
): Promise<{ moved: number[]; stoodDown: SupersededRequest[] }> {
  const pair = 'unnest(:from::integer[], :to::integer[]) as pair (from_id, to_id)';
  const places = { from: pairs.map(({ from }) => from), to: pairs.map(({ to }) => to) };
  const { rows: stoodDown } = await db.raw<{ rows: SupersededRequest[] }>(
    `with ranked as (
       select request.id, request.status, row_number() over (
         partition by pair.to_id, coalesce(request.user_id, -request.id)
         order by array_position(array['granted', 'approved'], request.status) nulls last,
           request.expires_at desc nulls first, request.id) as place
       from access_requests as request
       join ${pair} on request.item_id in (pair.from_id, pair.to_id)
       where request.status in (${open})
     )
     update access_requests set status = 'withdrawn', version = version + 1, changed_at = now()
     from ranked where ranked.id = access_requests.id and ranked.place > 1
     returning access_requests.id, ranked.status, access_requests.version`,
    places,
  );
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `update access_requests set item_id = pair.to_id from ${pair} where item_id = pair.from_id
     returning access_requests.id`,
    places,
  );
  return { moved: rows.map(({ id }) => id), stoodDown };
}

/**
 * Restores withdrawn requests, unless they or their person have changed since. For a deleted account only granted
 * access is restored, so that it can be revoked.
 */
export async function restoreSuperseded(
  db: Knex,
  stoodDown: readonly SupersededRequest[],
): Promise<void> {
  for (const { id, status, version } of stoodDown)
    await db.raw(
      `update access_requests as former set status = :status, version = version + 1, changed_at = now()
       where id = :id and status = 'withdrawn' and version = :version
         and (user_id is not null or :status = 'granted') and not exists (
         select from access_requests as other
         where other.user_id = former.user_id and other.item_id = former.item_id and other.status in (${open}))`,
      { id, status, version },
    );
}
