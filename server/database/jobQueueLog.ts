// Log of the job queue without job payloads.
import { Logger } from 'graphile-worker';
import type { Log } from '../shared/log.ts';

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Error of a job that stops because the server closes: no failure, since it runs again later. */
export class JobPostponed extends Error {}

export const queueLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    const err: unknown = meta?.['error'];
    if (err instanceof JobPostponed) log.info(err.message);
    else log[levels[level as keyof typeof levels] ?? 'debug'](err ? { err } : {}, message);
  });
