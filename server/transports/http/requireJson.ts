// Check that REST bodies are JSON.
import type { RequestHandler } from 'express';

const hasBody = (length: string | undefined, encoding: string | undefined): boolean =>
  encoding !== undefined || Number(length ?? 0) > 0;

/** Refuses a body that is not `application/json` with 415; requests without a body pass. */
export const requireJson: RequestHandler = (request, _response, next) => {
  const given = hasBody(request.get('content-length'), request.get('transfer-encoding'));
  if (!given || request.is('application/json')) {
    next();
    return;
  }
  next(Object.assign(new Error('The body is not JSON'), { status: 415, type: 'body.notJson' }));
};
