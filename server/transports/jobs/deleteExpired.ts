// Deletes what nobody can use any more: sessions, sign-ins, single-use tokens, remembered messages, wishes to
// connect Telegram, messages whose buttons work no more, changes that every index of the search holds, what was
// done through tokens long ago, events that everybody has had, old notifications, what a search was waited for
// and found, searches that nobody waits for, secrets of webhooks that sign no more. And, as the privacy policy says, use
// cases and loadouts that can be brought back no more, the addresses of closed reports, what was closed long ago, and what merges keep of reports.
import type { Task } from './task.ts';

export const deleteExpired: Task = {
  name: 'deleteExpired',
  formerName: 'forgetStale',
  async run(_payload, { services }) {
    await services.sessions.removeStale();
    await services.signIn.removeStale();
    await services.telegramLinks.removeStale();
    await services.accessBotMessages.deleteExpired();
    await services.forgetSearchChanges();
    await services.auditLog.deleteOldTokenActs();
    await services.outbox.deleteOld();
    await services.notifications.deleteOld();
    await services.searchAlerts.deleteOld();
    await services.catalogueGaps.deleteStale();
    await services.webhooks.deleteFormerSecrets();
    await services.useCases.forgetDeleted();
    await services.loadouts.forgetDeleted();
    await services.complaints.deleteClosed();
    await services.merges.forgetComments();
    await services.accessRequests.deleteClosed();
    await services.proposals.deleteClosed();
    await services.restores.removeObsolete();
  },
};
