// What becomes of a request for access: each step is one transaction, taken from the state that its author saw, recorded and told.
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
  type CompanyApprovers,
  type DecisionInput,
} from './accessRequests.ts';
import type {
  AccessRequestToDecide,
  AccessWorkflowStore,
  StepTaken,
} from './accessWorkflow.store.ts';
import { decisionsOf, isWithin, requireDecider, scopeOf } from './accessApprovers.ts';
import {
  accessStatuses,
  addWorkingDays,
  stepOf,
  waitingStatuses,
  type AccessAct,
  type AccessActor,
  type AccessDecision,
  type AccessStatus,
} from './accessStateMachine.ts';

/** The rooms of a step, on its transaction. */
export interface CaseTransaction {
  store: AccessWorkflowStore;
  activity: Pick<AuditLog, 'record'>;
  events: Pick<Outbox, 'record'>;
  /** Rings when access ends. */
  queueExpiry(requestId: number, at: Date): Promise<void>;
  /** Has the messages of the bot to those who decide say how the request stands. */
  showMessages(requestId: number): Promise<void>;
}

interface Options {
  store: AccessWorkflowStore;
  inTransaction<Result>(work: (rooms: CaseTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** A request before somebody who decides. */
export interface DecidableCase extends AccessRequestToDecide {
  /** What the viewer may do with it now. */
  actions: AccessDecision[];
}

const expiredAtOnce = 100;

const noRequest = () => new DomainError('NOT_FOUND', 'There is no such request');
const movedMeanwhile = () =>
  new DomainError('CONFLICT', 'This request has moved on meanwhile', { reason: 'requestChanged' });

/** Takes one step and records it, so that the one who asked is told. @throws DomainError CONFLICT (`requestChanged`) */
async function step(
  { store, activity, events, queueExpiry, showMessages }: CaseTransaction,
  request: AccessRequest,
  {
    act,
    actor,
    actorId,
    ...facts
  }: { act: AccessAct; actor: AccessActor; actorId: number | null } & Omit<StepTaken, 'status'>,
): Promise<AccessRequest> {
  const status = stepOf(request.status, act, actor);
  if (!status) throw movedMeanwhile();
  const moved = await store.take(request.id, { status, ...facts });
  await activity.record({
    actorId,
    isAutomatic: actor === 'system',
    action: 'access.moved',
    subjectType: 'access',
    subjectId: String(request.id),
    itemId: request.itemId,
    before: { status: request.status },
    // All admins read the record, also those who do not decide here: what was said to the person stands in the request.
    after: {
      status,
      ...(facts.expiresAt ? { expiresAt: facts.expiresAt.toISOString() } : {}),
    },
  });
  await events.record({
    kind: 'access_request_moved',
    subjectId: request.id,
    itemId: request.itemId,
    actorId,
    before: request.status,
    after: status,
  });
  if (status === 'granted' && moved.expiresAt) await queueExpiry(request.id, moved.expiresAt);
  await showMessages(request.id);
  return moved;
}

/** @throws DomainError INVALID where access would end at once, or never by the measure of people */
function checkEnd(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return;
  const days = (expiresAt.getTime() - now.getTime()) / dayMs;
  if (days > 0 && days <= limits.accessRequest.longestDays) return;
  const message = `Access ends within ${limits.accessRequest.longestDays} days, and not before now`;
  throw new DomainError('INVALID', message, {
    errors: [{ path: 'expiresAt', code: 'invalid', message }],
  });
}

export const createAccessWorkflow = ({ store, inTransaction, clock }: Options) => {
  /** A step of the one who asked, on a request of the own ones. */
  const ownStep = (
    viewer: Viewer,
    id: number,
    {
      expectedVersion,
      ...facts
    }: { act: 'answer' | 'withdraw'; expectedVersion: number } & Pick<
      StepTaken,
      'answer' | 'dueAt'
    >,
  ): Promise<AccessRequest> => {
    const { user } = personInBrowser(viewer);
    return inTransaction(async (rooms) => {
      const found = await rooms.store.lock(id);
      if (found?.request.userId !== user.id) throw noRequest();
      if (found.request.version !== expectedVersion) throw movedMeanwhile();
      return step(rooms, found.request, {
        ...facts,
        actor: 'requester',
        actorId: user.id,
        at: clock(),
      });
    });
  };

  return {
    /**
     * Takes an approver's step from the version that the approver saw.
     * @throws DomainError INVALID (`holdsKey`), FORBIDDEN (`approversOnly`, `ownRequest`), NOT_FOUND for a request that others decide,
     * CONFLICT (`requestChanged`, `openRequestExists`)
     */
    async decide(viewer: Viewer, id: number, given: DecisionInput): Promise<DecidableCase> {
      const { member } = await requireDecider(store, viewer);
      const { decision, expectedVersion, message, expiresAt } = parseInput(decisionInput, given);
      await refuseCredentials({ message });
      const now = clock();
      checkEnd(expiresAt, now);
      return inTransaction(async (rooms) => {
        const found = await rooms.store.lock(id);
        // Once more, on the transaction: somebody may have been chosen, or left out, since.
        const { scope } = await requireDecider(rooms.store, viewer);
        if (!found || !isWithin(scope, found.companyKey)) throw noRequest();
        const { request, companyKey } = found;
        if (request.userId === member.user.id)
          throw new DomainError('FORBIDDEN', 'Somebody else decides on your own request', {
            reason: 'ownRequest',
          });
        if (request.version !== expectedVersion) throw movedMeanwhile();
        // Of somebody who is gone access is taken away, and given to nobody.
        if (request.userId === null && decision !== 'revoke') throw movedMeanwhile();
        if (decision === 'renew' && (await rooms.store.hasOtherOpen(request)))
          throw new DomainError('CONFLICT', 'The person has asked for this service anew', {
            reason: 'openRequestExists',
          });
        const moved = await step(rooms, request, {
          act: decision,
          actor: 'approver',
          actorId: member.user.id,
          word: message,
          // What was answered is no answer to another question.
          ...(decision === 'ask' ? { answer: null } : {}),
          // What is taken away ends no more.
          ...(decision === 'grant' || decision === 'renew' || decision === 'revoke'
            ? { expiresAt }
            : {}),
          decidedBy: member.user.id,
          at: now,
        });
        const seen = { request: moved, companyKey };
        return { ...seen, actions: decisionsOf(seen, member) };
      });
    },

    /** Takes a request back. @throws DomainError NOT_FOUND, CONFLICT (`requestChanged`) */
    withdraw: async (viewer: Viewer, id: number, expectedVersion: number): Promise<AccessRequest> =>
      ownStep(viewer, id, { act: 'withdraw', expectedVersion }),

    /** Answers an approver's question: the request waits anew. @throws DomainError INVALID, NOT_FOUND, CONFLICT (`requestChanged`) */
    async answer(viewer: Viewer, id: number, given: AnswerInput): Promise<AccessRequest> {
      personInBrowser(viewer);
      const answer = parseInput(answerInput, given);
      await refuseCredentials({ answer: answer.answer });
      return ownStep(viewer, id, {
        act: 'answer',
        ...answer,
        dueAt: addWorkingDays(clock(), limits.accessRequest.dueWorkingDays),
      });
    },

    /** Requests that the viewer decides, of these states or of all. @throws DomainError FORBIDDEN (`approversOnly`) */
    async list(viewer: Viewer, statuses: readonly AccessStatus[] | null): Promise<DecidableCase[]> {
      const { member, scope } = await requireDecider(store, viewer);
      const found = await store.list(
        scope,
        statuses ?? accessStatuses,
        limits.lists.accessRequestsToDecide,
      );
      return found.map((one) => ({ ...one, actions: decisionsOf(one, member) }));
    },

    /** A request that the viewer decides. @throws DomainError FORBIDDEN (`approversOnly`), NOT_FOUND */
    async one(viewer: Viewer, id: number): Promise<DecidableCase> {
      const { member, scope } = await requireDecider(store, viewer);
      const found = await store.find(id);
      if (!found || !isWithin(scope, found.companyKey)) throw noRequest();
      return { ...found, actions: decisionsOf(found, member) };
    },

    /** How many wait for the viewer; null for those who decide for nobody. */
    async countWaiting(viewer: Viewer): Promise<number | null> {
      const member = requireMember(viewer);
      const scope = await scopeOf(store, { viewer, member });
      return scope && store.count(scope, waitingStatuses, member.user.id);
    },

    /** Ends the access whose time is over, each once however many processes look. Answers how many. */
    async expireDue(): Promise<number> {
      let expired = 0;
      let round: number;
      do {
        round = await inTransaction(async (rooms) => {
          const at = clock();
          const over = await rooms.store.lockExpired(at, expiredAtOnce);
          for (const request of over)
            await step(rooms, request, { act: 'expire', actor: 'system', actorId: null, at });
          return over.length;
        });
        expired += round;
      } while (round === expiredAtOnce);
      return expired;
    },

    /** Who decides for each company that the viewer looks after. */
    async approvers(viewer: Viewer): Promise<CompanyApprovers[]> {
      const member = requireAdmin(viewer);
      const scope = await scopeOf(store, { viewer, member });
      const own = member.company?.key;
      return store.approvers(scope?.all ? null : own ? [own] : []);
    },

    /**
     * Chooses who decides for a company. The same again changes nothing.
     * @throws DomainError INVALID, FORBIDDEN (`otherCompany`), NOT_FOUND, CONFLICT (`changedMeanwhile`) where others are chosen
     * than `expectedPeople`
     */
    async setApprovers(
      viewer: Viewer,
      companyKey: string,
      given: { people: readonly number[]; expectedPeople?: readonly number[] | undefined },
    ): Promise<CompanyApprovers> {
      const member = adminInBrowser(viewer);
      const { people: userIds, expectedPeople } = parseInput(approversInput, given);
      return inTransaction(async ({ store: own, activity }) => {
        if (!(await own.lockCompany(companyKey)))
          throw new DomainError('NOT_FOUND', 'There is no such company');
        const scope = await scopeOf(own, { viewer, member });
        if (!scope?.all && member.company?.key !== companyKey)
          throw new DomainError('FORBIDDEN', 'Another company’s', { reason: 'otherCompany' });
        const [before] = await own.approvers([companyKey]);
        // Who was chosen and is kept out since may stay: it is the others that are chosen now.
        const chosen = userIds.filter((id) => !before?.userIds.includes(id));
        if ((await own.knownPeople(chosen)).length < chosen.length)
          throw new DomainError('NOT_FOUND', 'There is no such person');
        const after = { companyKey, userIds };
        if (!before || before.userIds.join() === userIds.join()) return after;
        if (expectedPeople && before.userIds.join() !== expectedPeople.join())
          throw new DomainError('CONFLICT', 'Somebody else has chosen meanwhile', {
            reason: 'changedMeanwhile',
          });
        await own.setApprovers(companyKey, userIds);
        await activity.record({
          actorId: member.user.id,
          action: 'access.approvers',
          subjectType: 'company',
          subjectId: companyKey,
          before: { people: before.userIds },
          after: { people: userIds },
        });
        return after;
      });
    },
  };
};
