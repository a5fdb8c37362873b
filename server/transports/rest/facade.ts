// REST facade: runs the document of a route with Apollo.
import type { ApolloServer } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import { Router, type Request, type Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { refuseUnless } from '../graphql/allowDirective.ts';
import { stringifyWithin } from '../graphql/answerLimit.ts';
import type { Context } from '../graphql/context.ts';
import type { ContextMaker } from '../http/session.ts';
import { getRequestId } from '../http/session.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { memoize } from '../../shared/memoize.ts';
import { partialErrors } from './partialErrors.ts';
import { getVariables, readDocument, readVariables } from './operation.ts';
import { requiredRole } from './openapi.ts';
import { problemOf } from './problems.ts';
import { routes, type DocumentRow, type HandlerRow, type Method } from './routes.ts';
import { languageOfProblems, refuseMethod, sendProblem } from './sendProblem.ts';

interface Options {
  apollo: ApolloServer<Context>;
  schema: GraphQLSchema;
  makeContext: ContextMaker;
}

/** A path of the table in the syntax of express. */
export const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const takesBody = (method: Method): boolean => method !== 'get' && method !== 'delete';

/** Links to the neighbouring pages of a list (RFC 8288), when a page was requested and the total is known. */
function pageLinks(
  request: Request,
  { page, perPage }: { page?: unknown; perPage?: unknown },
  result: unknown,
): string | null {
  if (typeof result !== 'object' || result === null || !('total' in result)) return null;
  const [at, size, total] = [Number(page), Number(perPage), Number(result.total)];
  if (!Number.isInteger(at) || !(size > 0) || !Number.isInteger(total)) return null;
  const last = Math.max(Math.ceil(total / size) - 1, 0);
  const targets = { first: 0, prev: at - 1, next: at + 1, last };
  return Object.entries(targets)
    .filter(([, target]) => target >= 0 && target <= last)
    .map(([rel, target]) => {
      const url = new URL(request.originalUrl, 'http://localhost');
      url.searchParams.set('page', String(target));
      return `<${url.pathname}${url.search}>; rel="${rel}"`;
    })
    .join(', ');
}

/** A known path with another method answers 405 with `Allow`, an unknown one 404. */
function refuseOthers(router: Router, methodsOf: ReadonlyMap<string, Method[]>): void {
  for (const [path, methods] of methodsOf) {
    router.all(path, (_request, response) => {
      const allowed = [
        ...methods.map((method) => method.toUpperCase()),
        ...(methods.includes('get') ? ['HEAD'] : []),
      ];
      refuseMethod(response, allowed);
    });
  }
  router.all(/^\/api\/v1(\/|$)/, () => {
    throw new DomainError('NOT_FOUND', 'There is no such path');
  });
}

/** Every row of the table as a route. */
export function createRestFacade({ apollo, schema, makeContext }: Options): Router {
  const router = Router({ caseSensitive: true, strict: true });

  const byHand = (row: HandlerRow) => async (request: Request, response: Response) => {
    const answer = await row.handle(makeContext(request, response), request);
    response.setHeader('Cache-Control', 'no-store');
    response.json({ success: true, ...answer });
  };

  const byDocument = (row: DocumentRow) => {
    const readRow = memoize(() => {
      const document = readDocument(row.document);
      const variables = getVariables(schema, document).filter(({ name }) => !(name in row.fixed));
      const defaults = Object.fromEntries(
        variables.map(({ name, defaultValue }) => [name, defaultValue]),
      );
      return { variables, defaults, role: requiredRole(schema, row) };
    });
    const query = row.document.toString();
    const hasBody = takesBody(row.method);
    return async (request: Request, response: Response) => {
      const contextValue = makeContext(request, response, { isOwnDocument: true });
      const { variables, defaults, role } = readRow();
      // Before validation: a caller without access learns nothing about the input.
      refuseUnless(contextValue.viewer, role);
      const given = readVariables(
        variables,
        {
          path: request.params as Record<string, string>,
          query: request.query,
          body: request.body,
        },
        { takesBody: hasBody, asFile: response.locals.asFile },
      );
      const { body, http } = await apollo.executeOperation(
        {
          query,
          variables: { ...given, ...row.fixed },
          http: { method: 'POST', headers: new HeaderMap(), search: '', body: null },
        },
        { contextValue },
      );
      if (body.kind !== 'single')
        throw new Error('A document of the REST facade answered in parts');
      for (const [name, value] of http.headers) {
        if (name.startsWith('ratelimit')) response.setHeader(name, value);
      }
      const { data: answer, errors = [] } = body.singleResult;
      const [error] = errors;
      const result = answer?.['result'] ?? null;
      if (error && result === null) {
        sendProblem(response, problemOf(error, getRequestId(response)));
        return;
      }
      const { envelope } = row;
      response.setHeader('Cache-Control', 'no-store');
      if (envelope.file && typeof result === 'string') {
        response.attachment(envelope.file.name(given)).type(envelope.file.type).send(result);
        return;
      }
      const text = stringifyWithin(limits.rest.answerBytes, {
        ...envelope.wrap(result),
        ...(error ? { errors: partialErrors(errors, envelope, languageOfProblems(request)) } : {}),
      });
      const links = pageLinks(request, { ...defaults, ...given }, result);
      if (links) response.setHeader('Link', links);
      response.type('json').send(text);
    };
  };

  const methodsOf = new Map<string, Method[]>();
  for (const row of routes) {
    const path = expressPath(row.path);
    router[row.method](path, 'document' in row ? byDocument(row) : byHand(row));
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), row.method]);
  }
  refuseOthers(router, methodsOf);
  return router;
}
