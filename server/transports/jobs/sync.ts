// Synchronisation run with the configured source: by the schedule, and at every start of a server.
import { DomainError } from '../../shared/domainError.ts';
import type { Task } from './task.ts';

const isByTheClock = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && '_cron' in payload;

export const sync: Task = {
  name: 'sync',
  atStart: true,
  /**
   * How a run ended is written into the run; the next one comes by the clock, so that a failure is not tried again here.
   * One that lost the database is: it says nothing about the bookmarks.
   */
  async run(payload, { services, log, signal }) {
    if (!services.sync.isConfigured) return;
    const startedBy = isByTheClock(payload) ? 'schedule' : 'start';
    try {
      const { error, errorReason } = await services.sync.run({ startedBy, signal });
      if (errorReason === 'databaseAway') throw new Error(error ?? errorReason);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'CONFLICT')) throw error;
      log.info('A synchronisation is under way already');
    }
  },
};
