// Link checks: probe the addresses of items and report broken links as inconsistencies.
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { Log } from '../../../shared/log.ts';
import type { Outbox, NewEvent } from '../../outbox/outbox.module.ts';
import type { InconsistencyDetection, Difference } from '../../sync/sync.module.ts';
import { getHost } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import {
  nextLinkCheck,
  areMostHostsUnreachable,
  isOwnNetworkFailure,
  type LinkAnswer,
  type LinkCheck,
  type LinkProbe,
} from './linkChecks.ts';
import type { DueLink, LinkChecksStore } from './linkChecks.store.ts';

/** Stores on the transaction that saves results. */
interface LinkChecksTransaction {
  store: LinkChecksStore;
  findings: InconsistencyDetection;
  events: Pick<Outbox, 'record'>;
}

interface Options {
  store: LinkChecksStore;
  inTransaction<Result>(work: (tx: LinkChecksTransaction) => Promise<Result>): Promise<Result>;
  probe: LinkProbe;
  clock: Clock;
  log: Log;
  /** Waits between two requests to one host. */
  pause?: () => Promise<unknown>;
  /** Duration in which a round starts checks, in milliseconds. */
  roundMs?: number;
}

/** Working links are checked weekly, failing ones daily. */
const workingRecheckMs = 7 * dayMs;
const failingRecheckMs = 20 * hourMs;
const batchSize = 100;
const { hostsAtOnce } = limits.links;

export interface LinkChecksRound {
  checked: number;
  broken: number;
  /** True when the round ended early (time, or failure of Loadout's own network), so that more links may be due. */
  isCut: boolean;
}

interface ProbeResult extends DueLink {
  host: string;
  answer: LinkAnswer;
  at: Date;
}

const differenceOf = (check: LinkCheck): Difference[] =>
  check.state === 'broken'
    ? [
        {
          type: 'link_broken',
          field: '',
          oldValue: check.url,
          newValue: check.status,
          changedOnBothSides: false,
        },
      ]
    : [];

/** Events for links that broke and for links that work again. */
function eventsOf(before: LinkCheck | undefined, check: LinkCheck): NewEvent[] {
  const [was, is] = [before?.state === 'broken', check.state === 'broken'];
  // A broken link that can no longer be checked does not count as working again.
  if (was === is || (was && check.state !== 'ok')) return [];
  return [
    {
      kind: is ? 'link_lost' : 'link_back',
      subjectId: check.itemId,
      itemId: check.itemId,
      actorId: null,
      before: before?.state ?? null,
      after: { url: check.url, status: check.status },
    },
  ];
}

export class LinkChecksService {
  private deps: Required<Options>;
  /** End of the requested wait, by host. */
  private readonly waitingHosts = new LRUCache<string, number>({ max: limits.links.waitingHosts });

  constructor(deps: Options) {
    this.deps = { pause: () => sleep(1_000), roundMs: limits.links.roundMs, ...deps };
  }

  /**
   * Checks due links in batches, until none is left or the time is over.
   * Results that cannot be trusted or saved are left for the next round.
   */
  async checkDue(signal: AbortSignal): Promise<LinkChecksRound> {
    const begun = this.deps.clock().getTime();
    const isOver = () => this.deps.clock().getTime() - begun > this.deps.roundMs;
    const round: LinkChecksRound = { checked: 0, broken: 0, isCut: false };
    const skipped: number[] = [];
    for (let size = batchSize; size === batchSize && !round.isCut;) {
      const now = this.deps.clock().getTime();
      const [good, bad] = [new Date(now - workingRecheckMs), new Date(now - failingRecheckMs)];
      const due = await this.deps.store.findDue(good, bad, batchSize, skipped);
      const results = await this.probeAll(due, signal, isOver);
      const trusted = await this.withoutOwnNetworkFailures(results, signal);
      const checks = await this.saveResults(trusted);
      const saved = new Set(checks.map(({ itemId }) => itemId));
      skipped.push(...due.map(({ itemId }) => itemId).filter((itemId) => !saved.has(itemId)));
      round.checked += checks.length;
      round.broken += checks.filter((one) => one.state === 'broken').length;
      // After a failure of Loadout's own network, the next links would fail too.
      round.isCut = isOver() || trusted.length < results.length;
      size = due.length;
      if (size === batchSize && !round.isCut) await this.deps.pause();
    }
    return round;
  }

  /** Time of the next check of a reported link: now, but at least an hour after the last check. */
  async nextReportedCheckAt(itemId: number): Promise<Date> {
    const last = (await this.lastCheckedAt(itemId))?.getTime() ?? -Infinity;
    return new Date(Math.max(this.deps.clock().getTime(), last + hourMs));
  }

  /** Checks a reported link, at most once an hour; null if it was checked recently or the result cannot be trusted. */
  async checkReportedLink(itemId: number, signal: AbortSignal): Promise<LinkCheck | null> {
    const link = await this.deps.store.findLink(itemId);
    const last = await this.lastCheckedAt(itemId);
    if (!link || this.isWaiting(link)) return null;
    if (last && this.deps.clock().getTime() - last.getTime() < hourMs) return null;
    const [check] = await this.saveResults(
      await this.withoutOwnNetworkFailures([await this.probeLink(link, signal)], signal),
    );
    return check ?? null;
  }

  /** Checks the link of one item at once. */
  async checkItem(itemId: number, signal: AbortSignal): Promise<LinkCheck | null> {
    const link = await this.deps.store.findLink(itemId);
    if (!link) return null;
    const [check] = await this.saveResults([await this.probeLink(link, signal)]);
    return check ?? null;
  }

  private isWaiting({ url }: DueLink): boolean {
    return (this.waitingHosts.get(getHost(url)) ?? 0) > this.deps.clock().getTime();
  }

  private async probeLink(link: DueLink, signal: AbortSignal): Promise<ProbeResult> {
    const answer = await this.deps.probe.check(link.url, signal);
    const [host, at] = [getHost(link.url), this.deps.clock()];
    if (answer.kind === 'blocked' && answer.retryAfterMs !== undefined)
      this.waitingHosts.set(host, at.getTime() + answer.retryAfterMs);
    return { ...link, host, answer, at };
  }

  /** Probes links until the time is over: several hosts at once, one request per host at a time. */
  private async probeAll(
    links: readonly DueLink[],
    signal: AbortSignal,
    isOver = () => false,
  ): Promise<ProbeResult[]> {
    const waiting = [...Map.groupBy(links, (link) => getHost(link.url)).values()];
    const results: ProbeResult[] = [];
    const worker = async (): Promise<void> => {
      for (let ofHost = waiting.shift(); ofHost; ofHost = waiting.shift()) {
        for (const [at, link] of ofHost.entries()) {
          if (at > 0) await this.deps.pause();
          signal.throwIfAborted();
          if (isOver()) return;
          if (this.isWaiting(link)) break;
          results.push(await this.probeLink(link, signal));
        }
      }
    };
    await Promise.all(Array.from({ length: hostsAtOnce }, worker));
    return results;
  }

  /**
   * Saves results: a broken link raises an inconsistency, a working one closes it.
   * Results of items with an active decision are dropped and checked again in the next round.
   */
  private saveResults(results: readonly ProbeResult[]): Promise<LinkCheck[]> {
    return this.deps.inTransaction(async (tx) => {
      // Items may have been deleted during the check.
      const there = new Set(await tx.store.lockExisting(results.map((one) => one.itemId)));
      const busy = await tx.findings.busyItems([...there]);
      const free = results.filter(({ itemId }) => there.has(itemId) && !busy.has(itemId));
      const known = await tx.store.findMany(free.map((one) => one.itemId));
      const checks = free.map((one) => nextLinkCheck(known.get(one.itemId) ?? null, one));
      await tx.store.save(checks);
      await tx.events.record(
        ...checks.flatMap((check) => eventsOf(known.get(check.itemId), check)),
      );
      const plan = await tx.findings.plan(
        checks.map((check) => ({ itemId: check.itemId, differences: differenceOf(check) })),
        ['link_broken'],
      );
      await tx.findings.apply(plan, null);
      return checks;
    });
  }

  /** Drops results of unreachable hosts if Loadout's own network has failed. */
  private async withoutOwnNetworkFailures(
    results: ProbeResult[],
    signal: AbortSignal,
  ): Promise<ProbeResult[]> {
    const witnesses = areMostHostsUnreachable(results)
      ? await this.probeAll(await this.deps.store.findWorking(hostsAtOnce), signal)
      : [];
    if (!isOwnNetworkFailure(results, witnesses)) return results;
    this.deps.log.warn(
      { links: results.length },
      'Hardly any site answers: silence says nothing now',
    );
    return results.filter((one) => one.answer.kind !== 'unreachable');
  }

  /** Time of the last check of the current address; null if there was none. */
  private async lastCheckedAt(itemId: number): Promise<Date | null> {
    const [link, known] = [
      await this.deps.store.findLink(itemId),
      await this.deps.store.findMany([itemId]),
    ];
    const check = known.get(itemId);
    return check && check.url === link?.url ? check.checkedAt : null;
  }
}
