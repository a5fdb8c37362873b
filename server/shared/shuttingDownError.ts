// Error of a process that is shutting down.
import { DomainError } from './domainError.ts';

/** UNAVAILABLE (`closing`): another process answers, or a new one soon. */
export const shuttingDownError = (): DomainError =>
  new DomainError('UNAVAILABLE', 'The server is closing', { reason: 'closing', retryAfter: 1 });
