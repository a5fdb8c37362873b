// Webhooks over GraphQL.
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const webhooks: Resolvers = {
  Query: {
    webhooks: (_root, _args, { viewer, services }) => services.webhooks.list(viewer),
    webhookDeliveries: (_root, { id, state }, { viewer, services }) =>
      services.webhooks.deliveries(viewer, parseId(id), state ?? null),
  },
  Mutation: {
    addWebhook: (_root, given, { viewer, services }) => services.webhooks.add(viewer, given),
    changeWebhook: (_root, { id, ...given }, { viewer, services }) =>
      services.webhooks.change(viewer, parseId(id), given),
    rotateWebhookSecret: (_root, { id }, { viewer, services }) =>
      services.webhooks.rotate(viewer, parseId(id)),
    removeWebhook: async (_root, { id }, { viewer, services }) => {
      await services.webhooks.remove(viewer, parseId(id));
      return { success: true };
    },
    redeliverWebhook: (_root, { id }, { viewer, services }) =>
      services.webhooks.redeliver(viewer, parseId(id)),
  },
  WebhookDelivery: {
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
    nextTryAt: ({ state, nextTryAt }) => (state === 'waiting' ? nextTryAt : null),
  },
};
