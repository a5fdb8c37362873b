// Accounts over GraphQL.
import { memberOf } from '../../domain/accounts/accounts.ts';
import type { Resolvers } from '../generated.ts';

export const accounts: Resolvers = {
  Query: {
    me: (_root, _args, { viewer }) => memberOf(viewer).user,
    demoAccounts: (_root, _args, { services }) => services.accounts.demoAccounts(),
  },
  Mutation: {
    signInAsDeveloper: async (_root, { email }, { services, session }) => {
      const user = await services.accounts.demoAccount(email ?? null);
      await session.open(user.id);
      return { user, redirectTo: null };
    },
    signOut: async (_root, _args, { session }) => {
      await session.close();
      return { success: true };
    },
  },
  CurrentUser: {
    company: (user, _args, { loaders }) =>
      user.companyKey ? loaders.companyByKey.load(user.companyKey) : null,
    progress: (user, _args, { services }) => services.accounts.progress(user.id),
  },
  Person: {
    company: (user, _args, { loaders }) =>
      user.companyKey ? loaders.companyByKey.load(user.companyKey) : null,
  },
  DemoAccount: {
    email: (user) => user.email ?? '',
    company: (user, _args, { loaders }) =>
      user.companyKey ? loaders.companyByKey.load(user.companyKey) : null,
  },
};
