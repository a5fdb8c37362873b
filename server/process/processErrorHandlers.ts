// Process error handlers: an unhandled rejection is logged, an uncaught exception starts the shutdown (docs/decisions).
import type { Log } from '../shared/log.ts';

/**
 * An unhandled rejection leaves other work intact. An exception may have interrupted anything on the stack, so a new
 * process must take over.
 */
export function handleProcessErrors(log: Log, shutdown: (exitCode: number) => void): void {
  process.on('unhandledRejection', (err) => {
    log.error({ err }, 'Unhandled rejection; the server goes on');
  });
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'Uncaught exception; the server shuts down');
    shutdown(1);
  });
}
