// Length limits of request addresses, and the check of the Host header.
import type { RequestHandler } from 'express';
import { limits } from '../../config/limits.ts';

export const refuseLongUrls: RequestHandler = (request, _response, next) => {
  const isLong = request.originalUrl.length > limits.request.urlBytes;
  next(isLong ? { status: 414, type: 'url.too.long' } : undefined);
};

/** HTTP/1.1 requires a host (RFC 9112, section 3.2). */
export const refuseNoHost: RequestHandler = ({ httpVersion, headers }, _response, next) => {
  const isMissing = httpVersion === '1.1' && headers.host === undefined;
  next(isMissing ? { status: 400, type: 'host.missing' } : undefined);
};
