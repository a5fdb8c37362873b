// Decisions on access requests. Each status change is one transaction that checks the version seen by its author, logs
// and announces.
import type { Clock } from '../../../shared/clock.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { dayMs } from '../../../shared/durations.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import {
  adminInBrowser,
  personInBrowser,
  requireAdmin,
  requireMember,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import {
  answerInput,
  approversInput,
  decisionInput,
  type AccessRequest,
  type AnswerInput,
  type BeforeDecision,
  type CompanyApprovers,
  type DecisionInput,
} from './accessRequests.ts';
import type { ScopedRequest, AccessWorkflowStore, StatusChange } from './accessWorkflow.store.ts';
import { availableDecisions, isInScope, requireDecider, deciderScope } from './accessApprovers.ts';
import {
  accessStatuses,
  addWorkingDays,
  closedStatuses,
  nextStatus,
  waitingStatuses,
  type AccessAction,
  type AccessActor,
  type AccessDecision,
  type AccessStatus,
} from './accessStateMachine.ts';

export interface WorkflowTransaction {
  store: AccessWorkflowStore;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
  /** Queues the job that ends the access. */
  queueExpiry(requestId: number, at: Date): Promise<void>;
  /** Queues an update of the bot's messages. */
  queueBotMessages(requestId: number): Promise<void>;
}

interface Options {
  store: AccessWorkflowStore;
  inTransaction<Result>(
    work: (transaction: WorkflowTransaction) => Promise<Result>,
  ): Promise<Result>;
  clock: Clock;
}

export interface DecidableRequest extends ScopedRequest {
  actions: AccessDecision[];
}

const expiryBatchSize = 100;

const requestNotFound = () => new DomainError('NOT_FOUND', 'This access request does not exist');
const requestChanged = () =>
  new DomainError('CONFLICT', 'This request has changed. Load it again', {
    reason: 'requestChanged',
  });

/** @throws DomainError CONFLICT (`requestChanged`) */
function changeStatus(
  transaction: WorkflowTransaction,
  request: AccessRequest,
  {
    act,
    actor,
    ...facts
  }: { act: AccessAction; actor: AccessActor; actorId: number | null } & Omit<
    StatusChange,
    'status'
  >,
): Promise<AccessRequest> {
  const status = nextStatus(request.status, act, actor);
  if (!status) throw requestChanged();
  return setStatus(transaction, request, { status, isAutomatic: actor === 'system', ...facts });
}

/** Sets a status, logs it and records the event for the requester. */
async function setStatus(
  { store, auditLog, outbox, queueExpiry, queueBotMessages }: WorkflowTransaction,
  request: AccessRequest,
  {
    actorId,
    isAutomatic = false,
    undoes = null,
    ...facts
  }: StatusChange & { actorId: number | null; isAutomatic?: boolean; undoes?: number | null },
): Promise<AccessRequest> {
  const { status } = facts;
  const moved = await store.changeStatus(request.id, facts);
  await auditLog.record({
    actorId,
    isAutomatic,
    action: 'access.moved',
    subjectType: 'access',
    subjectId: String(request.id),
    itemId: request.itemId,
    before: { status: request.status },
    // All admins read the audit log, so texts between approver and requester are omitted.
    after: {
      status,
      ...(facts.expiresAt ? { expiresAt: facts.expiresAt.toISOString() } : {}),
    },
  });
  await outbox.record({
    kind: 'access_request_moved',
    subjectId: request.id,
    itemId: request.itemId,
    actorId,
    before: request.status,
    after: status,
    changeId: moved.version,
    takesBack: undoes,
  });
  if (status === 'granted' && moved.expiresAt) await queueExpiry(request.id, moved.expiresAt);
  await queueBotMessages(request.id);
  return moved;
}

const otherOpenRequest = () =>
  new DomainError('CONFLICT', 'The person has a newer request for this service. Decide that one', {
    reason: 'openRequestExists',
  });

const beforeDecision = (request: AccessRequest): BeforeDecision => ({
  version: request.version,
  status: request.status,
  word: request.decisionMessage,
  answer: request.answer,
  expiresAt: request.expiresAt,
  decidedBy: request.decidedBy,
});

/**
 * Checks the rights inside the transaction again: approvers may have changed.
 * @throws DomainError FORBIDDEN (`approversOnly`), NOT_FOUND outside the viewer's scope
 */
async function lockDecidable(
  store: AccessWorkflowStore,
  viewer: Viewer,
  id: number,
): Promise<ScopedRequest> {
  const found = await store.lock(id);
  const { scope } = await requireDecider(store, viewer);
  if (!found || !isInScope(scope, found.companyKey)) throw requestNotFound();
  return found;
}

/** @throws DomainError INVALID for an expiry in the past or too far ahead */
function requireValidExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return;
  const days = (expiresAt.getTime() - now.getTime()) / dayMs;
  if (days > 0 && days <= limits.accessRequest.longestDays) return;
  const message = `The expiry must be in the future and within ${limits.accessRequest.longestDays} days`;
  throw new DomainError('INVALID', message, {
    errors: [{ path: 'expiresAt', code: 'invalid', message }],
  });
}

export class AccessWorkflow {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Decides a request in the version that the approver saw.
   * @throws DomainError INVALID (`holdsKey`), FORBIDDEN (`approversOnly`, `ownRequest`), NOT_FOUND outside the viewer's
   * scope, CONFLICT (`requestChanged`, `openRequestExists`)
   */
  async decide(viewer: Viewer, id: number, given: DecisionInput): Promise<DecidableRequest> {
    const { member } = await requireDecider(this.deps.store, viewer);
    const { decision, expectedVersion, message, expiresAt } = parseInput(decisionInput, given);
    await refuseCredentials({ message });
    const now = this.deps.clock();
    requireValidExpiry(expiresAt, now);
    return this.deps.inTransaction(async (transaction) => {
      const { request, companyKey } = await lockDecidable(transaction.store, viewer, id);
      if (request.userId === member.user.id)
        throw new DomainError('FORBIDDEN', 'You cannot decide your own request', {
          reason: 'ownRequest',
        });
      if (request.version !== expectedVersion) throw requestChanged();
      // A deleted account can only lose access.
      if (request.userId === null && decision !== 'revoke') throw requestChanged();
      if (decision === 'renew' && (await transaction.store.hasOtherOpen(request)))
        throw otherOpenRequest();
      const moved = await changeStatus(transaction, request, {
        act: decision,
        actor: 'approver',
        actorId: member.user.id,
        word: message,
        // An earlier answer does not belong to a new question.
        ...(decision === 'ask' ? { answer: null } : {}),
        // Revoked access has no expiry.
        ...(decision === 'grant' || decision === 'renew' || decision === 'revoke'
          ? { expiresAt }
          : {}),
        decidedBy: member.user.id,
        beforeDecision: beforeDecision(request),
        at: now,
      });
      const decided = { request: moved, companyKey };
      return { ...decided, actions: availableDecisions(decided, member) };
    });
  }

  /**
   * Undoes the viewer's own decision while the requester has not been messaged about it.
   * @throws DomainError FORBIDDEN (`approversOnly`), NOT_FOUND outside the viewer's scope, CONFLICT (`requestChanged`) after
   * another change or too late, (`openRequestExists`)
   */
  async undo(viewer: Viewer, id: number, expectedVersion: number): Promise<DecidableRequest> {
    const { member } = await requireDecider(this.deps.store, viewer);
    return this.deps.inTransaction(async (transaction) => {
      const { request, companyKey } = await lockDecidable(transaction.store, viewer, id);
      const before = request.beforeDecision;
      const at = this.deps.clock();
      // A deleted account gets nothing back.
      const isUndoable =
        request.userId !== null &&
        before?.version === request.version - 1 &&
        request.version === expectedVersion &&
        request.decidedBy === member.user.id &&
        at.getTime() - request.statusChangedAt.getTime() <= limits.accessRequest.undoMs;
      if (!isUndoable) throw requestChanged();
      const { version: _version, ...former } = before;
      const isClosed = closedStatuses.some((status) => status === request.status);
      if (isClosed && (await transaction.store.hasOtherOpen(request))) throw otherOpenRequest();
      const moved = await setStatus(transaction, request, {
        ...former,
        actorId: member.user.id,
        undoes: request.version,
        at,
      });
      const undone = { request: moved, companyKey };
      return { ...undone, actions: availableDecisions(undone, member) };
    });
  }

  /** Withdraws the own request. @throws DomainError NOT_FOUND, CONFLICT (`requestChanged`) */
  async withdraw(viewer: Viewer, id: number, expectedVersion: number): Promise<AccessRequest> {
    return this.changeOwn(viewer, id, { act: 'withdraw', expectedVersion });
  }

  /** Withdraws the own requests on which nobody has acted. */
  async withdrawUntouched(viewer: Viewer, ids: readonly number[]): Promise<void> {
    const { user } = personInBrowser(viewer);
    await this.deps.inTransaction(async (transaction) => {
      for (const id of ids) {
        const found = await transaction.store.lock(id);
        if (found?.request.userId !== user.id || found.request.version > 0) continue;
        await changeStatus(transaction, found.request, {
          act: 'withdraw',
          actor: 'requester',
          actorId: user.id,
          at: this.deps.clock(),
        });
      }
    });
  }

  /**
   * Answers an approver's question; the request then waits again.
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND, CONFLICT (`requestChanged`)
   */
  async answer(viewer: Viewer, id: number, given: AnswerInput): Promise<AccessRequest> {
    personInBrowser(viewer);
    const answer = parseInput(answerInput, given);
    await refuseCredentials({ answer: answer.answer });
    return this.changeOwn(viewer, id, {
      act: 'answer',
      ...answer,
      dueAt: addWorkingDays(this.deps.clock(), limits.accessRequest.dueWorkingDays),
    });
  }

  /** Requests in the viewer's scope; null for all statuses. @throws DomainError FORBIDDEN (`approversOnly`) */
  async list(
    viewer: Viewer,
    statuses: readonly AccessStatus[] | null,
  ): Promise<DecidableRequest[]> {
    const { member, scope } = await requireDecider(this.deps.store, viewer);
    const found = await this.deps.store.list(
      scope,
      statuses ?? accessStatuses,
      limits.lists.accessRequestsToDecide,
    );
    return found.map((one) => ({ ...one, actions: availableDecisions(one, member) }));
  }

  /** @throws DomainError FORBIDDEN (`approversOnly`), NOT_FOUND */
  async one(viewer: Viewer, id: number): Promise<DecidableRequest> {
    const { member, scope } = await requireDecider(this.deps.store, viewer);
    const found = await this.deps.store.find(id);
    if (!found || !isInScope(scope, found.companyKey)) throw requestNotFound();
    return { ...found, actions: availableDecisions(found, member) };
  }

  /** The companies whose requests the viewer decides. @throws DomainError FORBIDDEN (`approversOnly`) */
  deciderScope(viewer: Viewer): ReturnType<typeof requireDecider> {
    return requireDecider(this.deps.store, viewer);
  }

  /** Number of requests that wait for the viewer; null for somebody without a scope. */
  async countWaiting(viewer: Viewer): Promise<number | null> {
    const member = requireMember(viewer);
    const scope = await deciderScope(this.deps.store, { viewer, member });
    return scope && this.deps.store.count(scope, waitingStatuses, member.user.id);
  }

  /** Expires due access, each once across processes; returns how many. */
  async expireDue(): Promise<number> {
    let expired = 0;
    let batch: number;
    do {
      batch = await this.deps.inTransaction(async (transaction) => {
        const at = this.deps.clock();
        const due = await transaction.store.lockExpired(at, expiryBatchSize);
        for (const request of due)
          await changeStatus(transaction, request, {
            act: 'expire',
            actor: 'system',
            actorId: null,
            at,
          });
        return due.length;
      });
      expired += batch;
    } while (batch === expiryBatchSize);
    return expired;
  }

  /** Approvers of the companies in the admin's scope. */
  async approvers(viewer: Viewer): Promise<CompanyApprovers[]> {
    const member = requireAdmin(viewer);
    const scope = await deciderScope(this.deps.store, { viewer, member });
    const own = member.company?.key;
    return this.deps.store.approvers(scope?.all ? null : own ? [own] : []);
  }

  /**
   * Sets the approvers of a company; a repeated call changes nothing.
   * @throws DomainError INVALID, FORBIDDEN (`otherCompany`), NOT_FOUND, CONFLICT (`changedMeanwhile`) when the
   * approvers differ from `expectedPeople`
   */
  async setApprovers(
    viewer: Viewer,
    companyKey: string,
    given: { people: readonly number[]; expectedPeople?: readonly number[] | undefined },
  ): Promise<CompanyApprovers> {
    const member = adminInBrowser(viewer);
    const { people: userIds, expectedPeople } = parseInput(approversInput, given);
    return this.deps.inTransaction(async ({ store, auditLog }) => {
      if (!(await store.lockCompany(companyKey)))
        throw new DomainError('NOT_FOUND', 'This company does not exist. Check its key');
      const scope = await deciderScope(store, { viewer, member });
      if (!scope?.all && member.company?.key !== companyKey)
        throw new DomainError('FORBIDDEN', 'You cannot change the approvers of another company', {
          reason: 'otherCompany',
        });
      const [before] = await store.approvers([companyKey]);
      // Existing approvers may have a disabled account; only added ones are checked.
      const added = userIds.filter((id) => !before?.userIds.includes(id));
      if ((await store.activePeople(added)).length < added.length)
        throw new DomainError('NOT_FOUND', 'One of these people has no active account');
      const after = { companyKey, userIds };
      if (!before || before.userIds.join() === userIds.join()) return after;
      if (expectedPeople && before.userIds.join() !== expectedPeople.join())
        throw new DomainError(
          'CONFLICT',
          'Another admin has changed the approvers. Load them again',
          { reason: 'changedMeanwhile' },
        );
      await store.setApprovers(companyKey, userIds);
      await auditLog.record({
        actorId: member.user.id,
        action: 'access.approvers',
        subjectType: 'company',
        subjectId: companyKey,
        before: { people: before.userIds },
        after: { people: userIds },
      });
      return after;
    });
  }

  private changeOwn(
    viewer: Viewer,
    id: number,
    {
      expectedVersion,
      ...facts
    }: { act: 'answer' | 'withdraw'; expectedVersion: number } & Pick<
      StatusChange,
      'answer' | 'dueAt'
    >,
  ): Promise<AccessRequest> {
    const { user } = personInBrowser(viewer);
    return this.deps.inTransaction(async (transaction) => {
      const found = await transaction.store.lock(id);
      if (found?.request.userId !== user.id) throw requestNotFound();
      if (found.request.version !== expectedVersion) throw requestChanged();
      return changeStatus(transaction, found.request, {
        ...facts,
        actor: 'requester',
        actorId: user.id,
        at: this.deps.clock(),
      });
    });
  }
}
