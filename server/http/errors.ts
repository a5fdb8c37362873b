// The last stop of a request: every error that left a door becomes a problem, masked unless it is a refusal.
import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler } from 'express';
import { asDomainError } from '../database/databaseErrors.ts';
import { problemOf, problemOfRefusal, type Problem } from '../rest/problems.ts';
import { sendProblem } from '../rest/sendProblem.ts';
import { DomainError } from '../shared/domainError.ts';
import type { Log } from '../shared/log.ts';
import { requestIdOf } from './session.ts';

/** What express and its parsers throw: a status, and a message that may be shown. */
interface HttpError {
  status: number;
  type?: string;
  expose?: boolean;
  message: string;
}

const isHttpError = (error: unknown): error is HttpError =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number';

function toProblem(raised: unknown, requestId: string, log: Log): Problem {
  const error = asDomainError(raised);
  if (error instanceof DomainError) {
    if (error !== raised) log.warn({ err: raised }, error.message);
    return problemOfRefusal(error, requestId);
  }
  if (isHttpError(error) && error.status >= 400 && error.status < 500) {
    const reason = error.type ?? 'request';
    return problemOf(
      { message: error.message, extensions: { code: 'INVALID', reason } },
      requestId,
      error.status,
    );
  }
  const errorId = randomUUID();
  log.error({ err: error, errorId, requestId }, 'Unexpected error');
  return problemOf(
    { message: 'Something went wrong', extensions: { code: 'INTERNAL', errorId } },
    requestId,
  );
}

export const answerErrors =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    sendProblem(response, toProblem(error, requestIdOf(response), log));
  };
