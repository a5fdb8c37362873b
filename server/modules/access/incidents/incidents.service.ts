// Incidents of items: starting, changing, ending and reopening them, with rights.
import type { Clock } from '../../../shared/clock.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { fieldError } from '../../../shared/fieldErrors.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import { isAdmin, requireMember, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import { lockDecider, otherCompanyError, requireRuleReader } from '../dataRules/ruleDeciders.ts';
import type { ApproverLookup } from '../requests/accessRequests.ts';
import {
  concerns,
  incidentInput,
  isSameContent,
  type Incident,
  type IncidentContent,
  type IncidentInput,
  type IncidentsStore,
} from './incidents.store.ts';

export interface IncidentTransaction {
  store: IncidentsStore;
  approvers: Pick<ApproverLookup, 'lockApprover'>;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

interface Options {
  store: Pick<IncidentsStore, 'openOf' | 'find'>;
  approvers: Pick<ApproverLookup, 'isApprover'>;
  inTransaction<Result>(
    work: (transaction: IncidentTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** The item as the viewer sees it. @throws DomainError NOT_FOUND */
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  clock: Clock;
}

const notFound = () => new DomainError('NOT_FOUND', 'This incident does not exist');

const changedMeanwhile = () =>
  new DomainError('CONFLICT', 'Somebody else has changed this incident. Load it again', {
    reason: 'changedMeanwhile',
  });

const contentOf = ({ kind, severity, textRu, textEn, link, companyKeys }: IncidentContent) => ({
  kind,
  severity,
  textRu,
  textEn,
  link,
  companyKeys,
});

type Step = 'started' | 'changed' | 'ended' | 'reopened';

export class Incidents {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Open incidents of items that concern the viewer; all of them for an admin. */
  async openFor(viewer: Viewer, itemIds: readonly number[]): Promise<Incident[]> {
    const own = viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;
    const open = await this.deps.store.openOf(itemIds);
    return open.filter((one) => isAdmin(viewer) || concerns(one, own));
  }

  /**
   * Starts an incident of a visible item. A repeated call returns the open one.
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`), CONFLICT
   * (`tooManyIncidents`)
   */
  async start(viewer: Viewer, itemId: number, given: IncidentInput): Promise<Incident> {
    const content = await this.checked(viewer, given);
    const by = await requireRuleReader(viewer, this.deps.approvers, content.companyKeys ?? []);
    const { id } = await this.deps.visibleItem(viewer, itemId);
    return this.deps.inTransaction(async (transaction) => {
      const { store } = transaction;
      await lockDecider(by, transaction.approvers);
      await this.requireCompanies(store, content);
      await store.lockItem(id);
      const open = await store.openOf([id]);
      const same = open.find((one) => isSameContent(one, content));
      if (same) return same;
      if (open.length >= limits.incidents.openPerItem)
        throw new DomainError(
          'CONFLICT',
          'This service has too many open incidents. End one first',
          {
            reason: 'tooManyIncidents',
          },
        );
      const startedBy = by.member.user.id;
      const made = await store.insert(id, content, { startedBy, startedAt: this.deps.clock() });
      return this.record(transaction, made, 'started', startedBy, null);
    });
  }

  /**
   * Changes the content of an incident. A repeated call changes nothing; without `expectedVersion` the last change
   * wins.
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND, FORBIDDEN, CONFLICT (`changedMeanwhile`)
   */
  async change(viewer: Viewer, id: number, given: IncidentInput): Promise<Incident> {
    const content = await this.checked(viewer, given);
    await requireRuleReader(viewer, this.deps.approvers, content.companyKeys ?? []);
    return this.write(viewer, id, 'changed', (present) => {
      if (isSameContent(present, content)) return null;
      if ((given.expectedVersion ?? present.version) !== present.version) throw changedMeanwhile();
      return { content, endedAt: present.endedAt };
    });
  }

  /**
   * Ends an incident, so that the data rules apply again. A repeated call changes nothing. @throws DomainError
   * NOT_FOUND, FORBIDDEN
   */
  end(viewer: Viewer, id: number): Promise<Incident> {
    return this.write(viewer, id, 'ended', (present) =>
      present.endedAt ? null : { content: present, endedAt: this.deps.clock() },
    );
  }

  /** Reopens an ended incident. A repeated call changes nothing. @throws DomainError NOT_FOUND, FORBIDDEN */
  reopen(viewer: Viewer, id: number): Promise<Incident> {
    return this.write(viewer, id, 'reopened', (present) =>
      present.endedAt ? { content: present, endedAt: null } : null,
    );
  }

  /** The validated input, with the own company when an approver names none. */
  private async checked(viewer: Viewer, given: IncidentInput): Promise<IncidentContent> {
    const member = requireMember(viewer);
    const content = parseInput(incidentInput, given, 'input');
    await refuseCredentials({ 'input.textRu': content.textRu, 'input.textEn': content.textEn });
    if (content.companyKeys || isAdmin(viewer)) return content;
    return { ...content, companyKeys: member.company ? [member.company.key] : [] };
  }

  private async requireCompanies(store: IncidentsStore, { companyKeys }: IncidentContent) {
    const unknown = companyKeys ? await store.unknownCompanies(companyKeys) : [];
    if (unknown.length === 0) return;
    throw new DomainError('INVALID', `There is no company ${unknown[0]}`, {
      errors: [fieldError('input.companies', 'unknown')],
    });
  }

  /** @param next new content; null leaves the incident unchanged */
  private async write(
    viewer: Viewer,
    id: number,
    step: Step,
    next: (present: Incident) => { content: IncidentContent; endedAt: Date | null } | null,
  ): Promise<Incident> {
    const by = await requireRuleReader(viewer, this.deps.approvers, []);
    const own = by.member.company?.key ?? null;
    const known = await this.deps.store.find(id);
    if (!known || !(by.isAdmin || concerns(known, own))) throw notFound();
    await this.deps.visibleItem(viewer, known.itemId);
    return this.deps.inTransaction(async (transaction) => {
      const { store } = transaction;
      await lockDecider(by, transaction.approvers);
      const present = await store.lock(id);
      if (!present) throw notFound();
      if (!by.isAdmin && present.companyKeys?.some((key) => key !== own) !== false)
        throw otherCompanyError();
      const after = next(present);
      if (!after) return present;
      await this.requireCompanies(store, after.content);
      await store.update(id, after.content, after.endedAt);
      return this.record(transaction, id, step, by.member.user.id, present);
    });
  }

  private async record(
    { store, auditLog, outbox }: IncidentTransaction,
    id: number,
    step: Step,
    actorId: number,
    before: Incident | null,
  ): Promise<Incident> {
    const after = (await store.lock(id))!;
    await auditLog.record({
      actorId,
      action: `incident.${step}`,
      subjectType: 'incident',
      subjectId: String(id),
      itemId: after.itemId,
      before: before && contentOf(before),
      after: contentOf(after),
    });
    if (step !== 'changed')
      await outbox.record({
        kind: step === 'ended' ? 'incident_ended' : 'incident_started',
        subjectId: id,
        itemId: after.itemId,
        actorId,
        after: after.kind,
      });
    return after;
  }
}
