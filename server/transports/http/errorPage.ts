// Error page: HTML for people, a problem document for programs.
import type { Request, Response } from 'express';
import type { Language } from '../../shared/language.ts';
import type { Problem } from '../rest/problems.ts';
import { inRussian } from '../rest/russianProblem.ts';
import { sendProblem } from '../rest/sendProblem.ts';
import { escapeHtml } from '../../shared/mailer.ts';
import { plainPage } from './plainPage.ts';

const again = { ru: 'Повторить', en: 'Try again' };

/** True for a request of a browser; programs that accept anything get JSON. */
export const prefersHtml = (request: Request): boolean =>
  request.accepts(['application/json', 'text/html']) === 'text/html';

/** Sends an error page in the given language; a program gets a problem in the language that it asks for. */
export function sendErrorPage(response: Response, problem: Problem, language: Language): void {
  response.setHeader('Cache-Control', 'no-store');
  if (!prefersHtml(response.req)) {
    sendProblem(response, problem);
    return;
  }
  if (problem.retryAfter !== undefined)
    response.setHeader('Retry-After', String(problem.retryAfter));
  const { error, title } = language === 'ru' ? inRussian(problem) : problem;
  response
    .status(problem.status)
    .type('text/html; charset=utf-8')
    .send(
      plainPage({
        language,
        title: `${escapeHtml(title)} – Loadout`,
        body: `<p>${escapeHtml(error)}</p>\n<p><a href="">${again[language]}</a></p>`,
      }),
    );
}
