// Telegram messages to the approvers of an access request: sent, and updated to its current status.
import { z } from 'zod';
import type { Task } from './task.ts';

const payload = z.strictObject({ requestId: z.int() });

export const updateAccessMessages: Task = {
  name: 'updateAccessMessages',
  formerName: 'showAccessMessages',
  async run(given, { services }) {
    if (!services.botConnection) return;
    await services.accessBotMessages.update(payload.parse(given).requestId, services.botConnection);
  },
};
