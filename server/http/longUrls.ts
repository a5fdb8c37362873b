// Path and query together are at most so long, whichever door they ask for.
import type { RequestHandler } from 'express';
import { limits } from '../limits.ts';

export const refuseLongUrls: RequestHandler = (request, _response, next) => {
  const isLong = request.originalUrl.length > limits.request.urlBytes;
  next(isLong ? { status: 414, type: 'url.too.long' } : undefined);
};
