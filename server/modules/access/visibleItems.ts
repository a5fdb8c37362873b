// SQL for the items that a viewer may see.
import type { Knex } from 'knex';
import { isAdmin, type Viewer } from '../people/accounts/accounts.module.ts';

/**
 * The one way to read items for somebody: a hidden item is, for a non-admin, an item that does not exist
 * (specification, section 10). Nothing else reads the table for a viewer.
 */
export function visibleItems(db: Knex, viewer: Viewer): Knex.QueryBuilder {
  const query = db('items').whereNull('items.removed_at');
  return isAdmin(viewer) ? query : query.where('items.admin_visibility', 'visible');
}
