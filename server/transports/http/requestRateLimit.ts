// Rate limiting of all requests, before the body is read.
import { setTimeout as wait } from 'node:timers/promises';
import {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { GraphQLSchema } from 'graphql';
import { mayEnter } from '../graphql/allowDirective.ts';
import { refusalExtensions, statusOf } from '../graphql/errors.ts';
import { callsOfDocument } from '../graphql/fieldRates.ts';
import { expressPath } from '../rest/facade.ts';
import { requiredRole } from '../rest/openapi.ts';
import { getOperation, readDocument } from '../rest/operation.ts';
import { limits } from '../../config/limits.ts';
import { routes, type Row } from '../rest/routes.ts';
import { DomainError } from '../../shared/domainError.ts';
import { memoize } from '../../shared/memoize.ts';
import { pagePaths } from './page.ts';
import { getRefusalHeaders, type RateKind, type RateLimits } from './rateLimits.ts';
import { getViewer } from './session.ts';
import { abortOnDisconnect } from './abortOnDisconnect.ts';

type Calls = Map<RateKind, number>;

declare module 'express-serve-static-core' {
  interface Locals {
    /** Calls counted for this request. */
    counted?: Calls;
  }
}

const oneRead: Calls = new Map([['read', 1]]);
const visitorPage: Calls = new Map([['read', limits.visitorPageReads]]);

interface HoldLimits {
  holdMs: number;
  heldAtOnce: number;
}

/** Delays the refusals of visitors: a caller who repeats them at once would occupy a process. */
function createHold(refusal: HoldLimits): (response: Response) => Promise<void> {
  let held = 0;
  return async (response) => {
    if (held >= refusal.heldAtOnce || getViewer(response).kind !== 'visitor') return;
    held += 1;
    // Disconnected callers are not waited for.
    await wait(refusal.holdMs, undefined, { signal: abortOnDisconnect(response) }).catch(
      () => undefined,
    );
    held -= 1;
  };
}

/** Statuses of calls that were refused, and so have sent no mail. */
const refusals = new Set([400, 403, 404, 409]);

interface CounterOptions {
  rateLimits: RateLimits;
  refusal: HoldLimits;
}

/** @throws DomainError TOO_MANY; the headers of the answer state the limits */
type CountRequest = (request: Request, response: Response, calls: Calls) => Promise<void>;

export function createRequestCounter({ rateLimits, refusal }: CounterOptions): CountRequest {
  const hold = createHold(refusal);
  return async (request, response, calls) => {
    response.locals.counted = calls;
    const caller = { viewer: getViewer(response), ip: request.ip ?? '' };
    try {
      for (const [kind, points] of calls) response.set(await rateLimits.take(kind, caller, points));
      if (calls.has('mail')) {
        response.once('finish', () => {
          // Without the database it stays counted.
          if (refusals.has(response.statusCode))
            rateLimits.giveBack('mail', caller).catch(() => undefined);
        });
      }
    } catch (error) {
      if (error instanceof DomainError) {
        response.set(getRefusalHeaders(error));
        await hold(response);
      }
      throw error;
    }
  };
}

/** A row counts the calls of its document, or one read for callers who may not call it, since they learn no more. */
function callsOfRow(schema: GraphQLSchema, row: Row): (response: Response) => Calls {
  if (!('document' in row)) return () => oneRead;
  const readRow = memoize(() => {
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

/** Refuses a call of /graphql in the format of GraphQL, even before it is read. */
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
 * Counts every request: a REST row by its document, an image as an image, a visitor's page as several reads, and all else as a
 * read, including `/graphql` and `/mcp`. An operation adds its further calls (server/transports/graphql/fieldRates.ts).
 */
export function limitRequestRate(countRequest: CountRequest, schema: GraphQLSchema): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const count =
    (callsFor: (response: Response) => Calls): RequestHandler =>
    async (request, response, next) => {
      await countRequest(request, response, callsFor(response));
      // Skips the other routes, so that a request is counted once.
      next('router');
    };
  const asRead = count(() => oneRead);
  // Before the rows, since express would answer OPTIONS from their methods.
  router.options(/.*/, asRead);
  // Before the rows, to skip matching a hundred of them.
  router.all('/graphql', asRead);
  for (const row of routes)
    router[row.method](expressPath(row.path), count(callsOfRow(schema, row)));
  router.all(
    '/api/v1/proxy/image',
    count(() => new Map([['image', 1]])),
  );
  router.get(
    pagePaths,
    count((response) => (getViewer(response).kind === 'visitor' ? visitorPage : oneRead)),
  );
  router.use(asRead);
  router.use('/graphql', refuseAsGraphql);
  return router;
}

/** Counts files of the client, for which callers are not identified. */
export const countFiles =
  (countRequest: CountRequest): RequestHandler =>
  async (request, response, next) => {
    await countRequest(request, response, new Map([['file', 1]]));
    next();
  };
