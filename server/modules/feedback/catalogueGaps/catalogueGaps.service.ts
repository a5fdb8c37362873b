// What people wish for, as one list for admins, and what they make of it.
import type { Clock } from '../../../shared/clock.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { dayMs } from '../../../shared/durations.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import { requireAdmin, type Member, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { ProposalOutcomeOfAddress } from '../proposals/proposals.service.ts';
import {
  declineGapInput,
  mayMerge,
  mayReopen,
  gapFilterInput,
  type ListedCatalogueGap,
  type CatalogueGap,
  type GapFilter,
  type GapLesson,
} from './catalogueGaps.ts';
import type { CatalogueGapsQueries } from './catalogueGaps.queries.ts';
import type { CatalogueGapsStore } from './catalogueGaps.store.ts';

/** What a change of wishes needs, on its transaction. */
export interface CatalogueGapsTransaction {
  store: CatalogueGapsStore;
  activity: Pick<AuditLog, 'record'>;
  /** Settles the open proposals of an address, and tells those who made them. */
  settleAddress(url: string, outcome: ProposalOutcomeOfAddress): Promise<void>;
  /** Asks for a look at what those who wait can be told. */
  requestTelling(): Promise<void>;
}

interface Options {
  search: CatalogueGapsQueries;
  inTransaction<Result>(
    work: (rooms: CatalogueGapsTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** Why access to services was refused, as far as the viewer decides on it. */
  refusalsOf(viewer: Viewer): Promise<{ itemId: number | null; decisionMessage: string | null }[]>;
  /** Takes back what the search was taught. */
  forget(viewer: Viewer, lesson: GapLesson, id: number): Promise<void>;
  clock: Clock;
}

const noWish = () => new DomainError('NOT_FOUND', 'There is no such wish');
const settled = () =>
  new DomainError('CONFLICT', 'This wish has been settled already', {
    reason: 'catalogueGapClosed',
  });

async function lockOpen(store: CatalogueGapsStore, id: number): Promise<CatalogueGap> {
  const wish = await store.lock(id);
  if (!wish) throw noWish();
  if (wish.state !== 'open') throw settled();
  return wish;
}

/** Proposals that were merged with what is settled now end as it did. */
async function settleMerged({
  store,
  settleAddress,
}: Pick<CatalogueGapsTransaction, 'store' | 'settleAddress'>): Promise<number> {
  const ended = await store.mergedOutcomes();
  for (const { url, ...outcome } of ended) await settleAddress(url, outcome);
  return ended.length;
}

/** A wish that the search was taught, on the transaction of the lesson. @throws DomainError NOT_FOUND, CONFLICT (`catalogueGapClosed`) */
export async function settleAsTaught(
  { store, requestTelling }: Pick<CatalogueGapsTransaction, 'store' | 'requestTelling'>,
  id: number,
  taught: { lesson: GapLesson; lessonId: number; by: number; at: Date },
): Promise<void> {
  const wish = await lockOpen(store, id);
  if (wish.kind !== 'search')
    throw new DomainError('INVALID', 'Only what was searched is taught', {
      errors: [{ path: 'gapId', code: 'invalid', message: 'This wish is no search' }],
    });
  await store.settle(id, { state: 'taught', ...taught });
  await requestTelling();
}

/** A wish that an admin has added a service for, on the transaction that adds it; nothing where it is settled already. */
export async function settleAsAdded(
  rooms: Pick<CatalogueGapsTransaction, 'store' | 'settleAddress' | 'requestTelling'>,
  id: number | null,
  added: { itemId: number; by: number; at: Date },
): Promise<void> {
  const wish = id === null ? null : await rooms.store.lock(id);
  // A wish with proposals ends with the last of them.
  const hasOwnEnd =
    wish?.state === 'open' &&
    !(wish.kind === 'proposal' && (await rooms.store.hasOpenProposals(wish.text ?? '')));
  if (wish && hasOwnEnd) await rooms.store.settle(wish.id, { state: 'added', ...added });
  await settleMerged(rooms);
  await rooms.requestTelling();
}

export const createCatalogueGaps = ({
  search,
  inTransaction,
  refusalsOf,
  forget,
  clock,
}: Options) => {
  const allStates = ['open', 'taught', 'added', 'declined', 'merged'] as const;
  const list = async (
    viewer: Viewer,
    { states, kind, id }: GapFilter & { id?: number },
  ): Promise<ListedCatalogueGap[]> => {
    const found = await search.list({
      states: states ?? allStates,
      kind: kind ?? null,
      ...(id === undefined ? {} : { id }),
      since: new Date(clock().getTime() - limits.catalogueGap.countedDays * dayMs),
      limit: limits.lists.catalogueGaps,
    });
    if (!found.some((wish) => wish.kind === 'refusal')) return found;
    const words = Map.groupBy(await refusalsOf(viewer), ({ itemId }) => itemId);
    return found.map((wish) =>
      wish.kind === 'refusal'
        ? {
            ...wish,
            comments: (words.get(wish.aboutItemId) ?? [])
              .flatMap(({ decisionMessage: word }) => (word ? [word] : []))
              .slice(0, limits.catalogueGap.words),
          }
        : wish,
    );
  };
  const one = async (viewer: Viewer, id: number): Promise<ListedCatalogueGap> => {
    const [wish] = await list(viewer, { id });
    if (!wish) throw noWish();
    return wish;
  };
  const record = (
    { activity }: CatalogueGapsTransaction,
    admin: Member,
    action: string,
    { wish, after }: { wish: CatalogueGap; after: string | null },
  ) =>
    activity.record({
      actorId: admin.user.id,
      action,
      subjectType: 'wish',
      subjectId: String(wish.id),
      itemId: wish.aboutItemId,
      before: wish.text,
      after,
    });

  return {
    /** CatalogueGaps: the open ones by how often, then the settled ones, the latest first. @throws DomainError INVALID */
    async list(viewer: Viewer, given: GapFilter): Promise<ListedCatalogueGap[]> {
      requireAdmin(viewer);
      return list(viewer, parseInput(gapFilterInput, given));
    },

    /** Declines a wish with a word, which whoever proposed it or waits for it is told. @throws DomainError NOT_FOUND, INVALID (`holdsKey`), CONFLICT */
    async decline(
      viewer: Viewer,
      id: number,
      given: { reason: string },
    ): Promise<ListedCatalogueGap> {
      const admin = requireAdmin(viewer);
      const { reason } = parseInput(declineGapInput, given);
      await refuseCredentials({ reason });
      await inTransaction(async (rooms) => {
        const wish = await lockOpen(rooms.store, id);
        if (wish.kind === 'proposal' && wish.text !== null)
          await rooms.settleAddress(wish.text, {
            state: 'declined',
            answer: reason,
            itemId: null,
            settledBy: admin.user.id,
          });
        // With its proposals, or by itself where none of them waits any more.
        if ((await rooms.store.lock(id))?.state === 'open') {
          const at = clock();
          await rooms.store.settle(id, {
            state: 'declined',
            answer: reason,
            by: admin.user.id,
            at,
          });
          await record(rooms, admin, 'wish.declined', { wish, after: reason });
        }
        await settleMerged(rooms);
        await rooms.requestTelling();
      });
      return one(viewer, id);
    },

    /** Says that a wish is another one, and ends as that does. @throws DomainError NOT_FOUND, INVALID, CONFLICT */
    async merge(viewer: Viewer, id: number, intoId: number): Promise<ListedCatalogueGap> {
      const admin = requireAdmin(viewer);
      await inTransaction(async (rooms) => {
        const [first, second] = id < intoId ? [id, intoId] : [intoId, id];
        const locked = [
          await lockOpen(rooms.store, first),
          ...(first === second ? [] : [await lockOpen(rooms.store, second)]),
        ];
        const wish = locked.find((known) => known.id === id)!;
        const into = locked.find((known) => known.id === intoId)!;
        if (!mayMerge(wish, into))
          throw new DomainError('INVALID', 'This wish is not merged with that one', {
            errors: [{ path: 'intoId', code: 'invalid', message: 'Not a wish of this kind' }],
          });
        await rooms.store.moveMerged(id, intoId);
        const at = clock();
        await rooms.store.settle(id, {
          state: 'merged',
          mergedInto: intoId,
          by: admin.user.id,
          at,
        });
        await record(rooms, admin, 'wish.merged', { wish, after: into.text });
        await rooms.requestTelling();
      });
      return one(viewer, id);
    },

    /**
     * Takes back what became of a wish; what the search was taught for it is forgotten.
     * @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`) of an open one, and of proposals whose proposers were told, also as those of the wish it was merged with
     */
    async reopen(viewer: Viewer, id: number): Promise<ListedCatalogueGap> {
      const admin = requireAdmin(viewer);
      const taught = await inTransaction(async (rooms) => {
        const wish = await rooms.store.lock(id);
        if (!wish) throw noWish();
        const into = wish.mergedInto === null ? null : await rooms.store.lock(wish.mergedInto);
        if (!mayReopen({ ...wish, mergedState: into?.state ?? null }))
          throw new DomainError('CONFLICT', 'This cannot be taken back', { reason: 'cannotUndo' });
        if (wish.vocabularyKind !== null) return wish;
        await rooms.store.open(id);
        await record(rooms, admin, 'wish.reopened', { wish, after: null });
        return null;
      });
      if (taught?.vocabularyKind)
        await forget(viewer, taught.vocabularyKind, taught.vocabularyId ?? 0);
      return one(viewer, id);
    },

    settleMerged: (): Promise<number> => inTransaction((rooms) => settleMerged(rooms)),

    removeStale: (): Promise<void> => inTransaction((rooms) => rooms.store.removeStale()),
  };
};
