// Resolvers of catalogue gaps and search alerts.
import { mayReopen } from '../../../modules/feedback/catalogueGaps/catalogueGaps.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const catalogueGaps: Resolvers = {
  Query: {
    catalogueGaps: (_root, given, { viewer, services }) => services.wishes.list(viewer, given),
    mySearchAlerts: (_root, _args, { viewer, services }) => services.watches.own(viewer),
  },
  Mutation: {
    declineCatalogueGap: (_root, { id, reason }, { viewer, services }) =>
      services.wishes.decline(viewer, parseId(id), { reason }),
    mergeCatalogueGap: (_root, { id, intoId }, { viewer, services }) =>
      services.wishes.merge(viewer, parseId(id), parseId(intoId)),
    reopenCatalogueGap: (_root, { id }, { viewer, services }) =>
      services.wishes.reopen(viewer, parseId(id)),
    addSearchAlert: (_root, given, { viewer, services }) => services.watches.watch(viewer, given),
    removeSearchAlert: async (_root, { id }, { viewer, services }) => {
      await services.watches.unwatch(viewer, parseId(id));
      return { success: true };
    },
  },
  CatalogueGap: {
    refusedItem: ({ aboutItemId }, _args, { loaders }) =>
      aboutItemId === null ? null : loaders.itemById.load(aboutItemId),
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
    closedBy: ({ closedBy }, _args, { loaders }) =>
      closedBy === null ? null : loaders.userById.load(closedBy),
    canReopen: (wish) => mayReopen(wish),
  },
  SearchAlert: {
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
  },
};
