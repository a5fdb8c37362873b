// Ctrl-C during a long command, or its terminal closed: the work under way is told to stop, and leaves no half state.
import { DomainError } from '../shared/domainError.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that stops when the process is asked to end; what had ended before is done. @throws DomainError UNAVAILABLE when it was stopped. */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = () =>
    controller.abort(
      new DomainError('UNAVAILABLE', 'Interrupted; nothing was changed', { reason: 'interrupted' }),
    );
  for (const name of signals) process.once(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.removeListener(name, stop);
  }
}
