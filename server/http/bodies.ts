// Bodies of requests: JSON, and small, but for an admin who hands over exports of bookmarks, as JSON or as they are.
import express, { type Request, type RequestHandler } from 'express';
import { isAdmin } from '../domain/accounts/accounts.ts';
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

/** What the rows that take files make of one. */
const filePaths: Record<string, (request: Request) => Record<string, unknown>> = {
  '/api/v1/knowledge/import': bodyOfFile,
  '/api/v1/knowledge/import/preview': bodyOfFile,
  '/api/v1/rules/table': bodyOfTable,
};

/** Reads the body of a request into `request.body`. */
export function readBodies({
  bodyBytes,
  uploadBytes,
}: {
  bodyBytes: number;
  uploadBytes: number;
}): RequestHandler {
  const small = express.json({ limit: bodyBytes, strict: false });
  const large = express.json({ limit: uploadBytes, strict: false });
  const raw = express.raw({ limit: uploadBytes, type: fileTypes });
  return (request, response, next) => {
    const bodyOf = filePaths[request.path];
    const mayUpload =
      request.method === 'POST' &&
      (bodyOf || request.path === '/graphql') &&
      isAdmin(getViewer(response));
    if (!mayUpload) small(request, response, next);
    else if (!bodyOf || !request.is(fileTypes)) large(request, response, next);
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
