// What people wish for over GraphQL.
import { mayReopen } from '../../../modules/feedback/catalogueGaps/catalogueGaps.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const wishes: Resolvers = {
  Query: {
    wishes: (_root, given, { viewer, services }) => services.catalogueGaps.list(viewer, given),
    myWatchedSearches: (_root, _args, { viewer, services }) => services.searchAlerts.own(viewer),
  },
  Mutation: {
    declineWish: (_root, { id, answer }, { viewer, services }) =>
      services.catalogueGaps.decline(viewer, parseId(id), { answer }),
    mergeWish: (_root, { id, intoId }, { viewer, services }) =>
      services.catalogueGaps.merge(viewer, parseId(id), parseId(intoId)),
    reopenWish: (_root, { id }, { viewer, services }) =>
      services.catalogueGaps.reopen(viewer, parseId(id)),
    watchSearch: (_root, given, { viewer, services }) =>
      services.searchAlerts.subscribe(viewer, given),
    unwatchSearch: async (_root, { id }, { viewer, services }) => {
      await services.searchAlerts.unsubscribe(viewer, parseId(id));
      return { success: true };
    },
  },
  Wish: {
    refused: ({ aboutItemId }, _args, { loaders }) =>
      aboutItemId === null ? null : loaders.itemById.load(aboutItemId),
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
    handledBy: ({ closedBy }, _args, { loaders }) =>
      closedBy === null ? null : loaders.userById.load(closedBy),
    canReopen: (wish) => mayReopen(wish),
  },
  WatchedSearch: {
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
  },
};
