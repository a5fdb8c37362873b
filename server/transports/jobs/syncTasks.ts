// Tasks of the synchronisation with the bookmark provider.
import { DomainError } from '../../shared/domainError.ts';
import type { Task } from './task.ts';

const isScheduled = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && '_cron' in payload;

/**
 * Synchronises with the configured source. The run records how it ended, and the next one comes by the schedule, so a failure is
 * not retried; the loss of the database says nothing about the bookmarks and is.
 */
export const sync: Task = {
  name: 'sync',
  atStart: true,
  cron: ({ syncSchedule, raindrop, bookmarksFile }) =>
    raindrop || bookmarksFile ? (syncSchedule ?? null) : null,
  async run(payload, { services, log, signal }) {
    if (!services.sync.isConfigured) return;
    const startedBy = isScheduled(payload) ? 'schedule' : 'start';
    try {
      const { error, errorReason } = await services.sync.run({ startedBy, signal });
      if (errorReason === 'databaseAway') throw new Error(error ?? errorReason);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'CONFLICT')) throw error;
      log.info('A synchronisation is running already');
    }
  },
};

/**
 * Writes pending changes to the bookmark provider: new bookmarks, those of merges, and edits, each also when another fails. The queue
 * retries while the provider does not answer; a refused bookmark waits for the schedule.
 */
export const writeBookmarks: Task = {
  name: 'writeBookmarks',
  atStart: true,
  cron: ({ raindrop }) => (raindrop ? '35 * * * *' : null),
  async run(_payload, { services, log, signal }) {
    const parts = {
      'new bookmarks': () => services.additions.createRequestedBookmarks(signal),
      'other bookmarks of merges': () => services.merges.applyPendingBookmarks(signal),
      'changed bookmarks': () => services.bookmarkWriter.writeAll(signal),
    };
    const problems: string[] = [];
    const failures: unknown[] = [];
    for (const [subject, write] of Object.entries(parts)) {
      try {
        const { written, remaining, reason, retryReason } = await write();
        if (written > 0) log.info({ written }, `Wrote ${subject}`);
        if (retryReason) problems.push(`${remaining} ${subject}: ${retryReason}`);
        else if (remaining > 0)
          log.warn({ remaining, reason }, `Not written before the next schedule: ${subject}`);
      } catch (error) {
        failures.push(error);
      }
    }
    signal.throwIfAborted();
    if (failures.length > 0) throw failures[0];
    if (problems.length > 0) throw new Error(`Not written yet: ${problems.join(', ')}`);
  },
};
