// Requests for access by many keys, for one request of a viewer.
import type { Knex } from 'knex';
import { loadOne } from '../../../shared/loaders.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import type { AccessRequest } from './accessRequests.ts';
import { accessWorkflowStore } from './accessWorkflow.store.ts';

/** @param hasNone whether the page that shows a service has seen that the viewer has no open request about it */
export const accessRequestsLoaders = <Item extends { id: number }>(
  db: Knex,
  viewer: Viewer,
  hasNone: (item: Item) => boolean,
) => {
  const openOfId = loadOne<number, AccessRequest>(
    async (ids) =>
      viewer.kind === 'member' && viewer.via === 'session'
        ? accessWorkflowStore(db).openOfItems(viewer.user.id, ids)
        : [],
    (request) => request.itemId!,
  );
  return {
    /** The viewer's own open request about a service; what is somebody's own is not shown to a token. */
    openAccessOfItem: (item: Item): AccessRequest | null | Promise<AccessRequest | null> =>
      hasNone(item) ? null : openOfId.load(item.id),
  };
};
