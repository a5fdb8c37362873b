// Tasks that notify people and other tools. Events enqueue them at once; their schedules are for events that were missed.
import { z } from 'zod';
import type { Task } from './task.ts';

/** Turns recorded events into notifications. */
export const createNotifications: Task = {
  name: 'createNotifications',
  formerName: 'makeNotifications',
  atStart: true,
  cron: '* * * * *',
  async run(_payload, { services, log, signal }) {
    const created = await services.notifications.processEvents(signal);
    if (created > 0) log.info(`Created ${created} notifications`);
  },
};

/** Sends notifications by Telegram and mail. */
export const deliverNotifications: Task = {
  name: 'deliverNotifications',
  atStart: true,
  cron: '* * * * *',
  async run(_payload, { services, signal }) {
    const isLeft = await services.notificationDeliveries.send(signal);
    if (isLeft)
      await services.jobs.enqueue('deliverNotifications', {}, { key: 'deliverNotifications next' });
  },
};

/** Delivers events to webhooks. A slow receiver delays the others by one round only. */
export const sendWebhooks: Task = {
  name: 'sendWebhooks',
  atStart: true,
  cron: '* * * * *',
  async run(_payload, { services, signal }) {
    await services.webhookDeliveries.collect(signal);
    const isLeft = await services.webhookDeliveries.send(signal);
    if (isLeft) await services.jobs.enqueue('sendWebhooks', {}, { key: 'sendWebhooks next' });
  },
};

/** Closes merged catalogue gaps, and sends search alerts for searches that have results by now. */
export const sendSearchAlerts: Task = {
  name: 'sendSearchAlerts',
  formerName: 'tellWishes',
  cron: '5 * * * *',
  async run(_payload, { services, log, signal }) {
    await services.catalogueGaps.closeMerged();
    const sent = await services.searchAlerts.sendDue(signal);
    if (sent > 0) log.info(`Sent ${sent} search alerts`);
  },
};

const telegramMessage = z.strictObject({
  chatId: z.string(),
  text: z.string(),
  buttons: z.array(z.strictObject({ text: z.string(), data: z.string() })),
});

/** Sends one message of the bot that is no answer. */
export const sendTelegramMessage: Task = {
  name: 'sendTelegramMessage',
  formerName: 'tellInTelegram',
  async run(payload, { services, log }) {
    if (!services.botConnection) return;
    const messageId = await services.botConnection.tell(telegramMessage.parse(payload));
    if (messageId === null) log.info('A person has blocked the bot');
  },
};
