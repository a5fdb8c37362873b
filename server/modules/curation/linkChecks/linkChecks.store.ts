// SQL for link checks.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/preparedStatements.ts';
import type { LinkCheck, LinkState } from './linkChecks.ts';

interface LinkCheckRow {
  item_id: number;
  url: string;
  checked_at: Date;
  state: LinkState;
  status: string;
  first_failed_at: Date | null;
  moved_to: string | null;
}

export interface DueLink {
  itemId: number;
  url: string;
}

const checksStatement = {
  name: 'link_checks_of_items',
  text: `
    select item_id, url, checked_at, state, status, first_failed_at, moved_to
    from link_checks where item_id in (select unnest($1::integer[]))`,
};

const toCheck = (row: LinkCheckRow): LinkCheck => ({
  itemId: row.item_id,
  url: row.url,
  checkedAt: row.checked_at,
  state: row.state,
  status: row.status,
  firstFailedAt: row.first_failed_at,
  movedTo: row.moved_to,
});

export const linkChecksStore = (db: Knex) => ({
  /**
   * Items whose link was never checked, has changed, or was checked before `goodBefore` (working) or `badBefore`
   * (failing), without the given ids; oldest check first.
   */
  async findDue(
    goodBefore: Date,
    badBefore: Date,
    count: number,
    without: readonly number[] = [],
  ): Promise<DueLink[]> {
    const rows: { id: number; source_url: string }[] = await db('items')
      .leftJoin('link_checks', 'link_checks.item_id', 'items.id')
      .whereNull('items.removed_at')
      .whereRaw('items.id <> all(?::integer[])', [[...without]])
      .where((due) =>
        due
          .whereNull('link_checks.item_id')
          .orWhereRaw('link_checks.url <> items.source_url')
          .orWhere('link_checks.checked_at', '<', goodBefore)
          .orWhere((bad) =>
            bad
              .whereIn('link_checks.state', ['failing', 'broken'])
              .where('link_checks.checked_at', '<', badBefore),
          ),
      )
      .orderByRaw('link_checks.checked_at nulls first, items.id')
      .limit(count)
      .select('items.id', 'items.source_url');
    return rows.map((row) => ({ itemId: row.id, url: row.source_url }));
  },

  /** Links that worked at their last check, latest first. */
  async findWorking(count: number): Promise<DueLink[]> {
    const rows: { id: number; source_url: string }[] = await db('link_checks')
      .join('items', 'items.id', 'link_checks.item_id')
      .whereNull('items.removed_at')
      .where('link_checks.state', 'ok')
      .whereRaw('link_checks.url = items.source_url')
      .orderBy('link_checks.checked_at', 'desc')
      .limit(count)
      .select('items.id', 'items.source_url');
    return rows.map((row) => ({ itemId: row.id, url: row.source_url }));
  },

  async findLink(itemId: number): Promise<DueLink | null> {
    const row: { id: number; source_url: string } | undefined = await db('items')
      .where({ id: itemId })
      .whereNull('removed_at')
      .first('id', 'source_url');
    return row ? { itemId: row.id, url: row.source_url } : null;
  },

  /** Locks the existing ones of these items until the end of the transaction; returns their ids. */
  lockExisting: (itemIds: readonly number[]): Promise<number[]> =>
    db('items')
      .whereIn('id', [...itemIds])
      .whereNull('removed_at')
      .orderBy('id')
      .forKeyShare()
      .pluck('id'),

  async findMany(itemIds: readonly number[]): Promise<Map<number, LinkCheck>> {
    const rows = await runPrepared<LinkCheckRow>(db, checksStatement, [itemIds]);
    return new Map(rows.map((row) => [row.item_id, toCheck(row)]));
  },

  async save(checks: readonly LinkCheck[]): Promise<void> {
    if (checks.length === 0) return;
    await db('link_checks')
      .insert(
        checks.map((check) => ({
          item_id: check.itemId,
          url: check.url,
          checked_at: check.checkedAt,
          state: check.state,
          status: check.status,
          first_failed_at: check.firstFailedAt,
          moved_to: check.movedTo,
        })),
      )
      .onConflict('item_id')
      .merge();
  },
});

export type LinkChecksStore = ReturnType<typeof linkChecksStore>;
