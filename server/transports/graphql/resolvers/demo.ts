// The demo catalogue over GraphQL.
import { limits } from '../../../config/limits.ts';
import type { DemoRemoval } from '../../../modules/demo/demo.ts';
import type { Resolvers } from '../generated.ts';

const bounded = (removal: DemoRemoval): DemoRemoval => ({
  ...removal,
  movedItems: removal.movedItems.slice(0, limits.lists.demoItems),
  remainingItems: removal.remainingItems.slice(0, limits.lists.demoItems),
});

export const demo: Resolvers = {
  Query: {
    demo: (_root, _args, { viewer, services }) => services.demo.state(viewer),
    demoRemoval: async (_root, _args, { viewer, services }) =>
      bounded(await services.demo.preview(viewer)),
  },
  Mutation: {
    chooseDemo: (_root, { choice }, { viewer, services }) => services.demo.choose(viewer, choice),
    removeDemo: async (_root, _args, { viewer, services }) =>
      bounded(await services.demo.remove(viewer)),
    loadDemo: (_root, _args, { viewer, services }) => services.demo.load(viewer),
  },
};
