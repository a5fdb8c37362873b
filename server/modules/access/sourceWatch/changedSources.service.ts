// Rules whose sources have changed: list for deciders, confirmations that a rule still holds, and their undo.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { DataRules } from '../dataRules/dataRules.service.ts';
import { lockDecider, requireRuleReader } from '../dataRules/ruleDeciders.ts';
import type { ApproverLookup } from '../requests/accessRequests.ts';
import type { ChangedSourcesStore, RuleChangeKey } from './sourceWatch.store.ts';
import type { ChangedSource } from './sourceWatch.ts';

interface Transaction {
  store: ChangedSourcesStore;
  approvers: Pick<ApproverLookup, 'lockApprover'>;
  auditLog: Pick<AuditLog, 'record'>;
}

interface Options {
  store: ChangedSourcesStore;
  dataRules: Pick<DataRules, 'companies' | 'requireDecider'>;
  approvers: Pick<ApproverLookup, 'isApprover'>;
  inTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** The item as the viewer sees it. @throws DomainError NOT_FOUND */
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  clock: Clock;
}

export interface SourceConfirmation {
  isConfirmed: boolean;
}

const windowInput = z.strictObject({
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});

const notFound = () => new DomainError('NOT_FOUND', 'This rule has no such changed source');

export class ChangedSources {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Changed sources of all companies for which the viewer decides, newest first.
   * @throws DomainError FORBIDDEN (`approversOnly`), INVALID past a limit
   */
  async page(
    viewer: Viewer,
    window: { page: number; perPage: number },
  ): Promise<{ sources: ChangedSource[]; total: number }> {
    const { store, dataRules, approvers } = this.deps;
    await requireRuleReader(viewer, approvers, []);
    const companies = await dataRules.companies(viewer);
    const decided = companies
      .filter(({ mayDecide }) => mayDecide)
      .map(({ company }) => company.key);
    return store.page(decided, parseInput(windowInput, window));
  }

  /** Confirms that a rule still holds. A repeated call changes nothing. @throws DomainError NOT_FOUND, FORBIDDEN */
  confirm(viewer: Viewer, key: RuleChangeKey): Promise<SourceConfirmation> {
    return this.write(viewer, key, 'confirmed', async ({ store }, place, userId) => {
      const address = await store.quotedAddress(place);
      if (address === null) throw notFound();
      const by = { userId, at: this.deps.clock() };
      return (await store.confirm(place, by)) ? address : null;
    });
  }

  /** Withdraws a confirmation. A repeated call changes nothing. @throws DomainError NOT_FOUND, FORBIDDEN */
  undo(viewer: Viewer, key: RuleChangeKey): Promise<SourceConfirmation> {
    return this.write(viewer, key, 'reopened', async ({ store }, place) => {
      const address = await store.quotedAddress(place);
      if (address === null) throw notFound();
      return (await store.withdraw(place)) ? address : null;
    });
  }

  /** @param work returns the address of the source; null when nothing has changed */
  private async write(
    viewer: Viewer,
    key: RuleChangeKey,
    step: 'confirmed' | 'reopened',
    work: (
      transaction: Transaction,
      place: RuleChangeKey,
      userId: number,
    ) => Promise<string | null>,
  ): Promise<SourceConfirmation> {
    const by = await this.deps.dataRules.requireDecider(viewer, [key.companyKey]);
    const { id: itemId } = await this.deps.visibleItem(viewer, key.itemId);
    const actorId = by.member.user.id;
    await this.deps.inTransaction(async (transaction) => {
      await lockDecider(by, transaction.approvers);
      const address = await work(transaction, { ...key, itemId }, actorId);
      if (address === null) return;
      await transaction.auditLog.record({
        actorId,
        action: `source.${step}`,
        subjectType: 'item',
        subjectId: String(itemId),
        itemId,
        before: null,
        after: { company: key.companyKey, tier: key.tier, change: key.changeId, url: address },
      });
    });
    return { isConfirmed: step === 'confirmed' };
  }
}
