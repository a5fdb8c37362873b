// Resolvers of notifications.
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
