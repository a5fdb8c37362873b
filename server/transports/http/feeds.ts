// GET /feeds/<secret>/<name>.atom: feeds for readers without cookies.
import { createHash } from 'node:crypto';
import { Router } from 'express';
import { toAtom } from '../../modules/messaging/feeds/feeds.ts';
import type { Feeds } from '../../modules/messaging/feeds/feeds.service.ts';
import { DomainError } from '../../shared/domainError.ts';
import { startTimeLimit } from '../../shared/requestTimeLimit.ts';

/** Seconds for which a feed is fresh. */
const freshSeconds = 300;

/** True when the reader has this version. Ignores Cache-Control: no-cache, which `fetch` adds by itself. */
const isKnown = (known: string | undefined, etag: string): boolean =>
  (known ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === etag);

export function feeds(service: Pick<Feeds, 'read'>, timeMs: number): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/feeds/:secret/:name.atom', async (request, response) => {
    const { secret, name } = request.params;
    const timeLimit = startTimeLimit(timeMs);
    response.once('close', () => timeLimit.end());
    const feed = await timeLimit.bound(() => service.read(secret, { ...request.query, name }));
    response.setHeader('X-Robots-Tag', 'noindex');
    response.setHeader('Referrer-Policy', 'no-referrer');
    if (!feed) throw new DomainError('NOT_FOUND', 'There is no such feed');
    const body = toAtom(feed);
    response.setHeader('Cache-Control', `private, max-age=${freshSeconds}`);
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    response.setHeader('ETag', etag);
    if (isKnown(request.headers['if-none-match'], etag)) {
      response.status(304).end();
      return;
    }
    response.type('application/atom+xml; charset=utf-8').send(body);
  });
  return router;
}
