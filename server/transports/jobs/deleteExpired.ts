// Deletes what nobody can use any more: sessions, sign-ins, single-use tokens, remembered messages, wishes to
// connect Telegram, messages whose buttons work no more, changes that every index of the search holds, what was
// done through tokens long ago, events that everybody has had, old notifications, what a search was waited for
// and found, searches that nobody waits for, secrets of webhooks that sign no more. And, as the privacy policy says, use
// cases that can be brought back no more, the addresses of closed reports, what was closed long ago, and what merges keep of reports.
import type { Task } from './task.ts';

export const deleteExpired: Task = {
  name: 'deleteExpired',
  formerName: 'forgetStale',
  async run(_payload, { services }) {
    await services.sessions.removeStale();
    await services.signIn.removeStale();
    await services.telegramLinks.removeStale();
    await services.accessMessages.removeStale();
    await services.forgetSearchChanges();
    await services.auditLog.deleteOldTokenActs();
    await services.outbox.forgetOld();
    await services.notifications.forgetOld();
    await services.watches.removeStale();
    await services.wishes.removeStale();
    await services.webhooks.forgetFormer();
    await services.useCases.forgetDeleted();
    await services.complaints.forgetClosed();
    await services.merges.forgetComments();
    await services.access.forgetClosed();
    await services.proposals.forgetSettled();
    await services.restores.removeObsolete();
  },
};
