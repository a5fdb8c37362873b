// OpenAPI descriptions of the error responses of a route.
import { errorCodes, type ErrorCode } from '../../shared/domainError.ts';
import { statusOf } from '../graphql/errors.ts';
import type { Role } from '../../modules/people/accounts/accounts.ts';
import type { JsonSchema } from './envelopes.ts';
import type { Method } from './routes.ts';

const problemRef = { $ref: '#/components/schemas/Problem' };

const problemAnswer = (description: string): JsonSchema => ({
  description,
  content: {
    'application/json': { schema: problemRef },
    'application/problem+json': { schema: problemRef },
  },
});

const meanings: Record<number, string> = {
  400: 'The input is not valid; `errors` names the fields',
  401: 'Nobody is signed in, or the sign-in was not accepted',
  403: 'Not for this caller: administrators only, a token that may not, or a page of another origin',
  404: 'There is no such thing, or none that this caller may see',
  409: 'It has changed meanwhile, or was done already; `reason` says which',
  410: 'It is gone for good',
  413: 'The body holds more than 100,000 bytes',
  415: 'The body is not sent as application/json, or its encoding or character set is not known',
  429: 'Too many calls; `retryAfter` and the header Retry-After say when to come back',
  500: 'An error that nobody expected; `errorId` names its entry in the log',
  503: 'A part of the service is not available at the moment, or not set up',
};

interface Row {
  method: Method;
  path: string;
  role: Role;
  /** Refusals of this row beside those of every row of its kind. */
  refusals: readonly ErrorCode[];
}

/** Error responses of a row, by status. */
export function refusalAnswers({ method, path, role, refusals }: Row): Record<string, JsonSchema> {
  const writes = method !== 'get';
  const takesBody = writes && method !== 'delete';
  const statuses = new Set([
    400,
    429,
    500,
    503,
    ...(role === 'VISITOR' ? [] : [401]),
    ...(role === 'ADMIN' || writes ? [403] : []),
    ...(path.includes('{') ? [404] : []),
    ...(takesBody ? [413, 415] : []),
    ...refusals.map((code) => statusOf[code]),
  ]);
  return Object.fromEntries(
    [...statuses].sort().map((status) => [String(status), problemAnswer(meanings[status] ?? '')]),
  );
}

export const problemSchema: JsonSchema = {
  type: 'object',
  description:
    'An error: the members that the specification names, and those of RFC 9457. Its sentences are Russian for an Accept-Language that prefers Russian, else English.',
  required: ['success', 'error', 'type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string' },
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: {
      type: 'string',
      enum: [...errorCodes, 'INTERNAL'],
    },
    reason: { type: 'string', description: 'A stable word, finer than `code`.' },
    requestId: { type: 'string' },
    errorId: { type: 'string', description: 'Names the entry in the server’s log.' },
    retryAfter: { type: 'integer', description: 'Seconds.' },
    facts: { type: 'object' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string', description: 'Of the field; empty for the body as a whole.' },
          code: {
            type: 'string',
            description:
              'A stable word: `required`, `unknown`, `repeated`, `invalid_type`, `invalid_json`, `too_long` and so on.',
          },
          message: { type: 'string' },
          expected: {
            type: 'string',
            description: 'With `invalid_type`: what the field takes, in the words of JSON Schema.',
          },
          values: {
            type: 'array',
            items: { type: 'string' },
            description: 'The values of which the field takes one.',
          },
          limit: {
            type: 'number',
            description:
              'With `too_long` (characters), `too_deep` (levels), `too_big` and `too_small`: the last number that is taken.',
          },
        },
      },
    },
  },
};
