// Resolvers of notifications, webhooks and feed addresses; server/transports/http/feeds.ts answers the feeds themselves.
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const notifications: Resolvers = {
  Query: {
    notifications: (_root, window, { viewer, services }) =>
      services.notifications.page(viewer, window),
    unreadNotificationsCount: (_root, _args, { viewer, services }) =>
      services.notifications.countUnread(viewer),
    notificationSettings: (_root, _args, { viewer, services }) =>
      services.notifications.settings(viewer),
    notificationDelivery: (_root, _args, { viewer, services }) =>
      services.deliverySettings.own(viewer),
  },
  Mutation: {
    markNotificationsRead: (_root, { upTo }, { viewer, services }) =>
      services.notifications.markRead(viewer, upTo),
    setNotificationsOff: (_root, { kinds }, { viewer, services }) =>
      services.notifications.saveSettings(viewer, kinds),
    setNotificationDelivery: (_root, choice, { viewer, services }) =>
      services.deliverySettings.save(viewer, choice),
  },
  CurrentUser: {
    // The answer to a sign-in comes before the session makes the person the viewer.
    unreadNotifications: (user, _args, { viewer, services }) =>
      viewer.kind === 'member' && viewer.via === 'session' && viewer.user.id === user.id
        ? services.notifications.countUnread(viewer)
        : null,
  },
  NotificationDelivery: {
    quietFrom: ({ quiet }) => quiet?.from ?? null,
    quietUntil: ({ quiet }) => quiet?.until ?? null,
  },
  Notification: {
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
  },
};

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

export const feeds: Resolvers = {
  Query: {
    myFeedAddress: async (_root, _args, { viewer, services }) => {
      const createdAt = await services.feeds.createdAt(viewer);
      return createdAt && { address: null, createdAt };
    },
  },
  Mutation: {
    renewFeedAddress: (_root, _args, { viewer, services }) => services.feeds.renew(viewer),
    removeFeedAddress: async (_root, _args, { viewer, services }) => {
      await services.feeds.remove(viewer);
      return { success: true };
    },
  },
};
