// Whoever searched in vain may ask to be told when something appears: told once, and named to nobody.
import type { Clock } from '../../../shared/clock.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import {
  personInBrowser,
  requireMember,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { Language } from '../../../shared/language.ts';
import {
  searchAlertInput,
  type SearchAlertInput,
  type SearchAlert,
  type SearchAlertMessage,
} from './catalogueGaps.ts';
import type { AwaitedSearch, SearchAlertsStore } from './searchAlerts.store.ts';

/** What telling needs, on a transaction. */
export interface SearchAlertsTransaction {
  store: SearchAlertsStore;
  /** Tells one person, in the transaction. */
  tell(tidings: SearchAlertMessage): Promise<void>;
}

interface Options {
  store: SearchAlertsStore;
  inTransaction<Result>(work: (rooms: SearchAlertsTransaction) => Promise<Result>): Promise<Result>;
  /** The first service that a search surely finds for everybody; null when there is none. */
  surelyFound(text: string, language: Language): Promise<number | null>;
  clock: Clock;
}

export const createSearchAlerts = ({ store, inTransaction, surelyFound, clock }: Options) => {
  const lookAt = async (awaited: AwaitedSearch, at: Date): Promise<number> => {
    const { id, text, language, state, answer } = awaited;
    const served = state === 'added' ? awaited.itemId : null;
    const itemId = served ?? (await surelyFound(text, language));
    const what = itemId !== null ? 'served' : state === 'declined' ? 'declined' : null;
    return inTransaction(async (rooms) => {
      if (what === null) {
        await rooms.store.look(id, at);
        return 0;
      }
      const told = await rooms.store.tell(id, what, { at, itemId });
      if (what === 'declined') await rooms.store.look(id, at);
      for (const userId of told)
        await rooms.tell({
          userId,
          gapId: id,
          what,
          text,
          language,
          itemId,
          declineReason: what === 'declined' ? answer : null,
        });
      return told.length;
    });
  };

  return {
    /**
     * Has the viewer told when something appears for a search. Asking again for what one waits for changes nothing.
     * @throws DomainError INVALID (`holdsKey`: admins read what is wished), CONFLICT (`tooManySearchAlerts`)
     */
    async watch(viewer: Viewer, given: SearchAlertInput): Promise<SearchAlert> {
      const { user } = requireMember(viewer);
      const search = parseInput(searchAlertInput, given);
      // As it was given: a wish is kept in small letters, which no key is known by.
      await refuseCredentials({ search: given.search });
      return inTransaction(async (rooms) => {
        await rooms.store.lockPerson(user.id);
        const gapId = await rooms.store.wishOf(search);
        if (!(await rooms.store.isWaiting(gapId, user.id))) {
          if ((await rooms.store.countWaiting(user.id)) >= limits.catalogueGap.watchedPerPerson)
            throw new DomainError('CONFLICT', 'You wait for too many searches', {
              reason: 'tooManySearchAlerts',
            });
          await rooms.store.watch(gapId, user.id, clock());
        }
        return (await rooms.store.one(gapId, user.id))!;
      });
    },

    /** Waits no more. @throws DomainError NOT_FOUND */
    async unwatch(viewer: Viewer, id: number): Promise<void> {
      const { user } = requireMember(viewer);
      if (!(await store.unwatch(id, user.id)))
        throw new DomainError('NOT_FOUND', 'You do not wait for this search');
    },

    /** What the viewer waits for or has been told, the newest first. */
    own: async (viewer: Viewer): Promise<SearchAlert[]> =>
      store.ofUser(personInBrowser(viewer).user.id, limits.lists.searchAlerts),

    /** Looks whether something has appeared, and tells those who wait; answers how many were told. */
    async tellWaiting(signal: AbortSignal): Promise<number> {
      const at = clock();
      let told = 0;
      for (const awaited of await store.awaited(at, limits.catalogueGap.lookedAtOnce)) {
        signal.throwIfAborted();
        told += await lookAt(awaited, at);
      }
      return told;
    },

    removeStale: (): Promise<void> =>
      store.removeTold(new Date(clock().getTime() - limits.catalogueGap.toldMs)),
  };
};
