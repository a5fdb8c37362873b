// Experts of an item: people who wrote use cases about it and can be asked.
import { requireMember, type Viewer } from '../people/accounts/accounts.module.ts';
import type { ItemsService, Expert } from '../catalogue/items/items.module.ts';

interface Options {
  catalogue: Pick<ItemsService, 'item'>;
  /** Experts of an item, best first. */
  find(itemId: number): Promise<Expert[]>;
}

export const createExperts = ({ catalogue, find }: Options) => ({
  /**
   * All experts of an item, by total likes, then by number of use cases; at most 100.
   * @throws DomainError NOT_FOUND for an item that is invisible to the viewer
   */
  async ofItem(viewer: Viewer, itemId: number): Promise<Expert[]> {
    requireMember(viewer);
    const item = await catalogue.item(viewer, itemId);
    return find(item.id);
  },
});
