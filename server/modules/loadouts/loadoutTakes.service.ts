// Taking of loadouts: marks items as used, requests access to others in one step, and follows the progress.
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { parseInput } from '../../shared/validation.ts';
import type {
  AccessRequest,
  SeveralAccessInput,
} from '../access/requests/accessRequests.module.ts';
import { personInBrowser, type Member, type Viewer } from '../people/accounts/accounts.module.ts';
import type { Discipline } from '../people/disciplines/disciplines.module.ts';
import { type Loadout, loadoutNotFound, serviceNotFound } from './loadouts.ts';
import type { LoadoutsQueries } from './loadouts.queries.ts';
import type { LoadoutsStore } from './loadouts.store.ts';

const marksInput = z.array(z.int()).max(limits.lists.loadoutItems);

interface TakesTransaction {
  store: LoadoutsStore;
  queries: LoadoutsQueries;
  markAsUsed(userId: number, itemId: number): Promise<number>;
  /** Unmarks an item, unless the person has use cases for it. */
  unmark(userId: number, itemId: number): Promise<void>;
  /** Withdraws the viewer's own requests on which nobody has acted. */
  withdraw(viewer: Viewer, requestIds: readonly number[]): Promise<void>;
}

interface Options {
  queries: LoadoutsQueries;
  inTransaction<Result>(work: (tx: TakesTransaction) => Promise<Result>): Promise<Result>;
  storeOn(on: OpenTransaction): LoadoutsStore;
  /** Requests access to several items in one transaction with `alongside`. */
  requestAccess(
    viewer: Viewer,
    input: SeveralAccessInput,
    alongside: (on: OpenTransaction, made: readonly AccessRequest[]) => Promise<void>,
  ): Promise<AccessRequest[]>;
  disciplineOf(userId: number): Promise<Discipline | null>;
  clock: Clock;
}

export class LoadoutTakesService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Loadouts that the viewer has taken and neither finished nor hidden, latest first. @throws DomainError FORBIDDEN
   * (`sessionOnly`)
   */
  async taken(viewer: Viewer): Promise<Loadout[]> {
    return this.deps.queries.taken(personInBrowser(viewer));
  }

  /** The official loadout of the viewer's discipline, if it is not taken; else null. */
  async offered(viewer: Viewer): Promise<Loadout | null> {
    const member = personInBrowser(viewer);
    const discipline = await this.deps.disciplineOf(member.user.id);
    return discipline && this.deps.queries.offered(member, discipline);
  }

  /** Marks items of a loadout as used, all or none. @throws DomainError NOT_FOUND for an item that is not in it */
  async take(viewer: Viewer, id: number, given: readonly number[]): Promise<Loadout> {
    const member = personInBrowser(viewer);
    const wanted = parseInput(marksInput, given, 'markItemIds');
    return this.deps.inTransaction(async (tx) => {
      await tx.store.lockPerson(member.user.id);
      await find(tx, viewer, id);
      const itemIds = await this.itemsOf(tx, { member, id, wanted });
      const used = await tx.store.usedItems(member.user.id, itemIds);
      const marked = itemIds.filter((one) => !used.includes(one));
      for (const itemId of marked) await tx.markAsUsed(member.user.id, itemId);
      await tx.store.take(member, id, { marked, at: this.deps.clock() });
      return find(tx, viewer, id);
    });
  }

  /** Requests access to items of a loadout, which also takes it. */
  async requestAccess(
    viewer: Viewer,
    id: number,
    input: SeveralAccessInput,
  ): Promise<AccessRequest[]> {
    const member = personInBrowser(viewer);
    const itemIds = await this.deps.inTransaction(async (tx) => {
      await find(tx, viewer, id);
      return this.itemsOf(tx, { member, id, wanted: input.itemIds });
    });
    return this.deps.requestAccess(viewer, { ...input, itemIds }, (on, made) =>
      this.deps
        .storeOn(on)
        .take(member, id, { requested: made.map((one) => one.id), at: this.deps.clock() }),
    );
  }

  /** Undoes the last step of taking a loadout, except marks and requests that were used since. */
  async undo(viewer: Viewer, id: number): Promise<Loadout> {
    const member = personInBrowser(viewer);
    return this.deps.inTransaction(async (tx) => {
      await tx.store.lockPerson(member.user.id);
      await find(tx, viewer, id);
      const take = await tx.store.untake(member.user.id, id);
      for (const itemId of take?.marked ?? []) await tx.unmark(member.user.id, itemId);
      await tx.withdraw(viewer, take?.requested ?? []);
      return find(tx, viewer, id);
    });
  }

  /** Hides a taken or offered loadout from the dashboard, or shows it again. */
  async hide(viewer: Viewer, id: number, isHidden: boolean): Promise<Loadout> {
    const member = personInBrowser(viewer);
    return this.deps.inTransaction(async (tx) => {
      const loadout = await find(tx, viewer, id);
      await tx.store.setHidden(member.user.id, id, isHidden ? this.deps.clock() : null);
      return loadout;
    });
  }

  /** The current ids of selected items of a loadout, each once. */
  private async itemsOf(
    tx: TakesTransaction,
    { member, id, wanted }: { member: Member; id: number; wanted: readonly number[] },
  ): Promise<number[]> {
    const held = new Set((await tx.queries.items(member, [id])).map(({ itemId }) => itemId));
    const itemIds = new Set<number>();
    for (const itemId of await tx.store.visible(member, wanted)) {
      if (itemId === null || !held.has(itemId)) throw serviceNotFound();
      itemIds.add(itemId);
    }
    return [...itemIds].toSorted((one, other) => one - other);
  }
}

async function find({ queries }: TakesTransaction, viewer: Viewer, id: number): Promise<Loadout> {
  const loadout = await queries.find(viewer, id);
  if (!loadout) throw loadoutNotFound();
  return loadout;
}
