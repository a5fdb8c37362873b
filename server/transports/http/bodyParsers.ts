// Body parsers: small JSON bodies, and files of people who may upload.
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { isAdmin, type Viewer } from '../../modules/people/accounts/accounts.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { allowSlowUpload } from './bodyTime.ts';
import { readMultipart } from './multipart.ts';
import { getViewer } from './session.ts';

const fileTypes = ['text/csv', 'text/html', 'text/plain', 'application/octet-stream'];
const multipart = 'multipart/form-data';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Set when the body is a raw file and the query holds the other fields: query parameters that describe the file. */
    asFile?: readonly string[];
  }
}

/** A REST row with a raw file as its body. */
interface FileRow {
  asFile: readonly string[];
  bodyOf(bytes: Uint8Array, query: Request['query']): Record<string, unknown>;
}

const bookmarks: FileRow = {
  asFile: ['name'],
  bodyOf: (file, { name }) => ({
    files: [{ name: typeof name === 'string' ? name : 'file', file }],
  }),
};

const table: FileRow = { asFile: [], bodyOf: (file) => ({ file }) };

const tablePath = '/api/v1/rules/table';

/** The rows that take files. */
const fileRows: Record<string, FileRow> = {
  '/api/v1/knowledge/import': bookmarks,
  '/api/v1/knowledge/import/preview': bookmarks,
  '/api/v1/knowledge/import/report': bookmarks,
  [tablePath]: table,
};

/** Iterative, since the body may be deeper than the call stack. */
function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; depth <= limits.request.bodyDepth; depth += 1) {
    const objects = level.filter(
      (value) => typeof value === 'object' && value !== null && !(value instanceof Uint8Array),
    );
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
  /** True for somebody who may import tables of data rules without being an admin. */
  bringsTables(viewer: Viewer): Promise<boolean>;
}

/** Reads the body of a request into `request.body`. */
export function bodyParsers({ bodyBytes, uploadBytes, bringsTables }: Options): RequestHandler {
  const small = express.json({ limit: bodyBytes, strict: false });
  const large = express.json({ limit: uploadBytes, strict: false });
  const raw = express.raw({ limit: uploadBytes, type: [...fileTypes, multipart] });

  const mayUpload = async (request: Request, viewer: Viewer): Promise<boolean> => {
    const { path, method } = request;
    if (method !== 'POST' || !(fileRows[path] || path === '/graphql')) return false;
    if (isAdmin(viewer)) return true;
    if (path !== tablePath && path !== '/graphql') return false;
    const isSmall =
      !request.is([...fileTypes, multipart]) && Number(request.get('content-length')) <= bodyBytes;
    return !isSmall && bringsTables(viewer);
  };

  /** Reader of a body with files; null for JSON. */
  const fileReader = (request: Request, response: Response) => {
    const row = fileRows[request.path];
    if (row && request.is(fileTypes)) {
      return (bytes: Uint8Array<ArrayBuffer>) => {
        response.locals.asFile = row.asFile;
        return row.bodyOf(bytes, request.query);
      };
    }
    const isForm = request.path === '/graphql' && request.is(multipart);
    const type = request.get('content-type') ?? '';
    return isForm ? (bytes: Uint8Array<ArrayBuffer>) => readMultipart(bytes, type) : null;
  };

  return async (request, response, next) => {
    if (!(await mayUpload(request, getViewer(response)))) {
      small(request, response, refuseDeep(request, next));
      return;
    }
    // A body over the size limit gets no extra time.
    if (Number(request.get('content-length') ?? 0) <= uploadBytes) allowSlowUpload(request);
    const readFiles = fileReader(request, response);
    if (!readFiles) {
      large(request, response, refuseDeep(request, next));
      return;
    }
    const body = await new Promise<unknown>((resolve, reject) => {
      raw(request, response, (error?: unknown) =>
        error ? reject(error as Error) : resolve(request.body),
      );
    });
    request.body = await readFiles(
      Buffer.isBuffer(body) ? (body as Buffer<ArrayBuffer>) : Buffer.alloc(0),
    );
    request.headers['content-type'] = 'application/json';
    refuseDeep(request, next)();
  };
}
