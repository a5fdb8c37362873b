// Deletes what nobody can use any more: sessions, sign-ins, single-use tokens, remembered messages, changes
// that every index of the search holds.
import type { Task } from './task.ts';

export const forgetStale: Task = {
  name: 'forgetStale',
  async run(_payload, { services }) {
    await services.sessions.removeStale();
    await services.signIn.removeStale();
    await services.telegramLinks.removeStale();
    await services.forgetSearchChanges();
  },
};
