// Trigger of the notification job when an event is recorded.
import type { Services } from '../../composition.ts';
import type { Log } from '../../shared/log.ts';
import { createNotifications } from './messagingTasks.ts';

/** Enqueues the job at once; calls while one is being enqueued are one more. */
export function notificationTrigger(services: Pick<Services, 'jobs'>, log: Log): () => void {
  const { name } = createNotifications;
  let isEnqueuing = false;
  let isRequested = false;
  const enqueue = async (): Promise<void> => {
    isEnqueuing = true;
    do {
      isRequested = false;
      try {
        await services.jobs.enqueue(name, {}, { key: name });
      } catch (err) {
        // The schedule runs it within the minute.
        log.debug({ err }, 'The notification job could not be enqueued');
      }
    } while (isRequested);
    isEnqueuing = false;
  };
  return () => {
    if (isEnqueuing) isRequested = true;
    else void enqueue();
  };
}
