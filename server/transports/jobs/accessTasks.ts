// Tasks of access requests, data rules and subscriptions.
import { z } from 'zod';
import type { Task } from './task.ts';

/** Sends access requests that wait in the outbox. */
export const sendAccessRequests: Task = {
  name: 'sendAccessRequests',
  atStart: true,
  cron: '30 * * * *',
  async run(_payload, { services, log, signal }) {
    const { sent, waiting } = await services.accessRequests.sendQueued(signal);
    if (sent > 0) log.info(`Sent ${sent} access requests`);
    if (waiting > 0) throw new Error(`${waiting} access requests could not be sent yet`);
  },
};

/** Ends access that has expired. Each has a job at its moment; the schedule is for those that were missed. */
export const expireAccess: Task = {
  name: 'expireAccess',
  atStart: true,
  cron: '25 * * * *',
  async run(_payload, { services, log }) {
    const expired = await services.accessWorkflow.expireDue();
    if (expired > 0) log.info(`Access expired: ${expired}`);
  },
};

const changedRequest = z.strictObject({ requestId: z.int() });

/** Sends an access request to its approvers in Telegram, and updates the messages about it. */
export const updateAccessMessages: Task = {
  name: 'updateAccessMessages',
  formerName: 'showAccessMessages',
  async run(payload, { services }) {
    if (!services.botConnection) return;
    const { requestId } = changedRequest.parse(payload);
    await services.accessBotMessages.update(requestId, services.botConnection);
  },
};

/** Records reviews of data rules and decisions on pilots that are due. */
export const recordDueReviews: Task = {
  name: 'recordDueReviews',
  cron: '50 * * * *',
  async run(_payload, { services, log, signal }) {
    const due = await services.ruleReviews.recordDue(signal);
    const pilots = await services.stages.recordEnded(signal);
    if (pilots > 0) log.info(`Pilots that wait for a decision: ${pilots}`);
    if (due > 0) log.info(`Reviews of data rules that are due: ${due}`);
  },
};

/** Reads the pages that data rules quote, and tells those who decide about changes. */
export const watchSources: Task = {
  name: 'watchSources',
  cron: ({ sourceWatch }) => (sourceWatch ? '0 * * * *' : null),
  async run(_payload, { services, log, signal }) {
    const { read, changed } = await services.sourceWatch.readDue(signal);
    if (read > 0) log.info({ read, changed }, 'Sources of data rules were read');
  },
};

/** Reminds of notice periods of subscriptions that end, and of unanswered access reviews. */
export const sendReminders: Task = {
  name: 'sendReminders',
  cron: '45 * * * *',
  async run(_payload, { services, log, signal }) {
    const notices = await services.subscriptions.recordReminders(signal);
    const questions = await services.accessReviews.remind(signal);
    if (notices + questions > 0)
      log.info(`Reminders: ${notices} of subscriptions, ${questions} of access reviews`);
  },
};
