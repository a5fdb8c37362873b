// Body parsers: small JSON bodies, and files of admins.
import express, { type NextFunction, type Request, type RequestHandler } from 'express';
import { isAdmin, type Viewer } from '../../modules/people/accounts/accounts.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { getViewer } from './session.ts';

const fileTypes = ['text/csv', 'text/html', 'text/plain', 'application/octet-stream'];

declare module 'express-serve-static-core' {
  interface Locals {
    /** The body is a file as it is, whose other fields stand in the query: the names of the query that speak of the file itself. */
    asFile?: readonly string[];
  }
}

/** How a REST row takes a file as it is. */
interface FileRow {
  asFile: readonly string[];
  bodyOf(bytes: Buffer, query: Request['query']): Record<string, unknown>;
}

const bookmarks: FileRow = {
  asFile: ['name'],
  bodyOf: (bytes, { name }) => ({
    files: [{ name: typeof name === 'string' ? name : 'file', base64: bytes.toString('base64') }],
  }),
};

const table: FileRow = { asFile: [], bodyOf: (bytes) => ({ base64: bytes.toString('base64') }) };

const tablePath = '/api/v1/rules/table';

/** The rows that take files. */
const fileRows: Record<string, FileRow> = {
  '/api/v1/knowledge/import': bookmarks,
  '/api/v1/knowledge/import/preview': bookmarks,
  [tablePath]: table,
};

/** Level by level, since it may be deeper than calls may be. */
function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; depth <= limits.request.bodyDepth; depth += 1) {
    const objects = level.filter((value) => typeof value === 'object' && value !== null);
    if (objects.length === 0) return false;
    level = objects.flatMap((value) => Object.values(value as object) as unknown[]);
  }
  return true;
}

const refuseDeep =
  (request: Request, next: NextFunction): NextFunction =>
  (error?: unknown) => {
    if (error) next(error);
    else if (!isTooDeep(request.body)) next();
    else next(new DomainError('INVALID', 'The body is nested too deeply'));
  };

interface Options {
  bodyBytes: number;
  uploadBytes: number;
  /** Whether somebody brings tables of data rules in, being no admin. */
  bringsTables(viewer: Viewer): Promise<boolean>;
}

/** Reads the body of a request into `request.body`. */
export function bodyParsers({ bodyBytes, uploadBytes, bringsTables }: Options): RequestHandler {
  const small = express.json({ limit: bodyBytes, strict: false });
  const large = express.json({ limit: uploadBytes, strict: false });
  const raw = express.raw({ limit: uploadBytes, type: fileTypes });

  const mayUpload = async (request: Request, viewer: Viewer): Promise<boolean> => {
    const { path, method } = request;
    if (method !== 'POST' || !(fileRows[path] || path === '/graphql')) return false;
    if (isAdmin(viewer)) return true;
    if (path !== tablePath && path !== '/graphql') return false;
    const isSmall = !request.is(fileTypes) && Number(request.get('content-length')) <= bodyBytes;
    return !isSmall && bringsTables(viewer);
  };

  return async (request, response, next) => {
    const row = fileRows[request.path];
    if (!(await mayUpload(request, getViewer(response))))
      small(request, response, refuseDeep(request, next));
    else if (!row || !request.is(fileTypes)) large(request, response, refuseDeep(request, next));
    else {
      raw(request, response, (error?: unknown) => {
        if (error) {
          next(error);
          return;
        }
        const bytes: unknown = request.body;
        request.body = row.bodyOf(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0), request.query);
        response.locals.asFile = row.asFile;
        request.headers['content-type'] = 'application/json';
        next();
      });
    }
  };
}
