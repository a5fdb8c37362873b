// SQL for what becomes of requests for access, and for who decides.
import type { Knex } from 'knex';
import type { AccessRequest, CompanyApprovers } from './accessRequests.ts';
import { runPrepared } from '../../../database/prepared.ts';
import { accessColumns, isOpen, toRequest, type AccessRow } from './accessRequests.rows.ts';
import { openStatuses, waitingStatuses, type AccessStatus } from './accessStateMachine.ts';

/** Whose requests somebody decides. */
export interface DeciderScope {
  all: boolean;
  /** Keys of companies. */
  companies: string[];
  /** Also of people without a company. */
  ofNone: boolean;
}

/** What a step writes. */
export interface StepTaken {
  status: AccessStatus;
  /** What is left out stays. */
  word?: string | null;
  answer?: string | null;
  expiresAt?: Date | null;
  dueAt?: Date;
  decidedBy?: number;
  at: Date;
}

interface CaseRow extends AccessRow {
  company_key: string | null;
}

/** A request, and whose company decides it. */
export interface AccessRequestToDecide {
  request: AccessRequest;
  companyKey: string | null;
}

const toCase = (row: CaseRow): AccessRequestToDecide => ({
  request: toRequest(row),
  companyKey: row.company_key,
});

const openOfItemsStatement = {
  name: 'access_requests_of_items',
  text: `select ${accessColumns.join(', ')} from access_requests
    where user_id = $1 and item_id in (select unnest($2::integer[])) and ${isOpen}`,
};

export const accessWorkflowStore = (db: Knex) => {
  const cases = () =>
    db('access_requests').leftJoin('users', 'users.id', 'access_requests.user_id');
  // What was decided before the account was deleted stays with those who decided it.
  const company = 'coalesce(users.company_key, access_requests.former_company_key)';
  const own = accessColumns.map((column) => `access_requests.${column}`);
  const within = (query: Knex.QueryBuilder, scope: DeciderScope) => {
    if (scope.all) return query;
    return query.where((one) => {
      void one.whereRaw(`${company} = any(?::text[])`, [scope.companies]);
      if (scope.ofNone) void one.orWhereRaw(`${company} is null`);
    });
  };

  return {
    /** Locks a request until the end of the transaction. */
    async lock(id: number): Promise<AccessRequestToDecide | null> {
      const row: CaseRow | undefined = await cases()
        .where('access_requests.id', id)
        .forUpdate('access_requests')
        .first([...own, db.raw(`${company} as company_key`)]);
      return row ? toCase(row) : null;
    },

    async find(id: number): Promise<AccessRequestToDecide | null> {
      const row: CaseRow | undefined = await cases()
        .where('access_requests.id', id)
        .first([...own, db.raw(`${company} as company_key`)]);
      return row ? toCase(row) : null;
    },

    /** Requests that somebody decides: what waits first, the earliest due first; then what moved last. */
    async list(
      scope: DeciderScope,
      statuses: readonly AccessStatus[],
      limit: number,
    ): Promise<AccessRequestToDecide[]> {
      const waits = waitingStatuses.map((one) => `'${one}'`).join(', ');
      const rows: CaseRow[] = await within(cases(), scope)
        .whereIn('access_requests.status', [...statuses])
        .orderByRaw(
          `case when access_requests.status in (${waits}) then access_requests.due_at end nulls last,
           access_requests.changed_at desc, access_requests.id desc`,
        )
        .limit(limit)
        .select([...own, db.raw(`${company} as company_key`)]);
      return rows.map(toCase);
    },

    /** How many somebody decides; their own ones are decided by others. */
    async count(
      scope: DeciderScope,
      statuses: readonly AccessStatus[],
      deciderId: number,
    ): Promise<number> {
      const rows: { count: string }[] = await within(cases(), scope)
        .whereIn('access_requests.status', [...statuses])
        .whereRaw('access_requests.user_id is distinct from ?', [deciderId])
        .count({ count: '*' });
      return Number(rows[0]?.count ?? 0);
    },

    /** One open request per person and service stands: whether another one does. No new one comes until the end of the transaction. */
    async hasOtherOpen({ id, userId, itemId }: AccessRequest): Promise<boolean> {
      // Services that have gone are not one service, and people who have gone not one person.
      if (itemId === null || userId === null) return false;
      await db('users').where({ id: userId }).forNoKeyUpdate().first('id');
      const row: unknown = await db('access_requests')
        .where({ user_id: userId, item_id: itemId })
        .whereNot({ id })
        .whereIn('status', openStatuses)
        .first('id');
      return row !== undefined;
    },

    async take(id: number, step: StepTaken): Promise<AccessRequest> {
      const rows: AccessRow[] = await db('access_requests')
        .where({ id })
        .update({
          status: step.status,
          changed_at: step.at,
          version: db.raw('version + 1'),
          ...(step.word === undefined ? {} : { word: step.word }),
          ...(step.answer === undefined ? {} : { answer: step.answer }),
          ...(step.expiresAt === undefined ? {} : { expires_at: step.expiresAt }),
          ...(step.dueAt === undefined ? {} : { due_at: step.dueAt }),
          ...(step.decidedBy === undefined ? {} : { decided_by: step.decidedBy }),
        })
        .returning([...accessColumns]);
      return toRequest(rows[0]!);
    },

    /** Granted requests whose time is over, locked; those that another process holds are left to it. */
    async lockExpired(now: Date, limit: number): Promise<AccessRequest[]> {
      const rows: AccessRow[] = await db('access_requests')
        .where({ status: 'granted' })
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select([...accessColumns]);
      return rows.map(toRequest);
    },

    /** The open request of a person about each of these services. */
    async openOfItems(userId: number, itemIds: readonly number[]): Promise<AccessRequest[]> {
      const rows = await runPrepared<AccessRow>(db, openOfItemsStatement, [userId, itemIds]);
      return rows.map(toRequest);
    },

    /** Companies that somebody was chosen to decide for. */
    companiesOf: (userId: number): Promise<string[]> =>
      db('access_approvers').where({ user_id: userId }).orderBy('company_key').pluck('company_key'),

    /** Whether a company decides for all of them; null where there is none of the key. */
    async decidesForAll(key: string): Promise<boolean | null> {
      const row: { decides_for_all: boolean } | undefined = await db('companies')
        .where({ key })
        .first('decides_for_all');
      return row ? row.decides_for_all : null;
    },

    /** Companies, by name, with those who decide for them. */
    async approvers(keys: readonly string[] | null): Promise<CompanyApprovers[]> {
      const query = db('companies')
        .leftJoin('access_approvers', 'access_approvers.company_key', 'companies.key')
        .groupBy('companies.key')
        .orderByRaw('lower(companies.name), companies.key');
      if (keys) query.whereIn('companies.key', [...keys]);
      const rows: CompanyApprovers[] = await query.select(
        'companies.key as companyKey',
        db.raw(
          `coalesce(array_agg(user_id order by user_id) filter (where user_id is not null), '{}') as "userIds"`,
        ),
      );
      return rows;
    },

    async lockCompany(key: string): Promise<boolean> {
      const row: unknown = await db('companies').where({ key }).forNoKeyUpdate().first('key');
      return row !== undefined;
    },

    /** Of these, the people who are there and not kept out. */
    knownPeople: (ids: readonly number[]): Promise<number[]> =>
      db('users')
        .whereIn('id', [...ids])
        .where({ disabled_at: null, is_tool: false })
        .pluck('id'),

    async setApprovers(companyKey: string, userIds: readonly number[]): Promise<void> {
      await db('access_approvers')
        .where({ company_key: companyKey })
        .whereNotIn('user_id', [...userIds])
        .delete();
      if (userIds.length === 0) return;
      await db('access_approvers')
        .insert(userIds.map((id) => ({ company_key: companyKey, user_id: id })))
        .onConflict()
        .ignore();
    },
  };
};

export type AccessWorkflowStore = ReturnType<typeof accessWorkflowStore>;
