// Has the bot write to those who decide on a request for access, and its former messages say how the request stands now.
import { z } from 'zod';
import type { Task } from './task.ts';

const payload = z.strictObject({ requestId: z.int() });

export const updateAccessMessages: Task = {
  name: 'updateAccessMessages',
  formerName: 'showAccessMessages',
  async run(given, { services }) {
    if (!services.botConnection) return;
    await services.accessMessages.show(payload.parse(given).requestId, services.botConnection);
  },
};
