// Counts the calls of a path that no GraphQL document answers.
import type { RequestHandler } from 'express';
import type { RateKind, RateLimits } from './rateLimits.ts';
import { viewerOf } from './session.ts';

/** Refuses with TOO_MANY, or says in the headers how the caller stands. */
export const limitRate =
  (rateLimits: RateLimits, kind: RateKind): RequestHandler =>
  async (request, response, next) => {
    const caller = { viewer: viewerOf(response), ip: request.ip ?? '' };
    response.set(await rateLimits.take(kind, caller, 1));
    next();
  };
