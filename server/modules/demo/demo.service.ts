// Demo service: removes, loads and replaces the demo catalogue without losing work of real users on it.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { requireAdmin, type Viewer } from '../people/accounts/accounts.module.ts';
import type { AuditLog } from '../people/auditLog/auditLog.module.ts';
import type { DemoRestoration, DemoChoice } from '../sync/sync.module.ts';
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

export interface DemoData {
  tags: readonly DemoTag[];
  searchesSince(loadedAt: Date): DemoSearch[];
  /** Original values of the demo items by bookmark id. */
  values(): ReadonlyMap<number, DemoValues>;
}

export interface DemoTransaction {
  search: DemoReading;
  store: DemoStore;
  activity: Pick<AuditLog, 'record' | 'relinkItems'>;
  /** Locks the catalogue against sync runs until the end of the transaction. */
  lockSync(): Promise<void>;
  /** Adds missing parts of the demo, except items whose address exists. */
  load(now: Date): Promise<{ items: number; people: number }>;
  /** Restores replaced items whose address is free or belongs to a `leaving` item; returns their number. */
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
  /** Keeps the two people of the developer sign-in. */
  keepTrialPeople: boolean;
  /** True when a bookmark source is configured. */
  hasSource: boolean;
  canLoad: boolean;
  clock: Clock;
}

/** The acting admin; null on the command line. */
type Actor = Viewer | null;

const actorOf = (actor: Actor): number | null =>
  actor === null ? null : requireAdmin(actor).user.id;

interface Plan {
  removal: DemoRemoval;
  /** Items to remove: untouched ones, and those whose work moves to an own item. */
  going: number[];
  pairs: DemoPair[];
  people: number[];
}

/** Values that differ from the demo; all values when the demo has none. */
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

  async preview(viewer: Actor): Promise<DemoRemoval> {
    actorOf(viewer);
    return (await this.planRemoval(this.deps.reading)).removal;
  }

  /** Saves whether the demo stays beside own bookmarks; the next run or import applies it. */
  async choose(viewer: Actor, choice: DemoChoice): Promise<DemoState> {
    const actorId = actorOf(viewer);
    return this.deps.inTransaction(async (tx) => {
      await this.chooseInTransaction(tx, choice, actorId);
      return this.stateOf(tx.search);
    });
  }

  /** Removes the demo; a repeated call changes nothing. */
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
   * Loads the demo beside own items; a repeated call changes nothing. Missing demo people are added, none of them as an
   * admin.
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
   * Applies the choice at the end of a sync run, on its transaction; own items always replace demo items with their
   * address.
   * @param answer the choice given with the run, which a failed run does not save
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

  /** Locks the demo before an undo removes items that replaced demo items, on its transaction. */
  async beforeUndo({ search, store }: DemoTransaction, going: readonly number[]): Promise<void> {
    if ((await search.findReplacedBy(going)).length > 0) await store.lock();
  }

  /** Restores demo items whose work had moved to these own items, and moves it back. Requires the lock on the demo. */
  async returnWork(
    { search, store, loadItems }: DemoTransaction,
    worked: readonly number[],
  ): Promise<DemoRestoration> {
    if (!(await search.state()).isLoaded) return { itemIds: [], restored: 0 };
    const back = await loadItems(await search.findReplacedBy(worked), this.deps.clock(), worked);
    const pairs = await search.findRestoredPairs(worked);
    await store.moveUserWork(pairs);
    await store.moveNotes(pairs);
    return { itemIds: pairs.map(({ from }) => from), restored: back };
  }

  /**
   * Restores demo items and their redirects after an undo has removed the items that replaced them, on its transaction.
   * Deleted people are not restored. Returns the number of restored items.
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
    // Redirects to items outside the demo keep their audit log entries.
    const led = await search.findLeadingToDemo(given.flatMap(({ merged }) => merged));
    await activity.relinkItems([...given.map(({ id }) => id), ...led]);
    await store.restoreUseCaseLikes();
    return back;
  }

  private async planRemoval(search: DemoReading): Promise<Plan> {
    const items = await search.items(this.deps.clock());
    const stays = items.filter((item) => item.isTouched && item.ownItem === null);
    const staying = new Set(stays.map(({ id }) => id));
    // Items that were merged into a remaining item stay as redirects.
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

  /** Hides own items that replace demo items hidden by real users. */
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
    await store.removeLoadouts();
    await store.removeDemoWork(staying);
    await store.removeHistory();
    await store.removePeople(people);
    await store.removeTags(this.deps.data.tags);
    if (loadedAt) await store.removeSearches(this.deps.data.searchesSince(loadedAt));
    await store.setLoaded(null);
    return removal;
  }

  /** Replaces demo items by own items with the same address, and redirects merged demo items to them. */
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
