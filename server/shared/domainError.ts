// Domain errors: the closed list of codes that every transport knows.
import type { FieldError } from './fieldErrors.ts';
import type { RefusalReason } from './refusalReasons.ts';

export const errorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID',
  'CONFLICT',
  'GONE',
  'TOO_MANY',
  'UNAVAILABLE',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

interface Details {
  /** Key of the client's translation, finer than `code`: for example `restrictedAccess`. */
  reason?: RefusalReason;
  errors?: FieldError[];
  /** Seconds to wait (TOO_MANY, UNAVAILABLE). */
  retryAfter?: number;
  /** Facts that the page shows with the refusal; never secrets. */
  facts?: Record<string, string | number | null>;
  cause?: unknown;
}

/** A call with a thousand errors gets the first ones. */
const maxErrors = 20;

/** A stored refusal for later readers. */
export interface KeptRefusal {
  /** One English sentence. */
  error: string;
  errorReason: RefusalReason | null;
}

/** A refusal that the caller may read. All other errors are masked and logged. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly reason: RefusalReason | undefined;
  /** At most 20. */
  readonly errors: FieldError[];
  readonly retryAfter: number | undefined;
  readonly facts: Record<string, string | number | null> | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'DomainError';
    this.code = code;
    this.reason = details.reason;
    this.errors = (details.errors ?? []).slice(0, maxErrors);
    this.retryAfter = details.retryAfter;
    this.facts = details.facts;
  }
}

/** Stored form of an error: a refusal's own message, or `otherwise` for an unexpected error. */
export const keptRefusal = (error: unknown, otherwise: string): KeptRefusal =>
  error instanceof DomainError
    ? { error: error.message, errorReason: error.reason ?? null }
    : { error: otherwise, errorReason: 'unexpected' };

/** UNAVAILABLE (`closing`): another process answers, or a new one soon. */
export const shuttingDownError = (): DomainError =>
  new DomainError('UNAVAILABLE', 'The server is closing', { reason: 'closing', retryAfter: 1 });
