// Sends a problem, whatever part of the server it comes from.
import type { Response } from 'express';
import { askedLanguage, requestIdOf } from '../http/session.ts';
import { problemOf, type Problem } from './problems.ts';
import { inRussian } from './russianProblem.ts';

/**
 * Sends a problem in the form that the caller accepts, and in Russian to those whose Accept-Language asks for it. Without
 * a language it stays English: programs, whose authors read it, are the callers that name none.
 */
export function sendProblem(response: Response, problem: Problem): void {
  if (problem.retryAfter !== undefined)
    response.setHeader('Retry-After', String(problem.retryAfter));
  const isRussian = askedLanguage(response.req.get('accept-language')) === 'ru';
  response.vary('Accept-Language').setHeader('Content-Language', isRussian ? 'ru' : 'en');
  const wantsProblem = response.req.accepts(['application/json', 'application/problem+json']);
  response
    .status(problem.status)
    .type(
      wantsProblem === 'application/problem+json' ? 'application/problem+json' : 'application/json',
    )
    .send(JSON.stringify(isRussian ? inRussian(problem) : problem));
}

/** Answers 405 with `Allow`. */
export function refuseMethod(response: Response, allowed: readonly string[]): void {
  response.setHeader('Allow', allowed.join(', '));
  const error = {
    message: `This path takes ${allowed.join(', ')}`,
    extensions: { code: 'INVALID', reason: 'method' },
  };
  sendProblem(response, problemOf(error, requestIdOf(response), 405));
}
