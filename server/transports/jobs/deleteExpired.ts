// Retention: deletes expired data in batches: sessions, sign-ins, one-time tokens, stored messages, pending Telegram connections,
// messages with expired buttons, recorded changes that every search index has read, old entries of tokens in the audit log, events
// that every reader has had, old notifications, fired search alerts, searches that nobody waits for, and expired webhook secrets.
// As the privacy policy promises, also use cases and loadouts past their restore period, addresses and old records of closed
// complaints, and texts of complaints in merges.
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
