// Subscriptions: read, changed and removed by admins and the company's approvers, with reminders of the notice period.
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { refuseCredentials } from '../../shared/credentials.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { JsonValue } from '../../shared/jsonValue.ts';
import { parseInput } from '../../shared/validation.ts';
import type { ApproverLookup } from '../access/requests/accessRequests.module.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import type { AuditLog, NewAuditLogEntry } from '../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../outbox/outbox.module.ts';
import type { SubscriptionsQueries, SubscriptionView } from './subscriptions.queries.ts';
import type { SubscriptionsStore } from './subscriptions.store.ts';
import {
  freeTexts,
  isCovered,
  isSameTerms,
  otherCompanyError,
  requireSubscriptionScope,
  type Subscription,
  subscriptionScope,
  type SubscriptionScope,
  type SubscriptionTerms,
  type SubscriptionTotal,
  termsInput,
  type TermsInput,
  totalsOf,
} from './subscriptions.ts';

export interface SubscriptionTransaction {
  store: SubscriptionsStore;
  approvers: Pick<ApproverLookup, 'lockApprover'>;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

interface Options {
  queries: SubscriptionsQueries;
  approvers: Pick<ApproverLookup, 'companiesOf'>;
  inTransaction<Result>(
    work: (transaction: SubscriptionTransaction) => Promise<Result>,
  ): Promise<Result>;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  clock: Clock;
}

export interface SubscriptionOverview {
  subscriptions: SubscriptionView[];
  totals: SubscriptionTotal[];
}

/** New terms of one subscription; `before` is null for a new one. */
export interface WantedChange {
  itemId: number;
  companyKey: string;
  terms: SubscriptionTerms;
  before: Subscription | null;
}

const reminderBatchSize = 200;

const notFound = () => new DomainError('NOT_FOUND', 'This subscription does not exist');
const changedMeanwhile = () =>
  new DomainError('CONFLICT', 'Somebody else has changed this subscription. Load it again', {
    reason: 'changedMeanwhile',
  });

const auditValue = (subscription: Pick<Subscription, 'companyKey'> & SubscriptionTerms) => {
  const { companyKey: company } = subscription;
  const terms = Object.keys(termsInput.shape).map((field) => [
    field,
    subscription[field as keyof SubscriptionTerms],
  ]);
  return { company, ...(Object.fromEntries(terms) as Record<string, JsonValue>) };
};

export class Subscriptions {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Subscriptions and their cost, of a company or of all. @throws DomainError FORBIDDEN */
  async overview(viewer: Viewer, companyKey: string | null): Promise<SubscriptionOverview> {
    const scope = await this.requireScope(viewer, companyKey);
    const subscriptions = await this.deps.queries.list(scope, { companyKey });
    return { subscriptions, totals: totalsOf(subscriptions) };
  }

  /** Keys of the companies whose subscriptions the viewer can read and change; none for others. */
  async companies(viewer: Viewer): Promise<string[]> {
    const scope = await subscriptionScope(this.deps.approvers, viewer);
    return scope ? this.deps.queries.companies(scope.companies) : [];
  }

  requireScope(viewer: Viewer, companyKey: string | null): Promise<SubscriptionScope> {
    return requireSubscriptionScope(this.deps.approvers, viewer, companyKey);
  }

  /**
   * Adds a subscription; a company has at most one for an item.
   * @throws DomainError INVALID, FORBIDDEN, NOT_FOUND, CONFLICT (`subscriptionExists`)
   */
  async add(
    viewer: Viewer,
    { itemId, companyKey }: { itemId: number; companyKey: string },
    given: TermsInput,
  ): Promise<SubscriptionView> {
    const scope = await this.requireScope(viewer, companyKey);
    const terms = await this.checked(given);
    const item = await this.deps.visibleItem(viewer, itemId);
    const id = await this.deps.inTransaction(async (transaction) => {
      if (!(await transaction.store.companyExists(companyKey)))
        throw new DomainError('NOT_FOUND', 'This company does not exist. Check its key');
      const [added] = await this.write(transaction, scope, [
        { itemId: item.id, companyKey, terms, before: null },
      ]);
      return added!;
    });
    return this.one(scope, id);
  }

  /** @throws DomainError INVALID, FORBIDDEN, NOT_FOUND, CONFLICT (`changedMeanwhile`) */
  async update(
    viewer: Viewer,
    id: number,
    { expectedVersion, terms: given }: { expectedVersion: number; terms: TermsInput },
  ): Promise<SubscriptionView> {
    const scope = await this.requireScope(viewer, null);
    const terms = await this.checked(given);
    await this.one(scope, id);
    await this.deps.inTransaction(async (transaction) => {
      const before = await this.lockVersion(transaction, id, expectedVersion);
      await this.write(transaction, scope, [
        { itemId: before.itemId ?? 0, companyKey: before.companyKey, terms, before },
      ]);
    });
    return this.one(scope, id);
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT (`changedMeanwhile`) */
  async remove(viewer: Viewer, id: number, expectedVersion: number): Promise<void> {
    const scope = await this.requireScope(viewer, null);
    await this.one(scope, id);
    await this.deps.inTransaction(async (transaction) => {
      const before = await this.lockVersion(transaction, id, expectedVersion);
      await this.lockRights(transaction, scope, before.companyKey);
      await transaction.store.delete(id);
      await transaction.auditLog.record({
        actorId: scope.member.user.id,
        action: 'subscription.removed',
        subjectType: 'subscription',
        subjectId: String(id),
        itemId: before.itemId,
        before: auditValue(before),
        after: null,
      });
    });
  }

  /**
   * Writes checked subscriptions on a transaction; returns their ids.
   * @throws DomainError INVALID for an unknown owner, FORBIDDEN, CONFLICT (`subscriptionExists`)
   */
  async write(
    transaction: SubscriptionTransaction,
    scope: SubscriptionScope,
    wanted: readonly WantedChange[],
  ): Promise<number[]> {
    for (const companyKey of new Set(wanted.map((one) => one.companyKey)))
      await this.lockRights(transaction, scope, companyKey);
    const owners = await transaction.store.peopleByEmail(
      wanted.flatMap(({ terms }) => terms.ownerEmail ?? []),
    );
    const ids: number[] = [];
    const entries: NewAuditLogEntry[] = [];
    for (const change of wanted) {
      const { id, entry } = await this.writeOne(transaction, scope, change, owners);
      ids.push(id);
      if (entry) entries.push(entry);
    }
    await transaction.auditLog.record(...entries);
    return ids;
  }

  inTransaction<Result>(
    work: (transaction: SubscriptionTransaction) => Promise<Result>,
  ): Promise<Result> {
    return this.deps.inTransaction(work);
  }

  /** Records due reminders, each once over all processes; returns how many. */
  async recordReminders(signal: AbortSignal): Promise<number> {
    let recorded = 0;
    for (let found = reminderBatchSize; found === reminderBatchSize; recorded += found) {
      signal.throwIfAborted();
      found = await this.deps.inTransaction(async ({ store, outbox }) => {
        const due = await store.claimReminders(
          this.deps.clock(),
          limits.subscriptions.reminderDays,
          reminderBatchSize,
        );
        await outbox.record(
          ...due.map(({ subscriptionId, itemId, days }) => ({
            kind: 'subscription_notice_due' as const,
            subjectId: subscriptionId,
            itemId,
            actorId: null,
            after: String(days),
          })),
        );
        return due.length;
      });
    }
    return recorded;
  }

  private async one(scope: SubscriptionScope, id: number): Promise<SubscriptionView> {
    const [found] = await this.deps.queries.list(scope, { id });
    if (!found) throw notFound();
    return found;
  }

  private async checked(given: TermsInput): Promise<SubscriptionTerms> {
    const terms = parseInput(termsInput, given);
    await refuseCredentials(freeTexts(terms));
    return terms;
  }

  private async lockVersion(
    { store }: SubscriptionTransaction,
    id: number,
    expectedVersion: number,
  ): Promise<Subscription> {
    const before = await store.lock(id);
    if (!before) throw notFound();
    if (before.version !== expectedVersion) throw changedMeanwhile();
    return before;
  }

  /** Checks an approver again and locks the appointment until the transaction ends. */
  private async lockRights(
    { approvers }: SubscriptionTransaction,
    scope: SubscriptionScope,
    companyKey: string,
  ): Promise<void> {
    if (!isCovered(scope, companyKey)) throw otherCompanyError();
    if (!scope.isAdmin && !(await approvers.lockApprover(scope.member.user.id, companyKey)))
      throw otherCompanyError();
  }

  private async writeOne(
    { store }: SubscriptionTransaction,
    { member }: SubscriptionScope,
    { itemId, companyKey, terms, before }: WantedChange,
    owners: ReadonlyMap<string, number>,
  ): Promise<{ id: number; entry: NewAuditLogEntry | null }> {
    if (before && isSameTerms(before, terms)) return { id: before.id, entry: null };
    const ownerId = ownerOf(terms, owners, before);
    const at = this.deps.clock();
    const { isDemo } = member.user;
    if (before) await store.update(before.id, { terms, ownerId, at });
    const id =
      before?.id ?? (await store.insert({ itemId, companyKey, terms, ownerId, isDemo, at }));
    if (id === null)
      throw new DomainError(
        'CONFLICT',
        'The company has a subscription to this service already. Load it and change that one',
        { reason: 'subscriptionExists' },
      );
    const entry = {
      actorId: member.user.id,
      action: before ? 'subscription.changed' : 'subscription.added',
      subjectType: 'subscription',
      subjectId: String(id),
      itemId: before ? before.itemId : itemId,
      before: before && auditValue(before),
      after: auditValue({ companyKey, ...terms }),
    };
    return { id, entry };
  }
}

/** The owner by address; a former owner with a disabled account may stay. */
function ownerOf(
  { ownerEmail }: SubscriptionTerms,
  owners: ReadonlyMap<string, number>,
  before: Subscription | null,
): number | null {
  if (ownerEmail === null) return null;
  if (before && ownerEmail.toLowerCase() === before.ownerEmail?.toLowerCase())
    return before.ownerId;
  const ownerId = owners.get(ownerEmail.toLowerCase());
  if (ownerId !== undefined) return ownerId;
  const message = 'Nobody with this address has an account';
  throw new DomainError('INVALID', message, {
    errors: [{ path: 'ownerEmail', code: 'unknownPerson', message }],
  });
}
