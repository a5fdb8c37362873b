// Static files of the client: immutable hashed assets, precompressed.
import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import express, { Router, type RequestHandler } from 'express';

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

const filesBelow = (directory: string): string[] =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'),
        )
    : [];

/** Serves a precompressed copy of a file, when there is one and the browser accepts it. */
function precompressed(directory: string): RequestHandler {
  const copies = new Set(filesBelow(directory).filter((file) => /\.(br|gz)$/.test(file)));
  return (request, response, next) => {
    const file = request.path.slice(1);
    const type = extname(file);
    for (const { name, suffix } of encodings) {
      if (!copies.has(file + suffix) || !request.acceptsEncodings(name)) continue;
      request.url = request.url.replace(request.path, request.path + suffix);
      response.type(type);
      response.setHeader('Content-Encoding', name);
      response.vary('Accept-Encoding');
      break;
    }
    next();
  };
}

const day = 24 * 60 * 60;

/** Names in `assets/` contain a hash, so these files never change; the films and pictures of the login screen hardly ever do. */
const lifetimes = [
  { folder: 'assets', policy: 'public, max-age=31536000, immutable' },
  { folder: 'media', policy: `public, max-age=${7 * day}, stale-while-revalidate=${30 * day}` },
];
const otherLifetime = `public, max-age=${day}, stale-while-revalidate=${7 * day}`;

/** The first segment of a path without encoded characters. */
const firstPart = (path: string): string | null => /^\/([\w.-]+)(?=\/|$)/.exec(path)?.[1] ?? null;

/**
 * Files of the built client, all with an ETag.
 * @param count counts requests that may be for a file
 */
export function staticFiles(directory: string, count: RequestHandler): Router {
  const router = Router();
  const names = new Set(existsSync(directory) ? readdirSync(directory) : []);
  router.use((request, _response, next) => {
    // Skips the disk for other paths, which saves each of them a system call.
    const name = firstPart(request.path);
    if (name !== null && !names.has(name)) next('router');
    else next();
  });
  router.use((request, _response, next) => {
    if (/\.(html|json|br|gz)$/.test(request.path) && request.path !== '/site.webmanifest')
      next('router');
    else next();
  });
  router.use(count);
  router.use(precompressed(directory));
  router.use(
    express.static(directory, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        const known = lifetimes.find(({ folder }) =>
          path.startsWith(join(directory, folder) + sep),
        );
        response.setHeader('Cache-Control', known?.policy ?? otherLifetime);
      },
    }),
  );
  return router;
}
