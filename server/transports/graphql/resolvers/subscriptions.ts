// Subscriptions and reviews of granted access over GraphQL.
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import {
  monthlyOf,
  noticeEndsOn,
  withoutSeat,
  yearlyCost,
} from '../../../modules/subscriptions/subscriptions.ts';
import { subscriptionErrorText } from '../../../modules/subscriptions/subscriptionsTable.ts';
import type { Context } from '../context.ts';
import { textOrBytes } from './scalars.ts';
import type { Resolvers } from '../generated.ts';

const companyOf = async (
  { companyKey }: { companyKey: string },
  _args: unknown,
  { loaders }: Context,
) => (await loaders.companyByKey.load(companyKey))!;

const noTable = () =>
  new DomainError('INVALID', 'A table is either text or base64', {
    errors: [{ path: 'table', code: 'invalid_value', message: 'Either table or base64' }],
  });

export const subscriptions: Resolvers = {
  Query: {
    subscriptions: (_root, { company }, { viewer, services }) =>
      services.subscriptions.overview(viewer, company ?? null),
    subscriptionCompanies: async (_root, _args, { viewer, services, loaders }) => {
      const keys = await services.subscriptions.companies(viewer);
      const found = await loaders.companyByKey.loadMany(keys);
      return found.flatMap((one) => (one === null || one instanceof Error ? [] : [one]));
    },
    subscriptionsTable: (_root, { company }, { viewer, services }) =>
      services.subscriptionsTable.export(viewer, company ?? null),
    itemSeats: (_root, { itemId, company }, { viewer, services }) =>
      services.accessReviews.seats(viewer, parseId(itemId), company),
    accessToRevoke: (_root, _args, { viewer, services }) => services.accessReviews.toRevoke(viewer),
    myAccessReviews: (_root, _args, { viewer, services }) => services.accessReviews.own(viewer),
  },
  Mutation: {
    addSubscription: (_root, { itemId, company, input }, { viewer, services }) =>
      services.subscriptions.add(viewer, { itemId: parseId(itemId), companyKey: company }, input),
    updateSubscription: (_root, { id, expectedVersion, input }, { viewer, services }) =>
      services.subscriptions.update(viewer, parseId(id), { expectedVersion, terms: input }),
    removeSubscription: async (_root, { id, expectedVersion }, { viewer, services }) => {
      await services.subscriptions.remove(viewer, parseId(id), expectedVersion);
      return { success: true };
    },
    importSubscriptions: (_root, { table, isDryRun, ...given }, { viewer, services }) => {
      const text = textOrBytes({ text: table, ...given });
      if (text === null) throw noTable();
      return services.subscriptionsTable.import(viewer, { text, isDryRun });
    },
    startAccessReview: (_root, { itemId, company }, { viewer, services }) =>
      services.accessReviews.start(viewer, parseId(itemId), company),
    answerAccessReview: (_root, { requestId, isNeeded }, { viewer, services }) =>
      services.accessReviews.answer(viewer, parseId(requestId), isNeeded),
  },
  CompanySubscription: {
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
    company: companyOf,
    monthlyCost: (subscription) => monthlyOf(yearlyCost(subscription)),
    owner: ({ ownerId }, _args, { loaders }) =>
      ownerId === null ? null : loaders.userById.load(ownerId),
    noticeEndsOn: ({ renewsOn, noticeDays }) => noticeEndsOn(renewsOn, noticeDays),
    requestsWithoutSeat: (subscription) => withoutSeat(subscription.seats, subscription),
  },
  SubscriptionTotal: { company: companyOf },
  ItemSeats: { company: companyOf },
  AccessHolder: { access: ({ held }) => held },
  SubscriptionsTableError: {
    message: (error, { language }, context) =>
      subscriptionErrorText(error, language ?? context.language),
  },
};
