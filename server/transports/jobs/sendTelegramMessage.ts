// Sends Telegram messages that answer no message: questions, and news about the account.
import { z } from 'zod';
import type { Task } from './task.ts';

const message = z.strictObject({
  chatId: z.string(),
  text: z.string(),
  buttons: z.array(z.strictObject({ text: z.string(), data: z.string() })),
});

export const sendTelegramMessage: Task = {
  name: 'sendTelegramMessage',
  formerName: 'tellInTelegram',
  async run(payload, { services, log }) {
    if (!services.botConnection) return;
    const messageId = await services.botConnection.tell(message.parse(payload));
    if (messageId === null) log.info('Somebody has closed their chat with the bot');
  },
};
