// The desk: differences that admins look at, decide, ignore, and take back.
import { z } from 'zod';
import { limits } from '../../limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { DomainError, keptRefusal } from '../../shared/domainError.ts';
import { parseInput } from '../../shared/input.ts';
import { requireAdmin, type Member, type Viewer } from '../accounts/accounts.ts';
import {
  actionsFor,
  decidedMeanwhile,
  notReached,
  type Inconsistency,
  type InconsistencyStatus,
  type InconsistencyType,
  type ResolutionAction,
} from './inconsistencies.ts';
import type { InconsistenciesSearch } from './inconsistencies.search.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import type { DecisionRooms, Resolutions } from './resolutions.service.ts';

interface Options {
  store: InconsistenciesStore;
  search: InconsistenciesSearch;
  resolutions: Resolutions;
  /** Checks the address of an item now, and settles what that says about it. */
  recheckItem(itemId: number): Promise<void>;
  inTransaction<Result>(work: (rooms: DecisionRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
  /** How long decisions about many differences may take in one request. */
  manyMs?: number;
}

/** Contract: at most 100 at once. */
const idsInput = z.array(z.int().positive()).min(1).max(100);

const noSuch = () => new DomainError('NOT_FOUND', 'There is no such difference');

const refuseAction = (row: Inconsistency, action: ResolutionAction): void => {
  if (actionsFor(row.type).includes(action)) return;
  throw new DomainError('INVALID', `${action} does not fit ${row.type}`, {
    reason: 'wrongAction',
    errors: [
      {
        path: 'action',
        code: 'wrongAction',
        message: `${row.type} takes ${actionsFor(row.type).join(' or ')}`,
      },
    ],
  });
};

const refuseType = (row: Inconsistency, type: InconsistencyType | null | undefined): void => {
  if (!type || type === row.type) return;
  throw new DomainError('INVALID', `This difference is a ${row.type}`, {
    reason: 'wrongType',
    errors: [{ path: 'type', code: 'wrongType', message: `This difference is a ${row.type}` }],
  });
};

const refuseUnlessNew = (row: Inconsistency): void => {
  if (row.status !== 'new') throw decidedMeanwhile();
};

export const createInconsistencies = ({
  store,
  search,
  resolutions,
  recheckItem,
  inTransaction,
  clock,
  manyMs = limits.manyDecisionsMs,
}: Options) => {
  const found = async (id: number): Promise<StoredInconsistency> => {
    const [row] = await store.byIds([id]);
    if (!row) throw noSuch();
    return row;
  };

  /** Ignores a new difference, or opens an ignored one again. */
  const setStatus = (
    member: Member,
    id: number,
    status: 'new' | 'ignored',
  ): Promise<StoredInconsistency> =>
    inTransaction(async ({ store: on, items, activity }) => {
      const row = await on.lock(id);
      if (!row) throw noSuch();
      if (row.status === status) return row;
      if (row.status === 'resolved') {
        throw new DomainError(
          'CONFLICT',
          'This difference is resolved; take the resolution back first',
          {
            reason: 'decidedMeanwhile',
          },
        );
      }
      if (status === 'new' && (await on.hasOpenTwin(row))) {
        throw new DomainError('CONFLICT', 'A newer difference of this kind is open', {
          reason: 'openTwin',
        });
      }
      const isIgnored = status === 'ignored';
      const now = clock();
      await on.decide(id, {
        status,
        resolution: null,
        undo: isIgnored ? { item: {}, agreement: {}, bookmark: null, trashed: null } : null,
        resolvedAt: isIgnored ? now : null,
        resolvedBy: isIgnored ? member.user.id : null,
        now,
      });
      await items.refreshStatus([row.itemId]);
      await activity.record({
        actorId: member.user.id,
        action: isIgnored ? 'inconsistency.ignored' : 'inconsistency.reopened',
        subjectType: 'inconsistency',
        subjectId: String(id),
        itemId: row.itemId,
        before: row.status,
        after: status,
      });
      return (await on.byIds([id]))[0] ?? row;
    });

  return {
    async list(
      viewer: Viewer,
      filter: { status?: InconsistencyStatus | null; type?: InconsistencyType | null },
    ): Promise<Inconsistency[]> {
      requireAdmin(viewer);
      return search.list(filter);
    },

    async counts(
      viewer: Viewer,
      status?: InconsistencyStatus | null,
    ): Promise<{ type: InconsistencyType; count: number }[]> {
      requireAdmin(viewer);
      return search.counts(status ?? null);
    },

    /**
     * Decides one difference.
     * @throws DomainError INVALID when the action or `type` does not fit, CONFLICT when it is no longer new or the
     * service has moved on, UNAVAILABLE when the service cannot be written to; the difference then bears its `error`.
     */
    async resolve(
      viewer: Viewer,
      id: number,
      type: InconsistencyType | null | undefined,
      action: ResolutionAction,
    ): Promise<Inconsistency> {
      const member = requireAdmin(viewer);
      const row = await found(id);
      refuseType(row, type);
      refuseAction(row, action);
      refuseUnlessNew(row);
      return resolutions.resolve(member, row, action);
    },

    /**
     * Decides many differences of one type, one after another; those that fail stay open, each with its `error`. The
     * service takes so many calls a minute: what does not fit into the time of one request stays open too.
     */
    async resolveMany(
      viewer: Viewer,
      ids: readonly number[],
      action: ResolutionAction,
    ): Promise<{ resolved: Inconsistency[]; failed: Inconsistency[] }> {
      const member = requireAdmin(viewer);
      const wanted = parseInput(idsInput, [...new Set(ids)]);
      const rows = await store.byIds(wanted);
      const [first] = rows;
      if (!first || rows.length < wanted.length) throw noSuch();
      for (const row of rows) refuseType(row, first.type);
      refuseAction(first, action);
      const resolved: Inconsistency[] = [];
      const failed: Inconsistency[] = [];
      const deadline = AbortSignal.timeout(manyMs);
      for (const row of rows) {
        try {
          refuseUnlessNew(row);
          if (deadline.aborted) throw notReached();
          resolved.push(await resolutions.resolve(member, row, action, deadline));
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          failed.push({ ...(await found(row.id)), ...keptRefusal(error, error.message) });
        }
      }
      return { resolved, failed };
    },

    /** @throws DomainError INVALID for `resolved`, which only an action makes; CONFLICT for a resolved difference. */
    async setStatus(
      viewer: Viewer,
      id: number,
      status: InconsistencyStatus,
    ): Promise<Inconsistency> {
      const member = requireAdmin(viewer);
      if (status === 'resolved') {
        throw new DomainError('INVALID', 'A difference is resolved by an action', {
          errors: [
            {
              path: 'status',
              code: 'wrongStatus',
              message: 'Choose new or ignored, or resolve by an action',
            },
          ],
        });
      }
      return setStatus(member, id, status);
    },

    /** @throws DomainError CONFLICT when a later decision stands upon this one, or the service has moved on. */
    async undo(viewer: Viewer, id: number): Promise<Inconsistency> {
      const member = requireAdmin(viewer);
      return resolutions.undo(member, await found(id));
    },

    /** Checks the address of a broken link again: one that works closes the difference. */
    async recheckLink(viewer: Viewer, id: number): Promise<Inconsistency> {
      requireAdmin(viewer);
      const row = await found(id);
      refuseType(row, 'link_broken');
      await recheckItem(row.itemId);
      return found(id);
    },
  };
};

export type Inconsistencies = ReturnType<typeof createInconsistencies>;
