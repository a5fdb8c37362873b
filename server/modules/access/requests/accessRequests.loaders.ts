// Loaders of access requests for one request of a viewer.
import type { Knex } from 'knex';
import { loadOne } from '../../../shared/loaders.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import type { AccessRequest } from './accessRequests.ts';
import { AccessWorkflowStore } from './accessWorkflow.store.ts';

/** @param hasNone true when the page of items has shown that the viewer has no open request for the item */
export const accessRequestsLoaders = <Item extends { id: number }>(
  db: Knex,
  viewer: Viewer,
  hasNone: (item: Item) => boolean,
) => {
  const openOfId = loadOne<number, AccessRequest>(
    async (ids) =>
      viewer.kind === 'member' && viewer.via === 'session'
        ? new AccessWorkflowStore(db).openOfItems(viewer.user.id, ids)
        : [],
    (request) => request.itemId!,
  );
  return {
    /** True when the viewer's last request for an item was declined or revoked; hidden from tokens. */
    wasRefusedAccess: loadOne<number, { itemId: number; wasRefused: boolean }>(
      async (ids) =>
        viewer.kind === 'member' && viewer.via === 'session'
          ? new AccessWorkflowStore(db).refusalsOfItems(viewer.user.id, ids)
          : [],
      (last) => last.itemId,
    ),
    /** The viewer's own open request for an item; hidden from tokens. */
    openAccessOfItem: (item: Item): AccessRequest | null | Promise<AccessRequest | null> =>
      hasNone(item) ? null : openOfId.load(item.id),
  };
};
