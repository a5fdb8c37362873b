// The demo catalogue goes and comes back, each in one transaction. What real people did on its services is never lost: it
// moves to the own service of the same address, or keeps the service where there is none.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { requireAdmin, type Viewer } from '../people/accounts/accounts.module.ts';
import type { AuditLog } from '../people/auditLog/auditLog.module.ts';
import type { HandedBack, DemoChoice } from '../sync/sync.module.ts';
import type { DemoItem, DemoQueries as DemoReading } from './demo.queries.ts';
import type { DemoStore } from './demo.store.ts';
import type {
  DemoPair,
  DemoRemoval,
  DemoSearch,
  DemoState,
  DemoTag,
  DemoValues,
  ReplacedDemoItem,
} from './demo.ts';

/** What the demo consists of, and how it is written. */
export interface DemoData {
  tags: readonly DemoTag[];
  /** The searches that a demo loaded at this time has brought. */
  searchesSince(loadedAt: Date): DemoSearch[];
  /** What its services say and show, by their bookmark ids. */
  values(): ReadonlyMap<number, DemoValues>;
}

export interface DemoTransaction {
  search: DemoReading;
  store: DemoStore;
  activity: Pick<AuditLog, 'record' | 'itemsAreBack'>;
  /** Nobody else settles the catalogue until the end of the transaction. */
  lockSync(): Promise<void>;
  /** Writes what of the demo is not there; no service whose address is there already. */
  load(now: Date): Promise<{ items: number; people: number }>;
  /** Writes services that had given way; none whose address is there, but as that of one which is `leaving`. Answers how many. */
  loadItems(
    given: readonly ReplacedDemoItem[],
    now: Date,
    leaving?: readonly number[],
  ): Promise<number>;
}

interface Options {
  reading: DemoReading;
  inTransaction<Result>(work: (tx: DemoTransaction) => Promise<Result>): Promise<Result>;
  data: DemoData;
  /** The developer sign-in offers two of the demo people: without them nobody could come in. */
  keepTrialPeople: boolean;
  /** Whether own bookmarks may come without anybody's doing. */
  hasSource: boolean;
  canLoad: boolean;
  clock: Clock;
}

/** Who does it: an admin in the page or with a token; null on the command line. */
type Actor = Viewer | null;

const actorOf = (actor: Actor): number | null =>
  actor === null ? null : requireAdmin(actor).user.id;

interface Plan {
  removal: DemoRemoval;
  /** Services that go: those that nobody touched, and those whose work moves. */
  going: number[];
  pairs: DemoPair[];
  people: number[];
}

/** What of it is not as the demo has it, tags in their order; all of it where the demo has none. */
const changedValues = (values: DemoValues, given: DemoValues | undefined): Partial<DemoValues> =>
  Object.fromEntries(
    (Object.keys(values) as (keyof DemoValues)[])
      .filter((field) => !isDeepStrictEqual(values[field], given?.[field]))
      .map((field) => [field, values[field]]),
  );

const pairsOf = (items: readonly DemoItem[]): DemoPair[] =>
  items.flatMap(({ id, ownItem }) => (ownItem ? [{ from: id, to: ownItem.id }] : []));

export class DemoService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  async state(viewer: Actor): Promise<DemoState> {
    actorOf(viewer);
    return this.stateOf(this.deps.reading);
  }

  /** What `remove` would do now; writes nothing. */
  async preview(viewer: Actor): Promise<DemoRemoval> {
    actorOf(viewer);
    return (await this.planRemoval(this.deps.reading)).removal;
  }

  /** Answers the question that own bookmarks raise; the next run or import does it. */
  async choose(viewer: Actor, choice: DemoChoice): Promise<DemoState> {
    const actorId = actorOf(viewer);
    return this.deps.inTransaction(async (tx) => {
      await this.chooseInTransaction(tx, choice, actorId);
      return this.stateOf(tx.search);
    });
  }

  /** Takes the demo away and answers what went, what moved and what stayed; a second time nothing happens. */
  async remove(viewer: Actor): Promise<DemoRemoval> {
    const actorId = actorOf(viewer);
    return this.deps.inTransaction(async (tx) => {
      await tx.lockSync();
      await tx.store.lock();
      await tx.store.choose('leave', actorId, this.deps.clock());
      return this.removeInTransaction(tx, { actorId });
    });
  }

  /**
   * Lets the demo come back, beside own services; a second time nothing happens. People of it who are not there come back too, and none
   * of them as an admin: somebody may have deleted the one who was.
   * @throws DomainError UNAVAILABLE (`demoOff`) in production
   */
  async load(viewer: Actor): Promise<DemoState> {
    const actorId = actorOf(viewer);
    if (!this.deps.canLoad) {
      throw new DomainError('UNAVAILABLE', 'The demo catalogue is not loaded in production', {
        reason: 'demoOff',
      });
    }
    return this.deps.inTransaction(async (tx) => {
      const { search, store, activity } = tx;
      await tx.lockSync();
      await store.lock();
      if (!(await search.state()).isLoaded) {
        const now = this.deps.clock();
        const loaded = await tx.load(now);
        await store.restoreUseCaseLikes();
        await store.setLoaded(now);
        await activity.record({ ...this.entry('demo.loaded'), actorId, after: loaded });
      }
      await store.choose('keep', actorId, this.deps.clock());
      return this.stateOf(search);
    });
  }

  /**
   * The end of a run that has settled the catalogue, on its transaction: what was answered is done, and a service of the demo
   * gives way to an own one with its address, whatever was answered.
   * @param answer what was answered with the run itself: a run that fails leaves no answer behind
   */
  async afterSync(
    tx: DemoTransaction,
    runId: number | null,
    answer: DemoChoice | null,
  ): Promise<void> {
    if (answer !== null) await this.chooseInTransaction(tx, answer, null);
    const { isLoaded, choice, ownItems, items } = await tx.search.state();
    if (items === 0 && !isLoaded) return;
    await tx.store.lock();
    if (isLoaded && choice === 'leave' && ownItems > 0)
      await this.removeInTransaction(tx, { runId });
    else await this.replaceByOwnItems(tx, runId);
  }

  /** The beginning of an undo that is to take these own services away, on its transaction: the demo is locked before what leads to them. */
  async beforeUndo({ search, store }: DemoTransaction, going: readonly number[]): Promise<void> {
    if ((await search.findReplacedBy(going)).length > 0) await store.lock();
  }

  /**
   * The middle of it: services of the demo come back to which belongs what people had done with these own ones before they took their
   * place, and have it again. Answers which of these have none of it any more; the demo is locked.
   */
  async returnWork(
    { search, store, loadItems }: DemoTransaction,
    worked: readonly number[],
  ): Promise<HandedBack> {
    if (!(await search.state()).isLoaded) return { from: [], back: 0 };
    const back = await loadItems(await search.findReplacedBy(worked), this.deps.clock(), worked);
    const pairs = await search.findRestoredPairs(worked);
    await store.moveUserWork(pairs);
    await store.moveNotes(pairs);
    return { from: pairs.map(({ from }) => from), back };
  }

  /**
   * The end of an undo that has taken own services away, on its transaction: services of the demo that had given way to them come back as
   * the demo brings them, with what they said and showed and where they led, and what was merged into them leads to them again, unless it
   * was left behind since. Nobody who was deleted comes back. Answers how many.
   */
  async afterUndo(tx: DemoTransaction, gone: readonly number[]): Promise<number> {
    const { search, store, activity } = tx;
    const given = await search.findReplacedBy(gone);
    if (given.length === 0) return 0;
    await store.lock();
    if (!(await search.state()).isLoaded) {
      await store.removeWithoutTarget(given.flatMap(({ merged }) => merged));
      return 0;
    }
    const back = await tx.loadItems(given, this.deps.clock());
    await store.restoreRedirects(given);
    // What was merged and leads to somebody else's service now has no place for its record.
    const led = await search.findLeadingToDemo(given.flatMap(({ merged }) => merged));
    await activity.itemsAreBack([...given.map(({ id }) => id), ...led]);
    await store.restoreUseCaseLikes();
    return back;
  }

  private async planRemoval(search: DemoReading): Promise<Plan> {
    const items = await search.items(this.deps.clock());
    const stays = items.filter((item) => item.isTouched && item.ownItem === null);
    const staying = new Set(stays.map(({ id }) => id));
    // What was merged into a service that stays leads there still.
    const going = items
      .filter(({ id, currentId }) => !staying.has(id) && !staying.has(currentId))
      .map(({ id }) => id);
    const people = await search.leavingPeople(this.deps.keepTrialPeople);
    const counts = await search.counts(going, people);
    return {
      going,
      people,
      pairs: pairsOf(items),
      removal: {
        items: counts.items,
        people: counts.people,
        peopleStaying: counts.all_people - counts.people,
        useCases: counts.use_cases,
        likes: counts.likes,
        complaints: counts.complaints,
        sessions: counts.sessions,
        apiTokens: counts.api_tokens,
        suspendedLikes: counts.likes_put_aside,
        movedItems: items.filter((item) => item.isTouched && item.ownItem !== null),
        remainingItems: stays,
      },
    };
  }

  private recordOf({ items, people, movedItems, remainingItems }: DemoRemoval) {
    return {
      items,
      people,
      moved: movedItems.map(({ id, ownItem }) => ({ from: id, to: ownItem?.id ?? null })),
      stayed: remainingItems.map(({ id }) => id),
    };
  }

  private entry(action: string) {
    return { action, subjectType: 'demo', subjectId: '1', before: null };
  }

  /** What real people have hidden of the demo stays hidden as what a run has brought in its place. */
  private async hideReplacements(
    { store, activity }: DemoTransaction,
    pairs: readonly DemoPair[],
    runId: number | null,
  ): Promise<void> {
    if (runId === null || pairs.length === 0) return;
    const change = { action: 'item.hidden', before: 'visible', after: 'hidden', runId };
    const hidden = await store.hideReplacements(pairs, runId);
    await activity.record(
      ...hidden.map((id) => ({
        ...change,
        subjectType: 'item',
        subjectId: String(id),
        itemId: id,
      })),
    );
  }

  private async removeInTransaction(
    tx: DemoTransaction,
    by: { actorId?: number | null; runId?: number | null },
  ): Promise<DemoRemoval> {
    const { search, store, activity } = tx;
    const { loadedAt } = await search.state();
    const { removal, going, people, pairs } = await this.planRemoval(search);
    const isThere = loadedAt !== null || removal.items > 0 || removal.people > 0;
    if (!isThere) return removal;
    await activity.record({ ...this.entry('demo.removed'), ...by, after: this.recordOf(removal) });
    const staying = removal.remainingItems.map(({ id }) => id);
    await store.saveUseCaseLikes([...going, ...staying]);
    await this.hideReplacements(tx, pairs, by.runId ?? null);
    await store.moveUserWork(pairs);
    await store.removeItems(going);
    await store.removeRules();
    await store.removeDemoWork(staying);
    await store.removePeople(people);
    await store.removeTags(this.deps.data.tags);
    if (loadedAt) await store.removeSearches(this.deps.data.searchesSince(loadedAt));
    await store.setLoaded(null);
    return removal;
  }

  /**
   * A service of the demo is never a second card beside an own one; one that was merged is no card, and leads on: to the own one where
   * that has taken the place of what it led to.
   */
  private async replaceByOwnItems(tx: DemoTransaction, runId: number | null): Promise<void> {
    const { search, store, activity } = tx;
    const items = (await search.items(this.deps.clock())).filter(({ isPresent }) => isPresent);
    const pairs = pairsOf(items);
    if (pairs.length === 0) return;
    const going = pairs.map(({ from }) => from);
    const given = this.deps.data.values();
    await activity.record({
      ...this.entry('demo.gaveWay'),
      runId,
      isAutomatic: runId === null,
      after: {
        moved: items.flatMap(({ ownItem, replacement: { id, values, ...rest } }) =>
          ownItem
            ? [
                {
                  from: id,
                  to: ownItem.id,
                  ...rest,
                  changed: changedValues(values, given.get(rest.bookmarkId ?? 0)),
                },
              ]
            : [],
        ),
      },
    });
    await store.saveUseCaseLikes(going);
    await this.hideReplacements(tx, pairs, runId);
    await store.moveUserWork(pairs);
    await store.redirectMerged(pairs);
    await store.removeItems(going);
  }

  private async stateOf(search: DemoReading): Promise<DemoState> {
    const { isLoaded, items, people, choice, ownItems } = await search.state();
    const isQuestionOpen = isLoaded && choice === null && (this.deps.hasSource || ownItems > 0);
    return { isLoaded, items, people, choice, isQuestionOpen, canLoad: this.deps.canLoad };
  }

  private async chooseInTransaction(
    { search, store, activity }: DemoTransaction,
    choice: DemoChoice,
    actorId: number | null,
  ): Promise<void> {
    await store.lock();
    const before = (await search.state()).choice;
    if (before === choice) return;
    await store.choose(choice, actorId, this.deps.clock());
    await activity.record({ ...this.entry('demo.chosen'), actorId, before, after: choice });
  }
}
