// Looks at the addresses of the catalogue, politely, and tells the desk which of them are broken.
import { setTimeout as sleep } from 'node:timers/promises';
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

/** The tx that take what was seen, on one transaction. */
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
  /** Waits between two looks at one host. */
  pause?: () => Promise<unknown>;
  /** For how long one round begins looks, in milliseconds. */
  roundMs?: number;
}

/** A link that works is looked at once a week, one that does not every day. */
const workingRecheckMs = 7 * dayMs;
const failingRecheckMs = 20 * hourMs;
const batchSize = 100;
const { hostsAtOnce } = limits.links;

/** What a round has done. */
export interface LinkChecksRound {
  checked: number;
  broken: number;
  /** Whether its time was over, or hardly any site answered: more may be due. */
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

/** What others are told: an address that is lost, and one that was and answers again. */
function eventsOf(before: LinkCheck | undefined, check: LinkCheck): NewEvent[] {
  const [was, is] = [before?.state === 'broken', check.state === 'broken'];
  if (was === is) return [];
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

  constructor(deps: Options) {
    this.deps = { pause: () => sleep(1_000), roundMs: limits.links.roundMs, ...deps };
  }

  /**
   * Looks at the links that are due, a hundred after another, until none is or the time of a round is over. What could not be
   * believed or settled is the next round's.
   */
  async checkDue(signal: AbortSignal): Promise<LinkChecksRound> {
    const begun = this.deps.clock().getTime();
    const isOver = () => this.deps.clock().getTime() - begun > this.deps.roundMs;
    const round: LinkChecksRound = { checked: 0, broken: 0, isCut: false };
    const left: number[] = [];
    for (let size = batchSize; size === batchSize && !round.isCut;) {
      const now = this.deps.clock().getTime();
      const [good, bad] = [new Date(now - workingRecheckMs), new Date(now - failingRecheckMs)];
      const due = await this.deps.store.findDue(good, bad, batchSize, left);
      const looks = await this.probeAll(due, signal, isOver);
      const heard = await this.withoutOwnNetworkFailures(looks, signal);
      const checks = await this.saveResults(heard);
      const settled = new Set(checks.map(({ itemId }) => itemId));
      left.push(...due.map(({ itemId }) => itemId).filter((itemId) => !settled.has(itemId)));
      round.checked += checks.length;
      round.broken += checks.filter((one) => one.state === 'broken').length;
      // Where we hear nothing, the next links would fare no better.
      round.isCut = isOver() || heard.length < looks.length;
      size = due.length;
      if (size === batchSize && !round.isCut) await this.deps.pause();
    }
    return round;
  }

  /** When an address that somebody reports may be looked at: now, but no sooner than an hour after the last look. */
  async nextReportedCheckAt(itemId: number): Promise<Date> {
    const last = (await this.lastCheckedAt(itemId))?.getTime() ?? -Infinity;
    return new Date(Math.max(this.deps.clock().getTime(), last + hourMs));
  }

  /** Looks at an address that somebody has reported, once an hour at most; null where it was looked at, or says nothing. */
  async checkReportedLink(itemId: number, signal: AbortSignal): Promise<LinkCheck | null> {
    const link = await this.deps.store.findLink(itemId);
    const last = await this.lastCheckedAt(itemId);
    if (!link || (last && this.deps.clock().getTime() - last.getTime() < hourMs)) return null;
    const [check] = await this.saveResults(
      await this.withoutOwnNetworkFailures([await this.probeLink(link, signal)], signal),
    );
    return check ?? null;
  }

  /** Looks at the address of one item at once, whatever is due. */
  async checkItem(itemId: number, signal: AbortSignal): Promise<LinkCheck | null> {
    const link = await this.deps.store.findLink(itemId);
    if (!link) return null;
    const [check] = await this.saveResults([await this.probeLink(link, signal)]);
    return check ?? null;
  }

  private async probeLink(link: DueLink, signal: AbortSignal): Promise<ProbeResult> {
    const answer = await this.deps.probe.check(link.url, signal);
    return { ...link, host: getHost(link.url), answer, at: this.deps.clock() };
  }

  /** Looks at links until the time is over: several hosts at once, each host one look at a time with a pause between. */
  private async probeAll(
    links: readonly DueLink[],
    signal: AbortSignal,
    isOver = () => false,
  ): Promise<ProbeResult[]> {
    const waiting = [...Map.groupBy(links, (link) => getHost(link.url)).values()];
    const looks: ProbeResult[] = [];
    const worker = async (): Promise<void> => {
      for (let ofHost = waiting.shift(); ofHost; ofHost = waiting.shift()) {
        for (const [at, link] of ofHost.entries()) {
          if (at > 0) await this.deps.pause();
          signal.throwIfAborted();
          if (isOver()) return;
          looks.push(await this.probeLink(link, signal));
        }
      }
    };
    await Promise.all(Array.from({ length: hostsAtOnce }, worker));
    return looks;
  }

  /**
   * Remembers what was seen; what is broken becomes a difference, and what works again closes one. A look at an item that
   * somebody is deciding about is forgotten, so that the next round looks again: a claim lasts a minute, a round an hour.
   */
  private saveResults(looks: readonly ProbeResult[]): Promise<LinkCheck[]> {
    return this.deps.inTransaction(async (tx) => {
      // To look takes minutes: what has gone meanwhile is left out.
      const there = new Set(await tx.store.lockExisting(looks.map((one) => one.itemId)));
      const busy = await tx.findings.busyItems([...there]);
      const free = looks.filter(({ itemId }) => there.has(itemId) && !busy.has(itemId));
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

  /** What was heard, without the silence that is our own fault. */
  private async withoutOwnNetworkFailures(
    looks: ProbeResult[],
    signal: AbortSignal,
  ): Promise<ProbeResult[]> {
    const witnesses = areMostHostsUnreachable(looks)
      ? await this.probeAll(await this.deps.store.findWorking(hostsAtOnce), signal)
      : [];
    if (!isOwnNetworkFailure(looks, witnesses)) return looks;
    this.deps.log.warn(
      { links: looks.length },
      'Hardly any site answers: silence says nothing now',
    );
    return looks.filter((one) => one.answer.kind !== 'unreachable');
  }

  /** When an address was looked at last, as it stands now; null for never. */
  private async lastCheckedAt(itemId: number): Promise<Date | null> {
    const [link, known] = [
      await this.deps.store.findLink(itemId),
      await this.deps.store.findMany([itemId]),
    ];
    const check = known.get(itemId);
    return check && check.url === link?.url ? check.checkedAt : null;
  }
}
