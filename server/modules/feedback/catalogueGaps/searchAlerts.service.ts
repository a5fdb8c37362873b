// Search alerts (saved searches): people subscribe to a search without results and are notified once when it finds
// something.
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

export interface SearchAlertsTransaction {
  store: SearchAlertsStore;
  notify(message: SearchAlertMessage): Promise<void>;
}

interface Options {
  store: SearchAlertsStore;
  inTransaction<Result>(
    work: (transaction: SearchAlertsTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** The first visible item that a search finds with certainty, or null. */
  surelyFound(text: string, language: Language): Promise<number | null>;
  clock: Clock;
}

export class SearchAlerts {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Subscribes the viewer to a search; a repeated call changes nothing.
   * @throws DomainError INVALID (`holdsKey`, because admins read the searches), CONFLICT (`tooManySearchAlerts`)
   */
  async subscribe(viewer: Viewer, given: SearchAlertInput): Promise<SearchAlert> {
    const { user } = requireMember(viewer);
    const search = parseInput(searchAlertInput, given);
    // Checked before lower-casing, which hides keys.
    await refuseCredentials({ search: given.search });
    return this.deps.inTransaction(async (transaction) => {
      await transaction.store.lockPerson(user.id);
      const gapId = await transaction.store.ensureSearch(search);
      if (!(await transaction.store.isWaiting(gapId, user.id))) {
        if ((await transaction.store.countWaiting(user.id)) >= limits.catalogueGap.watchedPerPerson)
          throw new DomainError(
            'CONFLICT',
            `You have ${limits.catalogueGap.watchedPerPerson} search alerts. Delete one to add another`,
            { reason: 'tooManySearchAlerts' },
          );
        await transaction.store.subscribe(gapId, user.id, this.deps.clock());
      }
      return (await transaction.store.one(gapId, user.id))!;
    });
  }

  /** @throws DomainError NOT_FOUND */
  async unsubscribe(viewer: Viewer, id: number): Promise<void> {
    const { user } = requireMember(viewer);
    if (!(await this.deps.store.unsubscribe(id, user.id)))
      throw new DomainError('NOT_FOUND', 'You have no alert for this search');
  }

  /** The viewer's alerts, newest first. */
  async own(viewer: Viewer): Promise<SearchAlert[]> {
    return this.deps.store.ofUser(personInBrowser(viewer).user.id, limits.lists.searchAlerts);
  }

  /** Checks due alerts and notifies their subscribers; returns how many. */
  async sendDue(signal: AbortSignal): Promise<number> {
    const at = this.deps.clock();
    let notified = 0;
    for (const awaited of await this.deps.store.due(at, limits.catalogueGap.lookedAtOnce)) {
      signal.throwIfAborted();
      notified += await this.check(awaited, at);
    }
    return notified;
  }

  deleteOld(): Promise<void> {
    return this.deps.store.deleteServed(
      new Date(this.deps.clock().getTime() - limits.catalogueGap.toldMs),
    );
  }

  private async check(awaited: AwaitedSearch, at: Date): Promise<number> {
    const { id, text, language, state } = awaited;
    const served = state === 'added' ? awaited.itemId : null;
    const itemId = served ?? (await this.deps.surelyFound(text, language));
    const outcome = itemId !== null ? 'served' : state === 'declined' ? 'declined' : null;
    return this.deps.inTransaction(async (transaction) => {
      if (outcome === null) {
        await transaction.store.markChecked(id, at);
        return 0;
      }
      const notified = await transaction.store.markNotified(id, outcome, { at, itemId });
      if (outcome === 'declined') await transaction.store.markChecked(id, at);
      for (const userId of notified)
        await transaction.notify({
          userId,
          gapId: id,
          outcome,
          itemId,
        });
      return notified.length;
    });
  }
}
