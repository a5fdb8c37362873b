// Resolvers of an installation: set-up, demo catalogue, health, legal texts and the review of a restored backup.
import { limits } from '../../../config/limits.ts';
import type { DemoRemoval } from '../../../modules/demo/demo.ts';
import type { RestoreCounts } from '../../../modules/setup/restoreReview/restoreReview.store.ts';
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

export const legal: Resolvers = {
  Query: {
    legalText: (_root, { document, language }, { services }) =>
      services.legalTexts[document][language],
  },
};

const decisionOf = (counts: RestoreCounts) => ({
  decided: Object.values(counts).reduce((sum, one) => sum + one, 0),
});

export const restores: Resolvers = {
  Query: {
    restoreReviews: (_root, { kind, page, perPage }, { viewer, services }) =>
      services.restores.list(viewer, { kind: kind ?? null, page, perPage }),
  },
  Mutation: {
    confirmRestored: async (_root, { ids }, { viewer, services }) =>
      decisionOf(await services.restores.confirm(viewer, ids)),
    confirmAllRestored: async (_root, _args, { viewer, services }) =>
      decisionOf(await services.restores.confirm(viewer, null)),
    rejectRestored: async (_root, { ids }, { viewer, services }) =>
      decisionOf(await services.restores.reject(viewer, ids)),
  },
};
