// Ctrl-C during a long command, or its terminal closed: the work under way is told to stop, and leaves no half state.
import { DomainError } from '../shared/domainError.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that stops when the process is asked to end. @throws DomainError UNAVAILABLE when it was. */
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
    const result = await work(controller.signal);
    controller.signal.throwIfAborted();
    return result;
  } finally {
    for (const name of signals) process.removeListener(name, stop);
  }
}
