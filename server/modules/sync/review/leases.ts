// Holds a difference while it is decided, and with it all differences of its item: two admins never write at once, and a
// run leaves the item alone meanwhile.
import type { Clock } from '../../../shared/clock.ts';
import { keptRefusal, DomainError } from '../../../shared/domainError.ts';
import { beingDecided, decidedMeanwhile } from '../inconsistencies.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import type { DecisionTransaction } from './applyResolution.ts';
import type { Hold } from './resolutionWrites.ts';
import { ServiceMovedOn } from './writeBack.ts';

interface Options {
  store: InconsistenciesStore;
  inTransaction<Result>(work: (rooms: DecisionTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** How long all calls of one decision may take together: less than a claim lasts. */
const callsMs = 45_000;

export const createLeases = ({ store, inTransaction, clock }: Options) => {
  const take = (row: StoredInconsistency): Promise<{ held: StoredInconsistency; claim: string }> =>
    inTransaction(async (rooms) => {
      await rooms.agreements.refuseBesideRuns();
      await rooms.items.lock(row.itemId);
      const claim = await rooms.store.claim(row.id, row.status);
      const [now] = await rooms.store.byIds([row.id]);
      if (claim && now) return { held: now, claim };
      throw now?.status === row.status ? beingDecided() : decidedMeanwhile();
    });

  const giveBack = async (id: number, claim: string, error: unknown): Promise<void> => {
    if (error instanceof ServiceMovedOn && error.newValue !== undefined)
      await store.refresh(id, error.newValue, clock());
    // Somebody else was faster: that is no failure of the difference.
    const isConflict = error instanceof DomainError && error.code === 'CONFLICT';
    const refusal = isConflict ? null : keptRefusal(error, 'The decision failed unexpectedly');
    await store.giveBack(id, claim, refusal, clock());
  };

  /**
   * Holds the difference while `work` decides it; `work` gets it as it stands then, and ends the claim by deciding. What
   * goes wrong stays with the difference as its `error`.
   * @throws DomainError CONFLICT when it no longer stands as `row` says, or somebody else holds its item.
   */
  return async <Result>(
    row: StoredInconsistency,
    work: (held: StoredInconsistency, hold: Hold) => Promise<Result>,
  ): Promise<Result> => {
    const { held, claim } = await take(row);
    try {
      return await work(held, { claim, until: new Date(clock().getTime() + callsMs) });
    } catch (error) {
      // A claim that cannot be given back ends by itself.
      await giveBack(row.id, claim, error).catch(() => undefined);
      throw error;
    }
  };
};

export type Leases = ReturnType<typeof createLeases>;
