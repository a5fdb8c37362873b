// Developer pages: OpenAPI document, its viewer, GraphiQL and the schema file.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { requireMember } from '../../modules/people/accounts/accounts.ts';
import { readTypeDefinitions } from '../graphql/typeDefinitions.ts';
import type { JsonSchema } from '../rest/envelopes.ts';
import { memoize } from '../../shared/memoize.ts';
import { getViewer } from './session.ts';

interface Options {
  /** Called once, by the first reader. */
  openApi: () => JsonSchema;
  /** Folder of the built GraphiQL page. */
  graphiqlDirectory: string;
  /** True when the pages require a sign-in, as in production. */
  signedInOnly: boolean;
}

const swaggerDirectory = dirname(
  createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
);

const docsPage = (nonce: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>REST API — Loadout</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js" nonce="${nonce}"></script>
    <script nonce="${nonce}">
      SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
    </script>
  </body>
</html>
`;

export function developerPages({ openApi, graphiqlDirectory, signedInOnly }: Options): Router {
  const router = Router();
  const guard: RequestHandler = (_request, response, next) => {
    if (signedInOnly) requireMember(getViewer(response));
    next();
  };
  const schemaFile = readTypeDefinitions().join('\n');
  const openApiDocument = memoize(openApi);

  router.get('/api/v1/openapi.json', guard, (_request, response) => {
    response.json(openApiDocument());
  });
  router.get('/api/docs', guard, (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.type('html').send(docsPage(response.locals.nonce ?? ''));
  });
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    router.get(`/api/docs/${file}`, guard, (_request, response) => {
      response.sendFile(file, { root: swaggerDirectory, maxAge: '1h' });
    });
  }
  router.get('/schema.graphql', (_request, response) => {
    requireMember(getViewer(response));
    response.type('text/plain').send(schemaFile);
  });

  const graphiqlPage = join(graphiqlDirectory, 'index.html');
  if (existsSync(graphiqlPage)) {
    const template = readFileSync(graphiqlPage, 'utf8');
    router.get('/graphiql', guard, (_request, response) => {
      if (getViewer(response).kind === 'visitor') {
        response.redirect(302, '/login?from=%2Fgraphiql');
        return;
      }
      response.setHeader('Cache-Control', 'no-store');
      response.type('html').send(template.replaceAll('__NONCE__', response.locals.nonce ?? ''));
    });
    router.use(
      '/graphiql',
      guard,
      express.static(graphiqlDirectory, {
        index: false,
        redirect: false,
        immutable: true,
        maxAge: '1y',
      }),
    );
  }
  return router;
}
