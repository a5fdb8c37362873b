// What nobody caught: a rejection is logged and the server goes on; an exception ends it in order (docs/decisions).
import type { Log } from '../shared/log.ts';

interface Options {
  log: Log;
  /** Ends the process in order, with an exit code that says that something was wrong. */
  end: () => void;
}

/**
 * Takes what would end the process at once. A rejection that nobody waits for has left nothing half done in those who do
 * not wait. An exception has cut through whatever stood on the stack: what is under way is finished, and a new process begins.
 */
export function handleProcessErrors({ log, end }: Options): void {
  process.on('unhandledRejection', (err) => {
    log.error({ err }, 'Nobody handled this rejection; the server goes on');
  });
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'Nobody handled this exception; the server ends in order');
    end();
  });
}
