// Daily readings of the pages that data rules quote, and the review of rules whose pages have changed.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Log } from '../../../shared/log.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { DataRules } from '../dataRules/dataRules.service.ts';
import { lockDecider, requireRuleReader } from '../dataRules/ruleDeciders.ts';
import type { ApproverLookup } from '../requests/accessRequests.ts';
import { readPageSentences } from './pageSentences.ts';
import { takeReading, type SourceReading, type ChangedSource } from './sourceWatch.ts';
import type {
  DuePage,
  SourceWatchStore,
  ChangedSourcesStore,
  RuleChangeKey,
} from './sourceWatch.store.ts';

/** Reader of public web pages; private addresses are refused. */
export interface SourcePages {
  /** The text of a page, or the reason why there is none. */
  readHtml(
    address: string,
  ): Promise<{ kind: 'html'; html: string } | Exclude<SourceReading, { kind: 'text' }>>;
}

interface Options {
  store: SourceWatchStore;
  inTransaction<Result>(
    work: (transaction: {
      store: SourceWatchStore;
      outbox: Pick<Outbox, 'record'>;
    }) => Promise<Result>,
  ): Promise<Result>;
  pages: SourcePages;
  /** True when this server reads sources. */
  isOn: boolean;
  clock: Clock;
  log: Log;
  /** Waits between two requests to one host. */
  pause?: ((signal: AbortSignal) => Promise<unknown>) | undefined;
}

export class SourceWatch {
  private deps: Required<Options>;

  constructor({ pause, ...deps }: Options) {
    this.deps = {
      ...deps,
      pause: pause ?? ((signal: AbortSignal) => sleep(1_000, undefined, { signal })),
    };
  }

  /** Reads the due pages one after another, each at most once a day; returns how many were read and changed. */
  async readDue(signal: AbortSignal): Promise<{ read: number; changed: number }> {
    const round = { read: 0, changed: 0 };
    const { store, isOn, clock, pause } = this.deps;
    if (!isOn) return round;
    await store.followRules(clock());
    const hosts = new Set<string>();
    for (const page of await store.due(clock(), limits.sourceWatch.perRound)) {
      signal.throwIfAborted();
      const host = URL.parse(page.address)?.host ?? '';
      if (hosts.has(host)) await pause(signal);
      hosts.add(host);
      const kind = await this.readPage(page);
      if (kind !== 'claimed') round.read += 1;
      if (kind === 'changed' || kind === 'gone') round.changed += 1;
    }
    return round;
  }

  private async readPage(page: DuePage): Promise<'changed' | 'gone' | 'same' | 'claimed'> {
    const { store, inTransaction, clock } = this.deps;
    // After a crash here the page is read on the next day, never twice on one.
    const until = new Date(clock().getTime() + dayMs);
    if (!(await store.claim(page.id, clock(), until))) return 'claimed';
    const reading = await this.read(page);
    return inTransaction(async (own) => {
      const known = await own.store.lockClaimed(page.id, until);
      if (!known) return 'claimed';
      const { page: next, change, pauseMs } = takeReading(known, reading);
      await own.store.update(page.id, next, new Date(until.getTime() + pauseMs - dayMs));
      if (!change) return 'same';
      const foundAt = clock();
      const changeId = await own.store.addChange(page.id, change, foundAt);
      await own.outbox.record(
        ...(await own.store.itemsToReview(page.address, foundAt)).map((itemId) => ({
          kind: change.kind === 'gone' ? ('source_gone' as const) : ('source_changed' as const),
          subjectId: changeId,
          itemId,
          actorId: null,
        })),
      );
      return change.kind;
    });
  }

  private async read({ address }: DuePage): Promise<SourceReading> {
    const reading = await this.deps.pages.readHtml(address);
    this.deps.log.debug({ address, kind: reading.kind }, 'Read the source of a data rule');
    if (reading.kind !== 'html') return reading;
    const sentences = readPageSentences(reading.html, limits.sourceWatch.textBytes);
    return sentences ? { kind: 'text', sentences } : { kind: 'refused' };
  }
}

interface Transaction {
  store: ChangedSourcesStore;
  approvers: Pick<ApproverLookup, 'lockApprover'>;
  auditLog: Pick<AuditLog, 'record'>;
}

interface ChangedSourcesOptions {
  store: ChangedSourcesStore;
  dataRules: Pick<DataRules, 'companies' | 'requireDecider'>;
  approvers: Pick<ApproverLookup, 'isApprover'>;
  inTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** The item as the viewer sees it. @throws DomainError NOT_FOUND */
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  clock: Clock;
}

interface SourceConfirmation {
  isConfirmed: boolean;
}

const windowInput = z.strictObject({
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});

const notFound = () => new DomainError('NOT_FOUND', 'This rule has no such changed source');

export class ChangedSources {
  private deps: ChangedSourcesOptions;

  constructor(deps: ChangedSourcesOptions) {
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
