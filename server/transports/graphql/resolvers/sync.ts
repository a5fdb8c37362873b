// The synchronisation over GraphQL.
import type { Resolvers } from '../generated.ts';

export const sync: Resolvers = {
  Query: {
    syncStatus: (_root, _args, { viewer, services }) => services.sync.status(viewer),
  },
  Mutation: {
    startSync: (_root, { allowRemovals }, { viewer, services }) =>
      services.sync.start(viewer, { allowRemovals }),
  },
};
