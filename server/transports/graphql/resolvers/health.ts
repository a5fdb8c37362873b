// Health and settings over GraphQL.
import type { Resolvers } from '../generated.ts';

export const system: Resolvers = {
  Query: {
    health: (_root, _args, { services }) => services.health.check(),
    clientSettings: (_root, _args, { services, host }) => services.clientSettings(host),
  },
  Mutation: {
    writeClientLog: (_root, { input }, { viewer, services, requestId }) => {
      services.clientLog.write(viewer, input, requestId);
      return { success: true };
    },
  },
};
