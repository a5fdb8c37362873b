// CORS for listed origins, with a token and never with the cookie.
import cors from 'cors';
import type { RequestHandler } from 'express';

declare module 'express-serve-static-core' {
  interface Locals {
    /** True for a call from a listed origin with a bearer token. */
    isListedTool?: boolean;
  }
}

/** Paths that other tools may call. */
export const toolPaths = ['/graphql', '/api/v1', '/schema.graphql'];

/** @param origins as browsers send them; none are allowed by default */
export function allowListedOrigins(origins: readonly string[]): RequestHandler {
  const listed = new Set(origins);
  const allow = cors({
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'X-Request-Id'],
    exposedHeaders: ['Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
  return (request, response, next) => {
    if (listed.size === 0) {
      next();
      return;
    }
    response.vary('Origin');
    if (!listed.has(request.get('origin') ?? '')) {
      next();
      return;
    }
    // A tool has the rights of its token only, not those of the cookie in the same browser.
    delete request.headers.cookie;
    response.locals.isListedTool = /^Bearer /i.test(request.headers.authorization ?? '');
    allow(request, response, next);
  };
}
