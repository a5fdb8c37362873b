// GET /api/v1/proxy/image?url=: pictures of the catalogue for signed-in people (specification, section 7).
import { Router } from 'express';
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import type { Pictures } from '../../modules/catalogue/pictures/pictures.ts';
import { parseInput, storableText } from '../../shared/validation.ts';
import { getViewer } from './session.ts';

const dayInSeconds = 24 * 60 * 60;

const query = z.object({ url: storableText(limits.request.urlBytes).min(1) });

export function imageProxy(images: Pictures): Router {
  const router = Router();
  router.get('/api/v1/proxy/image', async (request, response) => {
    const { url } = parseInput(query, { url: request.query['url'] });
    const picture = await images.read(getViewer(response), url);
    response.setHeader('Cache-Control', `private, max-age=${dayInSeconds}`);
    response.setHeader('ETag', `"${picture.etag}"`);
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    response.type(picture.type).send(picture.bytes);
  });
  return router;
}
