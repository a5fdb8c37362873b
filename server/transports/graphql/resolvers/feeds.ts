// Resolvers of feed addresses; server/transports/http/feeds.ts answers the feeds themselves.
import type { Resolvers } from '../generated.ts';

export const feeds: Resolvers = {
  Query: {
    myFeedAddress: async (_root, _args, { viewer, services }) => {
      const createdAt = await services.feeds.madeAt(viewer);
      return createdAt && { address: null, createdAt };
    },
  },
  Mutation: {
    renewFeedAddress: (_root, _args, { viewer, services }) => services.feeds.renew(viewer),
    removeFeedAddress: async (_root, _args, { viewer, services }) => {
      await services.feeds.remove(viewer);
      return { success: true };
    },
  },
};
