// Accounts over GraphQL.
import { requireMember } from '../../../modules/people/accounts/accounts.ts';
import type { Resolvers } from '../generated.ts';

export const accounts: Resolvers = {
  Query: {
    me: (_root, _args, { viewer }) => requireMember(viewer).user,
    demoAccounts: (_root, _args, { services }) => services.accounts.demoAccounts(),
    signInPreview: (_root, { token }, { services, ip, requestId }) =>
      services.tokenSignIn.previewToken(token, { ip, requestId }),
    myApiTokens: (_root, _args, { viewer, services }) => services.apiTokens.listOwn(viewer),
    apiTokens: (_root, _args, { viewer, services }) => services.apiTokens.list(viewer),
  },
  Mutation: {
    signInAsDeveloper: async (_root, { email }, { services, session, ip, requestId }) => {
      const signedIn = await services.tokenSignIn.asDeveloper(email ?? null, { ip, requestId });
      await session.open(signedIn.user.id);
      return signedIn;
    },
    signOut: async (_root, _args, { session }) => {
      await session.close();
      return { success: true };
    },
    startSignIn: async (_root, asked, { services, session, ip, requestId }) => {
      const { url, attempt } = await services.signIn.start(asked, { ip, requestId });
      if (attempt) session.beginSignIn(attempt);
      return { url };
    },
    completeSignIn: (_root, returned, { services, session, ip, requestId }) =>
      session.completeSignIn(returned.state, (secret) =>
        services.signIn.complete({ ...returned, secret }, { ip, requestId }),
      ),
    checkTelegramLogin: (_root, { input }, { services, ip, requestId }) =>
      services.tokenSignIn.checkTelegramLogin(input, { ip, requestId }),
    validateToken: async (_root, { token }, { services, session, ip, requestId }) => {
      const signedIn = await services.tokenSignIn.validateToken(token, { ip, requestId });
      await session.open(signedIn.user.id);
      return signedIn;
    },
    generateTelegramInvite: (_root, _args, { viewer, services }) =>
      services.telegramBot.invite(viewer),
    answerTelegramLink: (_root, { id, connect }, { viewer, services }) =>
      services.telegramLinks.answer(viewer, id, connect),
    createApiToken: (_root, asked, { viewer, services, language }) =>
      services.apiTokens.create(viewer, asked, language),
    createServiceToken: (_root, { company, ...asked }, { viewer, services, language }) =>
      services.apiTokens.createService(viewer, { ...asked, company: String(company) }, language),
    revokeApiToken: (_root, { id }, { viewer, services }) => services.apiTokens.revoke(viewer, id),
  },
  ApiToken: {
    createdBy: ({ isService, madeBy, createdBy }, _args, { loaders }) => {
      const maker = isService ? madeBy : createdBy;
      return maker ? loaders.userById.load(maker) : null;
    },
  },
  CurrentUser: {
    company: (user, _args, { loaders }) =>
      user.companyKey ? loaders.companyByKey.load(user.companyKey) : null,
    progress: (user, _args, { services }) => services.accounts.progress(user.id),
    // The answer to a sign-in comes before the session makes the person the viewer.
    telegramLink: (user, _args, { viewer, services }) =>
      viewer.kind === 'member' && viewer.user.id === user.id
        ? services.telegramLinks.own(viewer)
        : services.telegramLinks.ofSignIn(user),
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
