// Deletion of data whose time is over, as the limits and the privacy policy say.
import type { Task } from './task.ts';

export const deleteExpired: Task = {
  name: 'deleteExpired',
  formerName: 'forgetStale',
  cron: '40 * * * *',
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
