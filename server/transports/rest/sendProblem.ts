// Sends problems, for every part of the server.
import type { Request, Response } from 'express';
import type { Language } from '../../shared/language.ts';
import { askedLanguage, getRequestId } from '../http/session.ts';
import { problemOf, type Problem } from './problems.ts';
import { inRussian } from './russianProblem.ts';

/** The language of problems: Russian when Accept-Language asks for it, else English. */
export const languageOfProblems = (request: Request): Language =>
  askedLanguage(request.get('accept-language')) === 'ru' ? 'ru' : 'en';

/**
 * Sends a problem in a form that the caller accepts, in Russian when Accept-Language asks for it. The default is English, since
 * callers without a language are programs, whose developers read it.
 */
export function sendProblem(response: Response, problem: Problem): void {
  if (problem.retryAfter !== undefined)
    response.setHeader('Retry-After', String(problem.retryAfter));
  const language = languageOfProblems(response.req);
  response.vary('Accept-Language').setHeader('Content-Language', language);
  const wantsProblem = response.req.accepts(['application/json', 'application/problem+json']);
  response
    .status(problem.status)
    .type(
      wantsProblem === 'application/problem+json' ? 'application/problem+json' : 'application/json',
    )
    .send(JSON.stringify(language === 'ru' ? inRussian(problem) : problem));
}

/** Answers 405 with `Allow`. */
export function refuseMethod(response: Response, allowed: readonly string[]): void {
  response.setHeader('Allow', allowed.join(', '));
  const error = {
    message: `This path takes ${allowed.join(', ')}`,
    extensions: { code: 'INVALID', reason: 'method' },
  };
  sendProblem(response, problemOf(error, getRequestId(response), 405));
}
