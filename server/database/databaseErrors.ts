// Classification of database errors: unavailable and aborted ones become refusals (503).
import { isNativeError } from 'node:util/types';
import { DomainError } from '../shared/domainError.ts';
import { errorCode } from '../shared/errorCode.ts';

/** Codes of PostgreSQL (class 08: connection; 57P: the server stops, starts or crashed; 53: it is full). */
const serverCodes = /^(?:08\d{3}|08[A-Z0-9]{3}|57P0[1-5]|53[0-9A-Z]{3}|25P03)$/;
/** Codes of Node's network calls, whoever makes them: an upload that breaks off has one as well (ECONNABORTED). */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of node-postgres and knex that come without a code. */
const messagesWithoutCode =
  /Connection terminated|Client has encountered a connection error|timeout expired|Timeout acquiring a connection|Unable to acquire a connection|Connection ended unexpectedly|not queryable/i;

/** A row refers to another one that is gone by now. */
const referenceViolation = '23503';

/** True when a referenced row has gone meanwhile. */
export const isMissingReference = (error: unknown): boolean =>
  errorCode(error) === referenceViolation;

/**
 * PostgreSQL ended the statement because it took longer than `statement_timeout`, or gave up a transaction that stood in the way of others
 * each time it was tried.
 */
const abortedCodes = new Set(['57014', '40001', '40P01']);

/** Seconds after which a caller may try again. */
const retryAfter = 2;

const connectionErrors = new WeakSet<Error>();

/** Remembers that a connection to the database raised it, which a code of the network does not say; answers the error. */
export function markConnectionError<Raised>(error: Raised): Raised {
  if (!isNativeError(error)) return error;
  connectionErrors.add(error);
  if (error instanceof AggregateError) for (const inner of error.errors) markConnectionError(inner);
  return error;
}

/** True for an error that a connection to the database raised, as far as `markConnectionError` was told. */
export const isConnectionError = (error: Error): boolean => connectionErrors.has(error);

function isUnavailable(error: Error): boolean {
  const code = errorCode(error);
  if (serverCodes.test(code)) return true;
  if (networkCodes.has(code) && connectionErrors.has(error)) return true;
  if (error instanceof AggregateError) {
    return error.errors.some((inner) => isNativeError(inner) && isUnavailable(inner));
  }
  return code === '' && messagesWithoutCode.test(error.message);
}

/** True when the error, or one that caused it, says that the database cannot be reached now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error; isNativeError(current); current = current.cause) {
    if (isUnavailable(current)) return true;
  }
  return false;
}

/**
 * Turns a failure of the database into the refusal that callers may read: `UNAVAILABLE` with reason `databaseAway` or
 * `databaseSlow`. Any other error comes back unchanged.
 */
export function asDomainError(error: unknown): unknown {
  if (error instanceof DomainError || !isNativeError(error)) return error;
  if (isDatabaseUnavailable(error)) {
    return new DomainError('UNAVAILABLE', 'The database cannot be reached at the moment.', {
      reason: 'databaseAway',
      retryAfter,
      cause: error,
    });
  }
  if (abortedCodes.has(errorCode(error))) {
    return new DomainError('UNAVAILABLE', 'The answer took too long.', {
      reason: 'databaseSlow',
      retryAfter,
      cause: error,
    });
  }
  return error;
}
