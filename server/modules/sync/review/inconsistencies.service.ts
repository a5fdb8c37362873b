// Review of inconsistencies by admins: list, preview, resolve, ignore and undo, one or many at a time.
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
import type {
  InconsistenciesQueries,
  InconsistenciesStore,
  StoredInconsistency,
} from './inconsistencies.store.ts';
import { previewResolutions, type ResolutionPreview } from './resolution.ts';
import type { Resolutions } from './resolutions.service.ts';
import { inconsistencyNotFound } from './applyResolution.ts';

interface Options {
  store: InconsistenciesStore;
  search: InconsistenciesQueries;
  resolutions: Resolutions;
  /** Checks the address of an item now, and raises or closes its `link_broken`. */
  recheckItem(itemId: number): Promise<void>;
  /** Turns a database error into a DomainError; returns other errors unchanged. */
  asRefusal: (error: unknown) => unknown;
  log: Log;
  /** Time limit of a bulk request in milliseconds. */
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
  throw new DomainError('INVALID', `This inconsistency is of type ${row.type}`, {
    reason: 'wrongType',
    errors: [
      { path: 'type', code: 'wrongType', message: `This inconsistency is of type ${row.type}` },
    ],
  });
};

const alreadyResolved = () =>
  new DomainError('CONFLICT', 'This inconsistency is already resolved. Undo the decision first', {
    reason: 'decidedMeanwhile',
  });

const refuseUnlessNew = (row: Inconsistency): void => {
  if (row.status !== 'new') throw decidedMeanwhile();
};

export class InconsistencyReview {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  async list(
    viewer: Viewer,
    filter: { status?: InconsistencyStatus | null; type?: InconsistencyType | null },
  ): Promise<Inconsistency[]> {
    requireAdmin(viewer);
    return this.deps.search.list(filter);
  }

  async one(viewer: Viewer, id: number): Promise<Inconsistency | null> {
    requireAdmin(viewer);
    return (await this.deps.store.byIds([id]))[0] ?? null;
  }

  /** Effect of each action of the inconsistency's type on the bookmark. */
  previews(row: Inconsistency): ResolutionPreview[] {
    return previewResolutions(row, this.deps.resolutions.hasService);
  }

  async counts(
    viewer: Viewer,
    status?: InconsistencyStatus | null,
  ): Promise<{ type: InconsistencyType; count: number }[]> {
    requireAdmin(viewer);
    return this.deps.search.counts(status ?? null);
  }

  /**
   * Resolves one inconsistency.
   * @throws DomainError INVALID when the action or `type` does not fit, CONFLICT when it is already decided or the bookmark has
   * changed, UNAVAILABLE when the provider cannot be written to; the row then has its `error`
   */
  async resolve(
    viewer: Viewer,
    id: number,
    type: InconsistencyType | null | undefined,
    action: ResolutionAction,
  ): Promise<Inconsistency> {
    const member = requireAdmin(viewer);
    const row = await this.load(id);
    refuseType(row, type);
    refuseAction(row, action);
    refuseUnlessNew(row);
    return this.deps.resolutions.resolve(member, row, action);
  }

  /**
   * Resolves many inconsistencies, one after another. Those that fail, do not support the action or exceed the time of
   * the request stay open, each with its `error`.
   */
  async resolveMany(
    viewer: Viewer,
    ids: readonly number[],
    action: ResolutionAction,
  ): Promise<{ resolved: Inconsistency[]; failed: Inconsistency[] }> {
    const member = requireAdmin(viewer);
    const { done, failed } = await this.oneByOne(
      await this.loadMany(ids),
      async (row, deadline) => {
        refuseAction(row, action);
        refuseUnlessNew(row);
        return this.deps.resolutions.resolve(member, row, action, deadline);
      },
    );
    return { resolved: done, failed };
  }

  /** Undoes many decisions, one after another; those that fail stay decided, each with its `error`. */
  async undoMany(
    viewer: Viewer,
    ids: readonly number[],
  ): Promise<{ undone: Inconsistency[]; failed: Inconsistency[] }> {
    const member = requireAdmin(viewer);
    const { done, failed } = await this.oneByOne(await this.loadMany(ids), (row, deadline) =>
      this.deps.resolutions.undo(member, row, deadline),
    );
    return { undone: done, failed };
  }

  /** @throws DomainError INVALID for `resolved`, which only an action sets; CONFLICT for a resolved inconsistency */
  async setStatus(viewer: Viewer, id: number, status: InconsistencyStatus): Promise<Inconsistency> {
    const member = requireAdmin(viewer);
    if (status === 'resolved') {
      throw new DomainError('INVALID', 'An inconsistency is resolved by an action', {
        errors: [
          {
            path: 'status',
            code: 'wrongStatus',
            message: 'Choose new or ignored, or resolve it with an action',
          },
        ],
      });
    }
    const row = await this.load(id);
    if (row.status === status) return row;
    if (row.status === 'resolved') throw alreadyResolved();
    return this.deps.resolutions.setStatus(member, row, status);
  }

  /** @throws DomainError CONFLICT when a later decision depends on this one, or the bookmark has changed */
  async undo(viewer: Viewer, id: number): Promise<Inconsistency> {
    const member = requireAdmin(viewer);
    return this.deps.resolutions.undo(member, await this.load(id));
  }

  /** Checks a broken link again; a working one closes the inconsistency. */
  async recheckLink(viewer: Viewer, id: number): Promise<Inconsistency> {
    requireAdmin(viewer);
    const row = await this.load(id);
    refuseType(row, 'link_broken');
    await this.deps.recheckItem(row.itemId);
    return this.load(id);
  }

  private async load(id: number): Promise<StoredInconsistency> {
    const [row] = await this.deps.store.byIds([id]);
    if (!row) throw inconsistencyNotFound();
    return row;
  }

  /** @throws DomainError INVALID for none or too many ids, NOT_FOUND for an unknown one */
  private async loadMany(ids: readonly number[]): Promise<StoredInconsistency[]> {
    const wanted = parseInput(idsInput, [...new Set(ids)], 'ids');
    const rows = await this.deps.store.byIds(wanted);
    if (rows.length < wanted.length) throw inconsistencyNotFound();
    return rows;
  }

  private isDatabaseUnavailable(error: unknown): boolean {
    const refusal = this.deps.asRefusal(error);
    return refusal instanceof DomainError && refusal.reason === 'databaseAway';
  }

  /** The row as it is now, with the error of a failed decision. */
  private async withError(row: StoredInconsistency, error: unknown): Promise<Inconsistency> {
    const refusal = this.deps.asRefusal(error);
    if (!(refusal instanceof DomainError))
      this.deps.log.error({ err: error, id: row.id }, 'A decision among many failed unexpectedly');
    const now = this.isDatabaseUnavailable(error) ? row : await this.load(row.id).catch(() => row);
    return { ...now, ...keptRefusal(refusal, 'The decision failed unexpectedly') };
  }

  /**
   * Runs `work` for each row within the time limit and collects failures. When the database goes away, the remaining rows fail
   * without a try.
   * @throws the database error when no row was done yet
   */
  private async oneByOne(
    rows: readonly StoredInconsistency[],
    work: (row: StoredInconsistency, deadline: AbortSignal) => Promise<Inconsistency>,
  ): Promise<{ done: Inconsistency[]; failed: Inconsistency[] }> {
    const done: Inconsistency[] = [];
    const failed: Inconsistency[] = [];
    const deadline = AbortSignal.timeout(this.deps.manyMs ?? limits.upstream.manyDecisionsMs);
    let databaseError: unknown = null;
    for (const row of rows) {
      try {
        if (databaseError) throw databaseError;
        if (deadline.aborted) throw timeExhausted();
        done.push(await work(row, deadline));
      } catch (error) {
        if (this.isDatabaseUnavailable(error)) {
          if (done.length === 0) throw error;
          databaseError = error;
        }
        failed.push(await this.withError(row, error));
      }
    }
    return { done, failed };
  }
}
