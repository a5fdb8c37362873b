// SQL for the items that a viewer may see.
import type { Knex } from 'knex';
import { isAdmin, type Viewer } from '../people/accounts/accounts.module.ts';

/**
 * The items that a viewer may see; hidden ones are for admins only (specification, section 10). Every query for a
 * viewer starts here.
 */
export function visibleItems(db: Knex, viewer: Viewer): Knex.QueryBuilder {
  const query = db('items').whereNull('items.removed_at');
  return isAdmin(viewer) ? query : query.where('items.admin_visibility', 'visible');
}
