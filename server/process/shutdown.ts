// Graceful shutdown, once, within a time limit, and the handlers of uncaught errors that start it.
import type { Log } from '../shared/log.ts';

interface Options {
  log: Log;
  /** Time after which the process exits although work is unfinished. */
  timeoutMs: number;
  /** Finishes running work and closes all connections. */
  close(): Promise<void>;
}

/** Exits with the code of the first call. */
type Shutdown = (exitCode: number) => void;

/** Creates the shutdown, and starts it with exit code 0 at SIGTERM and SIGINT. */
export function createShutdown({ log, timeoutMs, close }: Options): Shutdown {
  let hasBegun = false;
  const shutdown: Shutdown = (exitCode) => {
    if (hasBegun) return;
    hasBegun = true;
    log.info('Shutting down: running work is finished first');
    const late = setTimeout(() => {
      log.warn('Shutdown timed out: not everything was finished');
      process.exit(1);
    }, timeoutMs);
    late.unref();
    close().then(
      () => {
        log.info('Shutdown complete');
        process.exit(exitCode);
      },
      (err: unknown) => {
        log.error({ err }, 'Shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => shutdown(0));
  return shutdown;
}

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
