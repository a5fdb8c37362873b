// Abort signal of a request whose client has disconnected.
import type { ServerResponse } from 'node:http';
import { DomainError } from '../../shared/domainError.ts';

/** Signal that aborts when the answer is sent or the caller has disconnected. */
export function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const ended = new AbortController();
  const end = () =>
    ended.abort(new DomainError('UNAVAILABLE', 'The request has ended', { reason: 'tooSlow' }));
  if (response.closed) end();
  else response.once('close', end);
  return ended.signal;
}
