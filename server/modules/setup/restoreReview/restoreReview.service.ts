// Restore review by admins and on the command line, recorded in the audit log.
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import { parseInput } from '../../../shared/validation.ts';
import {
  adminInBrowser,
  requireAdmin,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import {
  noCounts,
  restoreFilter,
  restoreIds,
  type RestoreCounts,
  type RestoreFilter,
  type RestoreReview,
  type RestoreReviewStore,
} from './restoreReview.store.ts';

interface RestoreStores {
  store: RestoreReviewStore;
  auditLog: Pick<AuditLog, 'record'>;
}

interface Options {
  store: RestoreReviewStore;
  inTransaction: RunInTransaction<RestoreStores>;
  clock: Clock;
}

export interface RestoreReviewPage {
  reviews: RestoreReview[];
  counts: RestoreCounts;
  total: number;
}

/** Maximum names in the audit log entry of one decision. */
const maxRecordedNames = 100;

/** Suspends the access that a restored database grants, on the transaction of the restore. */
export async function suspendRestored(
  { store, auditLog }: RestoreStores,
  now: Date,
  file: string | null,
): Promise<RestoreCounts> {
  const counts = await store.suspend(now);
  await auditLog.record({
    action: 'backup.restored',
    subjectType: 'backup',
    subjectId: '',
    before: null,
    after: { name: file, ...counts },
  });
  return counts;
}

const parseIds = (given: readonly string[]): number[] =>
  parseInput(restoreIds, [...given]).map(parseId);

/** Actions without a check of rights: for the command line (no actor) and for `RestoreReviewService`. */
class RestoreReviewCommands {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** Suspends all access after a restore by other means. */
  begin(): Promise<RestoreCounts> {
    const { inTransaction, clock } = this.options;
    return inTransaction((stores) => suspendRestored(stores, clock(), null));
  }

  async list(filter: RestoreFilter): Promise<RestoreReviewPage> {
    const { store } = this.options;
    const { kind, ...window } = parseInput(restoreFilter, filter);
    const counts = await store.counts();
    const total =
      kind === null ? Object.values(counts).reduce((sum, one) => sum + one, 0) : counts[kind];
    return { reviews: await store.page(kind, window), counts, total };
  }

  async confirm(
    ids: readonly string[] | null,
    actorId: number | null = null,
  ): Promise<RestoreCounts> {
    return this.decide(ids && parseIds(ids), true, actorId);
  }

  async reject(ids: readonly string[], actorId: number | null = null): Promise<RestoreCounts> {
    return this.decide(parseIds(ids), false, actorId);
  }

  private decide(
    ids: readonly number[] | null,
    isConfirmed: boolean,
    actorId: number | null,
  ): Promise<RestoreCounts> {
    return this.options.inTransaction(async ({ store, auditLog }) => {
      const decided = await store.decide(ids, isConfirmed);
      if (ids !== null && decided.length === 0)
        throw new DomainError(
          'NOT_FOUND',
          'None of these waits for a confirmation. Reload the list',
        );
      const counts = noCounts();
      for (const { kind } of decided) counts[kind] += 1;
      const names = decided
        .slice(0, maxRecordedNames)
        .map(({ kind, name, owner }) => `${kind}: ${name}${owner ? ` (${owner})` : ''}`);
      if (decided.length > 0)
        await auditLog.record({
          actorId,
          action: isConfirmed ? 'restore.confirmed' : 'restore.rejected',
          subjectType: 'backup',
          subjectId: '',
          before: null,
          after: { ...counts, names },
        });
      return counts;
    });
  }
}

export class RestoreReviewService {
  readonly onCommandLine: RestoreReviewCommands;
  private readonly store: RestoreReviewStore;

  constructor(options: Options) {
    this.onCommandLine = new RestoreReviewCommands(options);
    this.store = options.store;
  }

  /**
   * A page of the waiting entries, with the number of each kind. @throws DomainError INVALID for a page past the limits
   */
  async list(viewer: Viewer, filter: RestoreFilter): Promise<RestoreReviewPage> {
    requireAdmin(viewer);
    return this.onCommandLine.list(filter);
  }

  /** Confirms entries; null for all. @throws DomainError NOT_FOUND, FORBIDDEN (`sessionOnly`) for a token */
  async confirm(viewer: Viewer, ids: readonly string[] | null): Promise<RestoreCounts> {
    return this.onCommandLine.confirm(ids, adminInBrowser(viewer).user.id);
  }

  /** Rejects entries permanently. @throws DomainError as `confirm` */
  async reject(viewer: Viewer, ids: readonly string[]): Promise<RestoreCounts> {
    return this.onCommandLine.reject(ids, adminInBrowser(viewer).user.id);
  }

  /** Deletes entries that were decided elsewhere, such as a revoked token. */
  removeObsolete(): Promise<void> {
    return this.store.removeObsolete();
  }
}
