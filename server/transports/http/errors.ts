// Error handler of Express: errors become problems, masked unless they are refusals.
import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler } from 'express';
import { asDomainError } from '../../database/databaseErrors.ts';
import { problemOf, problemOfRefusal, type Problem } from '../rest/problems.ts';
import { sendProblem } from '../rest/sendProblem.ts';
import { DomainError } from '../../shared/domainError.ts';
import { fieldError } from '../../shared/fieldErrors.ts';
import type { Log } from '../../shared/log.ts';
import { pageLanguage, pagePaths } from './page.ts';
import { sendErrorPage } from './errorPage.ts';
import { getRequestId } from './session.ts';

/** Messages for requests that the parsers refuse; the parsers' own messages repeat parts of the input. */
const unreadable: Record<string, string> = {
  'body.notJson': 'The body must be JSON, sent as Content-Type: application/json',
  'charset.unsupported': 'The character set of the body is not known',
  'encoding.unsupported': 'The encoding of the body is not known',
  'entity.parse.failed': 'The body must be JSON',
  'entity.too.large': 'The body is too large',
  'host.missing': 'The request names no host',
  'url.too.long': 'The address is too long',
};

/** Error of express and its parsers. */
interface HttpError {
  status: number;
  type?: string;
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
    if (reason === 'request.aborted') log.debug({ requestId }, 'A request broke off');
    const errors = reason === 'entity.parse.failed' ? [fieldError('', 'invalid_json')] : undefined;
    return problemOf(
      {
        message: unreadable[reason] ?? 'The request cannot be read',
        extensions: { code: 'INVALID', reason, ...(errors ? { errors } : {}) },
      },
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
  (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = toProblem(error, getRequestId(response), log);
    const isPage = request.method === 'GET' && pagePaths.test(request.path);
    if (isPage) sendErrorPage(response, problem, pageLanguage(request));
    else sendProblem(response, problem);
  };
