// GET /locales/{lng}/{ns}.json: the translation files (specification, sections 7 and 9).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import { DomainError } from '../../shared/domainError.ts';

const directory = join(import.meta.dirname, '../../../client/i18n/locales');
const week = 7 * 24 * 60 * 60;

/** Every translation file by `lng/ns`, read once. */
export function readTranslations(): Map<string, string> {
  return new Map(
    readdirSync(directory).flatMap((language) =>
      readdirSync(join(directory, language)).map((file): [string, string] => [
        `${language}/${file.replace(/\.json$/, '')}`,
        JSON.stringify(JSON.parse(readFileSync(join(directory, language, file), 'utf8'))),
      ]),
    ),
  );
}

/** Cached for seven days when the address names the build (`?v=`), so that an old file never hides a new release. */
export function locales(translations: Map<string, string>, count: RequestHandler): Router {
  const router = Router();
  router.get('/locales/:language/:namespace.json', count, (request, response) => {
    const { language, namespace } = request.params;
    const body = translations.get(`${language}/${namespace}`);
    if (body === undefined) throw new DomainError('NOT_FOUND', 'There is no such translation file');
    response.setHeader(
      'Cache-Control',
      request.query['v'] ? `public, max-age=${week}, stale-while-revalidate=${week}` : 'no-cache',
    );
    response.type('application/json').send(body);
  });
  return router;
}
