// Counts every call that reaches a door before its body is read: a call that is refused counts like one that is answered,
// so a flood of refusals is refused as shortly as any other.
import { Router, type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { mayEnter } from '../graphql/allow.ts';
import { refusalExtensions, statusOf } from '../graphql/errors.ts';
import { callsOfDocument } from '../graphql/rates.ts';
import { expressPath } from '../rest/facade.ts';
import { requiredRole } from '../rest/openapi.ts';
import { getOperation, readDocument } from '../rest/operation.ts';
import { routes, type Row } from '../rest/routes.ts';
import { DomainError } from '../shared/domainError.ts';
import { once } from '../shared/once.ts';
import { getRefusalHeaders, type RateKind, type RateLimits } from './rateLimits.ts';
import { getViewer } from './session.ts';

type Calls = Map<RateKind, number>;

declare module 'express-serve-static-core' {
  interface Locals {
    /** What has been counted of this request. */
    counted?: Calls;
  }
}

const oneRead: Calls = new Map([['read', 1]]);

/** Counts what `callsFor` says, and nothing behind it; the headers of the answer say how the caller stands. */
const count =
  (rateLimits: RateLimits, callsFor: (response: Response) => Calls): RequestHandler =>
  async (request, response, next) => {
    const counted = callsFor(response);
    response.locals.counted = counted;
    const caller = { viewer: getViewer(response), ip: request.ip ?? '' };
    try {
      for (const [kind, calls] of counted) response.set(await rateLimits.take(kind, caller, calls));
    } catch (error) {
      if (error instanceof DomainError) response.set(getRefusalHeaders(error));
      throw error;
    }
    next('router');
  };

/** A row is what its document asks for; to those who may not enter it is a read, since they learn no more than that. */
function callsOfRow(schema: GraphQLSchema, row: Row): (response: Response) => Calls {
  if (!('document' in row)) return () => oneRead;
  const readRow = once(() => {
    const document = readDocument(row.document);
    return {
      calls: callsOfDocument(getOperation(document), document),
      role: requiredRole(schema, row),
    };
  });
  return (response) => {
    const { calls, role } = readRow();
    return mayEnter(getViewer(response), role) ? calls : oneRead;
  };
}

/** A call of /graphql is refused in the form of GraphQL, also before it is read. */
const refuseAsGraphql: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof DomainError)) {
    next(error);
    return;
  }
  response
    .status(statusOf[error.code])
    .json({ errors: [{ message: error.message, extensions: refusalExtensions(error) }] });
};

/**
 * All doors: a row of the REST table as what it asks for; a picture as a picture; `/graphql` and `/mcp` as a read, to which
 * the operation adds what it is beyond that (server/graphql/rates.ts); any other address or method of them as a read.
 */
export function countCalls(rateLimits: RateLimits, schema: GraphQLSchema): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const asRead = count(rateLimits, () => oneRead);
  // In front of a hundred rows that it is none of.
  router.all('/graphql', asRead);
  for (const row of routes)
    router[row.method](expressPath(row.path), count(rateLimits, callsOfRow(schema, row)));
  router.all(
    '/api/v1/proxy/image',
    count(rateLimits, () => new Map([['image', 1]])),
  );
  for (const { path } of routes) router.all(expressPath(path), asRead);
  router.all(
    /^\/+(?:graphql\/?$|mcp\/?$|schema\.graphql$|(?:api|feeds|unsubscribe)(?:\/|$))/i,
    asRead,
  );
  router.use('/graphql', refuseAsGraphql);
  return router;
}
