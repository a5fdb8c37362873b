// The desk: differences that admins look at, decide, ignore, and take back.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { DomainError, keptRefusal } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { Log } from '../../../shared/log.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import {
  actionsFor,
  decidedMeanwhile,
  timeExhausted,
  type Inconsistency,
  type InconsistencyStatus,
  type InconsistencyType,
  type ResolutionAction,
} from '../inconsistencies.ts';
import type { InconsistenciesQueries } from './inconsistencies.queries.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import { previewResolutions, type ResolutionPreview } from './resolutionPreview.ts';
import type { Resolutions } from './resolutions.service.ts';
import { inconsistencyNotFound } from './applyResolution.ts';

interface Options {
  store: InconsistenciesStore;
  search: InconsistenciesQueries;
  resolutions: Resolutions;
  /** Checks the address of an item now, and settles what that says about it. */
  recheckItem(itemId: number): Promise<void>;
  /** A failure of the database as a refusal; any other error unchanged. */
  asRefusal: (error: unknown) => unknown;
  log: Log;
  /** How long decisions about many differences may take in one request. */
  manyMs?: number;
}

const idsInput = z.array(z.int().positive()).min(1).max(limits.lists.decisions);

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

const alreadyResolved = () =>
  new DomainError('CONFLICT', 'This difference is resolved; take the resolution back first', {
    reason: 'decidedMeanwhile',
  });

const refuseUnlessNew = (row: Inconsistency): void => {
  if (row.status !== 'new') throw decidedMeanwhile();
};

export const createInconsistencies = ({
  store,
  search,
  resolutions,
  recheckItem,
  asRefusal,
  log,
  manyMs = limits.upstream.manyDecisionsMs,
}: Options) => {
  const found = async (id: number): Promise<StoredInconsistency> => {
    const [row] = await store.byIds([id]);
    if (!row) throw inconsistencyNotFound();
    return row;
  };

  /** The wanted differences. @throws DomainError INVALID for none or too many, NOT_FOUND for one that does not exist. */
  const foundAll = async (ids: readonly number[]): Promise<StoredInconsistency[]> => {
    const wanted = parseInput(idsInput, [...new Set(ids)], 'ids');
    const rows = await store.byIds(wanted);
    if (rows.length < wanted.length) throw inconsistencyNotFound();
    return rows;
  };

  const isDatabaseUnavailable = (error: unknown): boolean => {
    const refusal = asRefusal(error);
    return refusal instanceof DomainError && refusal.reason === 'databaseAway';
  };

  /** How a decision failed, whatever went wrong. */
  const failedWith = async (row: StoredInconsistency, error: unknown): Promise<Inconsistency> => {
    const refusal = asRefusal(error);
    if (!(refusal instanceof DomainError))
      log.error({ err: error, id: row.id }, 'A decision among many failed unexpectedly');
    const now = isDatabaseUnavailable(error) ? row : await found(row.id).catch(() => row);
    return { ...now, ...keptRefusal(refusal, 'The decision failed unexpectedly') };
  };

  /**
   * One after another within the time of one request; those that fail bear their `error`, and what was decided is told whatever
   * comes after it.
   * @throws what the database throws that was away before anything was decided
   */
  const oneByOne = async (
    rows: readonly StoredInconsistency[],
    work: (row: StoredInconsistency, deadline: AbortSignal) => Promise<Inconsistency>,
  ): Promise<{ done: Inconsistency[]; failed: Inconsistency[] }> => {
    const done: Inconsistency[] = [];
    const failed: Inconsistency[] = [];
    const deadline = AbortSignal.timeout(manyMs);
    let away: unknown = null;
    for (const row of rows) {
      try {
        // Each further one would wait for the database in vain.
        if (away) throw away;
        if (deadline.aborted) throw timeExhausted();
        done.push(await work(row, deadline));
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          if (done.length === 0) throw error;
          away = error;
        }
        failed.push(await failedWith(row, error));
      }
    }
    return { done, failed };
  };

  return {
    async list(
      viewer: Viewer,
      filter: { status?: InconsistencyStatus | null; type?: InconsistencyType | null },
    ): Promise<Inconsistency[]> {
      requireAdmin(viewer);
      return search.list(filter);
    },

    /** One difference; null when there is none. */
    async one(viewer: Viewer, id: number): Promise<Inconsistency | null> {
      requireAdmin(viewer);
      return (await store.byIds([id]))[0] ?? null;
    },

    /** What each action that a difference takes would do to its bookmark. */
    offers: (row: Inconsistency): ResolutionPreview[] =>
      previewResolutions(row, resolutions.hasService),

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
     * Decides many differences, one after another; those that fail, and those that do not take the action, stay open, each
     * with its `error`. The service takes so many calls a minute: what does not fit into the time of one request stays open
     * too.
     */
    async resolveMany(
      viewer: Viewer,
      ids: readonly number[],
      action: ResolutionAction,
    ): Promise<{ resolved: Inconsistency[]; failed: Inconsistency[] }> {
      const member = requireAdmin(viewer);
      const { done, failed } = await oneByOne(await foundAll(ids), async (row, deadline) => {
        refuseAction(row, action);
        refuseUnlessNew(row);
        return resolutions.resolve(member, row, action, deadline);
      });
      return { resolved: done, failed };
    },

    /** Takes many decisions back, one after another; those that fail stay decided, each with its `error`. */
    async undoMany(
      viewer: Viewer,
      ids: readonly number[],
    ): Promise<{ undone: Inconsistency[]; failed: Inconsistency[] }> {
      const member = requireAdmin(viewer);
      const { done, failed } = await oneByOne(await foundAll(ids), (row, deadline) =>
        resolutions.undo(member, row, deadline),
      );
      return { undone: done, failed };
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
      const row = await found(id);
      if (row.status === status) return row;
      if (row.status === 'resolved') throw alreadyResolved();
      return resolutions.setStatus(member, row, status);
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
