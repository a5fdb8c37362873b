// Error formatting: refusals of the domain pass, everything else is masked and logged with an id.
import { randomUUID } from 'node:crypto';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { asDomainError } from '../../database/databaseErrors.ts';
import { DomainError, type ErrorCode } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';

/** HTTP status of a refusal, in every transport. */
export const statusOf: Record<ErrorCode | 'INTERNAL', number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  GONE: 410,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Apollo's codes for documents that it refuses to run; all mean invalid input. */
const documentErrors = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'INVALID',
]);

/** A refusal as the `extensions` of a GraphQL error. */
export const refusalExtensions = (error: DomainError): Record<string, unknown> => ({
  code: error.code,
  ...(error.reason ? { reason: error.reason } : {}),
  ...(error.errors.length > 0 ? { errors: error.errors } : {}),
  ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
  ...(error.facts ? { facts: error.facts } : {}),
});

/** Longer than any message of Loadout; graphql-js repeats input of callers at full length. */
const maxCharacters = 400;

const shortened = (message: string): string =>
  message.length > maxCharacters ? `${message.slice(0, maxCharacters - 1)}…` : message;

/** Removes suggestions, which reveal names of the schema. */
const withoutHints = (message: string): string => message.replace(/ ?Did you mean [^?]*\?/g, '');

/** The error thrown by a resolver, or by a plugin, which Apollo wraps differently. */
function getCause(raised: unknown): unknown {
  const cause = unwrapResolverError(raised);
  const isWrapped = cause instanceof GraphQLError && cause.originalError instanceof DomainError;
  return isWrapped ? cause.originalError : cause;
}

/** Formats an error of Apollo for the caller. */
export const createErrorFormatter =
  (log: Log) =>
  (formatted: GraphQLFormattedError, raised: unknown): GraphQLFormattedError => {
    const cause = getCause(raised);
    const error = asDomainError(cause);
    if (error instanceof DomainError) {
      if (error.code === 'UNAVAILABLE') log.warn({ err: error.cause ?? error }, error.message);
      return { message: error.message, path: formatted.path, extensions: refusalExtensions(error) };
    }
    const code = formatted.extensions?.['code'];
    if (
      raised instanceof GraphQLError &&
      !(cause instanceof Error && cause !== raised) &&
      documentErrors.has(String(code))
    ) {
      return {
        message: shortened(withoutHints(formatted.message)),
        locations: formatted.locations,
        path: formatted.path,
        extensions: { code: 'INVALID', reason: String(code) },
      };
    }
    const errorId = randomUUID();
    log.error({ err: cause, errorId, path: formatted.path }, 'Unexpected error');
    return {
      message: 'Something went wrong',
      path: formatted.path,
      extensions: { code: 'INTERNAL', errorId },
    };
  };
