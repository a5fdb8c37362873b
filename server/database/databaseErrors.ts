// Classification of database errors: unavailable and aborted ones become refusals (503).
import { isNativeError } from 'node:util/types';
import { DomainError } from '../shared/domainError.ts';
import { errorCode } from '../shared/errorCode.ts';

/** Codes of PostgreSQL (class 08: connection; 57P: the server stops, starts or crashed; 53: it is full). */
const serverCodes = /^(?:08\d{3}|08[A-Z0-9]{3}|57P0[1-5]|53[0-9A-Z]{3}|25P03)$/;
/** Codes of Node's network calls of any kind: an aborted upload has one as well (ECONNABORTED). */
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

/** Foreign key violation. */
const referenceViolation = '23503';

/** True when a referenced row has been deleted meanwhile. */
export const isMissingReference = (error: unknown): boolean =>
  errorCode(error) === referenceViolation;

/** PostgreSQL ended the statement after `statement_timeout`, or aborted a transaction because of a conflict in every try. */
const abortedCodes = new Set(['57014', '40001', '40P01']);

/** Seconds after which a caller may try again. */
const retryAfter = 2;

const connectionErrors = new WeakSet<Error>();

/** Marks an error as raised by a database connection, which its network code does not tell; returns the error. */
export function markConnectionError<Raised>(error: Raised): Raised {
  if (!isNativeError(error)) return error;
  connectionErrors.add(error);
  if (error instanceof AggregateError) for (const inner of error.errors) markConnectionError(inner);
  return error;
}

/** True for an error that `markConnectionError` has marked. */
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

/** True when the error or one of its causes means that the database cannot be reached. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error; isNativeError(current); current = current.cause) {
    if (isUnavailable(current)) return true;
  }
  return false;
}

/**
 * Turns a failure of the database into a refusal for callers: `UNAVAILABLE` with reason `databaseAway` or `databaseSlow`. Returns
 * other errors unchanged.
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
