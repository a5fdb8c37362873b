// Stages of items: decisions with history, pilots with testers, and reminders of ended pilots.
import type { Clock } from '../../../shared/clock.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { utcDay } from '../../../shared/durations.ts';
import { fieldError } from '../../../shared/fieldErrors.ts';
import { parseInput } from '../../../shared/validation.ts';
import {
  personInBrowser,
  requireMember,
  type Member,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import { lockDecider, requireRuleReader, type RuleReader } from '../dataRules/ruleDeciders.ts';
import type { ApproverLookup } from '../requests/accessRequests.ts';
import {
  contentOf,
  isFull,
  isRunning,
  isSameContent,
  stageInput,
  undecided,
  type ItemStage,
  type StageContent,
  type StageInput,
} from './stages.ts';
import type { StagesStore } from './stages.store.ts';

export interface StageTransaction {
  store: StagesStore;
  approvers: Pick<ApproverLookup, 'lockApprover'>;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

interface Options {
  store: StagesStore;
  approvers: Pick<ApproverLookup, 'isApprover'>;
  inTransaction<Result>(work: (transaction: StageTransaction) => Promise<Result>): Promise<Result>;
  /** The item as the viewer sees it. @throws DomainError NOT_FOUND */
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  clock: Clock;
}

const batchSize = 200;

const notFound = () => new DomainError('NOT_FOUND', 'This stage does not exist');

const changedMeanwhile = () =>
  new DomainError('CONFLICT', 'Somebody else has decided this stage. Load it again', {
    reason: 'changedMeanwhile',
  });

const unknownCompany = (code: 'required' | 'unknown') => {
  const error = fieldError('company', code);
  return new DomainError('INVALID', error.message, { errors: [error] });
};

/** Audit action of a decision, and the version that it undoes. */
interface Step {
  action: 'stage.set' | 'stage.undone';
  undoes: number | null;
}

export class Stages {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Decides the stage of a visible item in a company, by default the own one. A repeated call changes nothing; without
   * `expectedVersion` the last decision wins.
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`), CONFLICT
   * (`changedMeanwhile`)
   */
  async set(
    viewer: Viewer,
    { itemId, company }: { itemId: number; company?: string | null | undefined },
    given: StageInput,
  ): Promise<ItemStage> {
    const companyKey = company ?? requireMember(viewer).company?.key;
    const content = parseInput(stageInput(this.deps.clock()), given, 'input');
    const { questionRu, questionEn, reasonRu, reasonEn } = content;
    await refuseCredentials({
      'input.questionRu': questionRu,
      'input.questionEn': questionEn,
      'input.reasonRu': reasonRu,
      'input.reasonEn': reasonEn,
    });
    const by = await requireRuleReader(viewer, this.deps.approvers, companyKey ? [companyKey] : []);
    if (!companyKey) throw unknownCompany('required');
    const { id } = await this.deps.visibleItem(viewer, itemId);
    return this.deps.inTransaction(async (transaction) => {
      const { store } = transaction;
      await lockDecider(by, transaction.approvers);
      if (!(await store.companyExists(companyKey))) throw unknownCompany('unknown');
      await store.lockItem(id);
      const place = { itemId: id, companyKey };
      const [known] = await store.ofItems(by.member.user.id, [place]);
      let present = known ? await store.lock(by.member.user.id, known.id) : null;
      if (present && isSameContent(present, content)) return present;
      if ((given.expectedVersion ?? present?.version ?? 0) !== (present?.version ?? 0))
        throw changedMeanwhile();
      // The stage of a merged item stays unchanged, because the merge may be undone.
      if (present && present.decidedItemId !== id)
        present = await store.copy(by.member.user.id, present.id, id);
      // A new pilot starts without the testers of an earlier one.
      if (present && content.stage === 'pilot' && present.stage !== 'pilot')
        await store.removeTesters(present.id);
      return this.write(transaction, by, present ?? place, content, {
        action: 'stage.set',
        undoes: null,
      });
    });
  }

  /**
   * Undoes the last decision on a stage and restores the testers of a pilot. A repeated call changes nothing.
   * @throws DomainError NOT_FOUND, FORBIDDEN, CONFLICT (`changedMeanwhile`, `cannotUndo`)
   */
  async undo(viewer: Viewer, id: number, expectedVersion: number): Promise<ItemStage> {
    const by = await requireRuleReader(viewer, this.deps.approvers, []);
    await this.requireVisible(viewer, by.member, { id, ofAll: by.isAdmin });
    return this.deps.inTransaction(async (transaction) => {
      const { store } = transaction;
      await lockDecider(by, transaction.approvers);
      const present = await store.lock(by.member.user.id, id);
      if (!present) throw notFound();
      const [last] = await store.history([id]);
      if (last?.undoes === expectedVersion) return present;
      if (present.version !== expectedVersion) throw changedMeanwhile();
      if (!last)
        throw new DomainError('CONFLICT', 'There is no earlier decision on this stage', {
          reason: 'cannotUndo',
        });
      return this.write(transaction, by, present, last.before, {
        action: 'stage.undone',
        undoes: expectedVersion,
      });
    });
  }

  mayJoin(viewer: Viewer, pilot: ItemStage): boolean {
    const isOwn =
      viewer.kind === 'member' &&
      viewer.via === 'session' &&
      viewer.company?.key === pilot.companyKey;
    return isOwn && !pilot.isTester && !isFull(pilot) && isRunning(pilot, this.deps.clock());
  }

  /** Joins a running pilot of the own company. @throws DomainError NOT_FOUND, FORBIDDEN (`sessionOnly`), CONFLICT (`pilotOver`, `pilotFull`) */
  join(viewer: Viewer, id: number): Promise<ItemStage> {
    return this.withPilot(viewer, id, async (store, pilot, userId) => {
      if (pilot.isTester) return;
      const now = this.deps.clock();
      if (!isRunning(pilot, now))
        throw new DomainError('CONFLICT', 'This pilot is over', { reason: 'pilotOver' });
      if (isFull(pilot))
        throw new DomainError('CONFLICT', 'This pilot has all the testers it takes', {
          reason: 'pilotFull',
        });
      await store.join(id, userId, now);
    });
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN (`sessionOnly`) */
  leave(viewer: Viewer, id: number): Promise<ItemStage> {
    return this.withPilot(viewer, id, (store, _pilot, userId) => store.leave(id, userId));
  }

  /** Ended pilots that the viewer decides, longest waiting first. @throws DomainError FORBIDDEN (`approversOnly`) */
  async waiting(viewer: Viewer): Promise<ItemStage[]> {
    const { member, isAdmin } = await requireRuleReader(viewer, this.deps.approvers, []);
    const companyKey = isAdmin ? null : (member.company?.key ?? '');
    return this.deps.store.waiting(member.user.id, utcDay(this.deps.clock()), companyKey);
  }

  /** Records the pilots that reach their last day, once for each last day; returns how many. */
  async recordEnded(signal: AbortSignal): Promise<number> {
    let recorded = 0;
    for (let found = batchSize; found === batchSize; recorded += found) {
      signal.throwIfAborted();
      found = await this.deps.inTransaction(async ({ store, outbox }) => {
        const ended = await store.claimEnded(utcDay(this.deps.clock()), batchSize);
        await outbox.record(
          ...ended.map(({ id, itemId, endsOn }) => ({
            kind: 'pilot_ended' as const,
            subjectId: id,
            itemId,
            actorId: null,
            after: endsOn,
          })),
        );
        return ended.length;
      });
    }
    return recorded;
  }

  /**
   * @throws DomainError NOT_FOUND for a stage of another company, of a merged item, or of an item that is invisible to
   * the viewer
   */
  private async requireVisible(
    viewer: Viewer,
    { user, company }: Member,
    { id, ofAll }: { id: number; ofAll: boolean },
  ): Promise<void> {
    const known = await this.deps.store.find(user.id, id);
    if (!known || !(ofAll || known.companyKey === company?.key)) throw notFound();
    await this.deps.visibleItem(viewer, known.itemId);
  }

  private async withPilot(
    viewer: Viewer,
    id: number,
    work: (store: StagesStore, pilot: ItemStage, userId: number) => Promise<void>,
  ): Promise<ItemStage> {
    const member = personInBrowser(viewer);
    await this.requireVisible(viewer, member, { id, ofAll: false });
    const { user } = member;
    return this.deps.inTransaction(async ({ store }) => {
      const pilot = await store.lock(user.id, id);
      if (!pilot) throw notFound();
      await work(store, pilot, user.id);
      return (await store.find(user.id, id)) ?? pilot;
    });
  }

  private async write(
    { store, auditLog }: StageTransaction,
    by: RuleReader,
    present: ItemStage | { itemId: number; companyKey: string },
    content: StageContent,
    { action, undoes }: Step,
  ): Promise<ItemStage> {
    const { user } = by.member;
    const at = this.deps.clock();
    const decided = { userId: user.id, at };
    const before = 'id' in present ? contentOf(present) : undecided;
    const id = 'id' in present ? present.id : await store.insert(present, content, decided);
    if ('id' in present) await store.update(id, content, decided);
    const after = await store.find(user.id, id);
    if (!after) throw notFound();
    await store.recordChange({
      stageId: id,
      version: after.version,
      before,
      after: contentOf(after),
      changedBy: user.id,
      changedAt: at,
      undoes,
    });
    await auditLog.record({
      actorId: user.id,
      action,
      subjectType: 'stage',
      subjectId: String(id),
      itemId: after.itemId,
      before: { company: present.companyKey, ...before },
      after: { company: present.companyKey, ...contentOf(after) },
    });
    return after;
  }
}
