// A page that cannot be answered: in words for whoever looks at it, as a problem for a program.
import type { Response } from 'express';
import type { Language } from '../domain/knowledge/knowledge.ts';
import type { Problem } from '../rest/problems.ts';
import { inRussian } from '../rest/russianProblem.ts';
import { sendProblem } from '../rest/sendProblem.ts';
import { escapeHtml } from '../shared/mailPage.ts';

const again = { ru: 'Повторить', en: 'Try again' };

/** Refuses a page, in the language of the page. */
export function refusePage(response: Response, problem: Problem, language: Language): void {
  response.setHeader('Cache-Control', 'no-store');
  if (response.req.accepts(['application/json', 'text/html']) !== 'text/html') {
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
      [
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
        `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} – Loadout</title>`,
        '<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}</style>',
        `</head><body><main><h1>Loadout</h1><p>${escapeHtml(error)}</p>`,
        `<p><a href="">${again[language]}</a></p></main></body></html>`,
      ].join('\n'),
    );
}
