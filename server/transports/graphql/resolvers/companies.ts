// Companies over GraphQL.
import type { Resolvers } from '../generated.ts';

export const companies: Resolvers = {
  Query: {
    companies: (_root, _args, { viewer, services }) => services.companies.list(viewer),
  },
  Mutation: {
    addCompany: (_root, input, { viewer, services }) => services.companies.add(viewer, input),
    updateCompany: (_root, { key, expectedUpdatedAt, ...input }, { viewer, services }) =>
      services.companies.change(viewer, key, input, expectedUpdatedAt),
    confirmCompanies: (_root, { keys }, { viewer, services }) =>
      services.companies.confirm(viewer, keys),
    removeCompany: async (_root, { key }, { viewer, services }) => {
      await services.companies.remove(viewer, key);
      return { success: true };
    },
  },
};
