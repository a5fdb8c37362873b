// Errors over REST: the specification's {success: false, error} and the members of RFC 9457 in one object.
import { STATUS_CODES } from 'node:http';
import type { GraphQLFormattedError } from 'graphql';
import { refusalExtensions, statusOf } from '../graphql/errors.ts';
import type { DomainError } from '../../shared/domainError.ts';
import type { FieldError } from '../../shared/fieldErrors.ts';

export interface Problem {
  success: false;
  /** The message, as clients of the specification read it. */
  error: string;
  /** `urn:loadout:problem:<code>`: identifies the kind of problem (RFC 9457, section 3.1.1). */
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  reason?: string;
  errors?: FieldError[];
  facts?: Record<string, string | number | null>;
  errorId?: string;
  retryAfter?: number;
}

interface Extensions {
  code?: unknown;
  reason?: string;
  errors?: FieldError[];
  facts?: Record<string, string | number | null>;
  errorId?: string;
  retryAfter?: number;
}

/** A GraphQL error as a problem. */
export function problemOf(
  error: Pick<GraphQLFormattedError, 'message' | 'extensions'>,
  requestId: string,
  status?: number,
): Problem {
  const {
    code: rawCode,
    reason,
    errors,
    facts,
    errorId,
    retryAfter,
  } = (error.extensions ?? {}) as Extensions;
  const code = typeof rawCode === 'string' && rawCode in statusOf ? rawCode : 'INTERNAL';
  const statusCode = status ?? statusOf[code as keyof typeof statusOf];
  return {
    success: false,
    error: error.message,
    type: `urn:loadout:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: STATUS_CODES[statusCode] ?? 'Error',
    status: statusCode,
    detail: error.message,
    code,
    requestId,
    ...(reason === undefined ? {} : { reason }),
    ...(errors === undefined ? {} : { errors }),
    ...(facts === undefined ? {} : { facts }),
    ...(errorId === undefined ? {} : { errorId }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** A refusal as a problem. */
export const problemOfRefusal = (error: DomainError, requestId: string, status?: number): Problem =>
  problemOf({ message: error.message, extensions: refusalExtensions(error) }, requestId, status);
