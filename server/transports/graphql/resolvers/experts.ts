// Experts over GraphQL.
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const experts: Resolvers = {
  Query: {
    itemExperts: (_root, { itemId }, { viewer, services }) =>
      services.experts.ofItem(viewer, parseId(itemId)),
  },
  Mutation: {
    askExpert: async (_root, { itemId, expertId }, { viewer, services }) => {
      await services.useCases.askExpert(viewer, parseId(itemId), parseId(expertId));
      return { success: true };
    },
  },
  Expert: {
    id: (expert) => expert.userId,
    company: (expert, _args, { loaders }) =>
      expert.companyKey ? loaders.companyByKey.load(expert.companyKey) : null,
    useCases: (expert, _args, { loaders }) => loaders.useCasesOfExpert.load(expert),
  },
};
