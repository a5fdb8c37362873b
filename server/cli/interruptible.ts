// Interruption of a long command by SIGINT, SIGTERM or SIGHUP, without a half-done state.
import { DomainError } from '../shared/domainError.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that a signal aborts. @throws DomainError UNAVAILABLE when it was interrupted */
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
