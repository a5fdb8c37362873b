// Error of a process that is shutting down.
import { DomainError } from './domainError.ts';

/** UNAVAILABLE (`closing`): another process answers, or the next one in a moment. */
export const shuttingDownError = (): DomainError =>
  new DomainError('UNAVAILABLE', 'The server is closing', { reason: 'closing', retryAfter: 1 });
