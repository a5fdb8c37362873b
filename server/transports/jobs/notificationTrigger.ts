// Trigger of the notification job when an event is recorded.
import type { Services } from '../../composition.ts';
import type { Log } from '../../shared/log.ts';
import { createNotifications } from './createNotifications.ts';

/** Trigger: one job for all events that are recorded while it waits. */
export function notificationTrigger(services: Pick<Services, 'jobs'>, log: Log): () => void {
  const { name } = createNotifications;
  let isRinging = false;
  let again = false;
  const ring = async (): Promise<void> => {
    isRinging = true;
    do {
      again = false;
      try {
        await services.jobs.enqueue(name, {}, { key: name });
      } catch (err) {
        // The clock rings within the minute.
        log.debug({ err }, 'Nobody could be rung for what has happened');
      }
    } while (again);
    isRinging = false;
  };
  return () => {
    if (isRinging) again = true;
    else void ring();
  };
}
