// Resolvers of sessions, accounts and companies.
import { describeBrowser } from '../../../modules/people/sessions/sessions.store.ts';
import type { Resolvers } from '../generated.ts';

export const people: Resolvers = {
  Query: {
    mySessions: (_root, _args, { viewer, services }) => services.sessions.listOwn(viewer),
    accounts: (_root, { status, ...filter }, { viewer, services }) =>
      services.people.list(viewer, { ...filter, status: status ?? null }),
  },
  Mutation: {
    endSession: async (_root, { id }, { viewer, services }) => {
      await services.sessions.endOwn(viewer, id);
      return { success: true };
    },
    signOutEverywhere: async (_root, _args, { viewer, services, session }) => {
      await services.sessions.endAllOwn(viewer);
      await session.close();
      return { success: true };
    },
    disableAccount: (_root, { id, reason }, { viewer, services }) =>
      services.people.disable(viewer, id, reason),
    enableAccount: (_root, { id }, { viewer, services }) => services.people.enable(viewer, id),
    endAccountSessions: (_root, { id }, { viewer, services }) =>
      services.people.endSessions(viewer, id),
  },
  Session: {
    browser: ({ userAgent }) => describeBrowser(userAgent).browser,
    system: ({ userAgent }) => describeBrowser(userAgent).system,
  },
  Account: {
    id: ({ user }) => user.id,
    person: ({ user }) => user,
    isAdmin: ({ user }) => user.isAdmin,
    isDemo: ({ user }) => user.isDemo,
    disabledAt: ({ disabled }) => disabled?.at ?? null,
    disabledBy: ({ disabled }, _args, { loaders }) =>
      disabled?.byId ? loaders.userById.load(disabled.byId) : null,
    disabledReason: ({ disabled }) => disabled?.reason ?? null,
  },
};

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
