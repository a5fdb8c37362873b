// Bodies of requests: JSON, and small, but for files, as JSON or as they are: an admin's exports of bookmarks, and tables of data
// rules of whoever decides them.
import express, { type NextFunction, type Request, type RequestHandler } from 'express';
import { isAdmin, type Viewer } from '../domain/accounts/accounts.ts';
import { limits } from '../limits.ts';
import { DomainError } from '../shared/domainError.ts';
import { getViewer } from './session.ts';

const fileTypes = ['text/csv', 'text/html', 'text/plain', 'application/octet-stream'];

const words = (value: unknown): string[] | undefined =>
  typeof value === 'string' ? value.split(',').filter(Boolean) : undefined;

/** The body of a REST row that takes files, from one file as it is and the words of the address. */
function bodyOfFile({ query, body }: Request): Record<string, unknown> {
  const bytes: unknown = body;
  const name = typeof query['name'] === 'string' ? query['name'] : 'file';
  const lists = Object.entries({
    kinds: words(query['kinds']),
    leaveOut: words(query['leaveOut']),
    take: words(query['take']),
  }).filter(([, value]) => value !== undefined);
  return {
    ...(query['page'] === undefined ? {} : { page: Number(query['page']) }),
    ...Object.fromEntries(lists),
    files: [{ name, base64: Buffer.isBuffer(bytes) ? bytes.toString('base64') : '' }],
  };
}

/** The same for a table of data rules: without a word of the address it is only looked at. */
function bodyOfTable({ query, body }: Request): Record<string, unknown> {
  const bytes: unknown = body;
  const { company, isDryRun } = query;
  return {
    ...(typeof company === 'string' ? { company } : {}),
    ...(isDryRun === undefined ? {} : { isDryRun: isDryRun !== 'false' && isDryRun !== '0' }),
    table: Buffer.isBuffer(bytes) ? bytes.toString('utf8') : '',
  };
}

const tablePath = '/api/v1/rules/table';

/** What the rows that take files make of one. */
const filePaths: Record<string, (request: Request) => Record<string, unknown>> = {
  '/api/v1/knowledge/import': bodyOfFile,
  '/api/v1/knowledge/import/preview': bodyOfFile,
  [tablePath]: bodyOfTable,
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
export function readBodies({ bodyBytes, uploadBytes, bringsTables }: Options): RequestHandler {
  const small = express.json({ limit: bodyBytes, strict: false });
  const large = express.json({ limit: uploadBytes, strict: false });
  const raw = express.raw({ limit: uploadBytes, type: fileTypes });

  const mayUpload = async (request: Request, viewer: Viewer): Promise<boolean> => {
    const { path, method } = request;
    if (method !== 'POST' || !(filePaths[path] || path === '/graphql')) return false;
    if (isAdmin(viewer)) return true;
    if (path !== tablePath && path !== '/graphql') return false;
    const isSmall = !request.is(fileTypes) && Number(request.get('content-length')) <= bodyBytes;
    return !isSmall && bringsTables(viewer);
  };

  return async (request, response, next) => {
    const bodyOf = filePaths[request.path];
    if (!(await mayUpload(request, getViewer(response))))
      small(request, response, refuseDeep(request, next));
    else if (!bodyOf || !request.is(fileTypes)) large(request, response, refuseDeep(request, next));
    else {
      raw(request, response, (error?: unknown) => {
        if (error) {
          next(error);
          return;
        }
        request.body = bodyOf(request);
        request.headers['content-type'] = 'application/json';
        next();
      });
    }
  };
}
