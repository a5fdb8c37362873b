// The review of a restored backup over GraphQL.
import type { RestoreCounts } from '../../../modules/setup/restoreReview/restoreReview.ts';
import type { Resolvers } from '../generated.ts';

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
