// The set-up over GraphQL.
import type { Resolvers } from '../generated.ts';

export const setup: Resolvers = {
  Query: {
    setup: (_root, _args, { viewer, services }) => services.setup.state(viewer),
    setupNeeds: (_root, _args, { viewer, services }) => services.setup.needs(viewer),
  },
  Mutation: {
    testSetup: (_root, { part }, { viewer, services }) => services.setup.test(viewer, part),
  },
};
