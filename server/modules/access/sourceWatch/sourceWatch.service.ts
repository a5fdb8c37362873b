// Daily readings of the pages that data rules quote; a substantial change is recorded once for all processes.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Log } from '../../../shared/log.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import { readPageSentences } from './pageSentences.ts';
import { takeReading, type SourceReading } from './sourceWatch.ts';
import type { DuePage, SourceWatchStore } from './sourceWatch.store.ts';

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
