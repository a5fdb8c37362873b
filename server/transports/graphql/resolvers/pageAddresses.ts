// Resolvers of the address check.
import type { Resolvers } from '../generated.ts';

export const addresses: Resolvers = {
  Query: {
    checkAddress: (_root, given, { viewer, services }) => services.addresses.check(viewer, given),
  },
  CheckedAddress: {
    existingItem: ({ knownId }, _args, { loaders }) =>
      knownId === null ? null : loaders.itemById.load(knownId),
    near: async ({ nearIds }, _args, { loaders }) => {
      const items = await Promise.all(nearIds.map((id) => loaders.itemById.load(id)));
      return items.filter((item) => item !== null);
    },
  },
};
