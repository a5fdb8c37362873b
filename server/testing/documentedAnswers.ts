// Validates every REST answer of a test against the OpenAPI document: its status, its content type, its exact shape.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildSchema } from '../transports/graphql/schema.ts';
import type { JsonSchema } from '../transports/rest/envelopes.ts';
import { buildOpenApi } from '../transports/rest/openapi.ts';

/** A request with its answer. */
export interface Exchange {
  method: string;
  /** With the query. */
  path: string;
  /** An object, or its JSON text. */
  sent: unknown;
  status: number;
  contentType: string | null;
  body: unknown;
}

interface Operation {
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** The same schema without additional properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  );
  const isObject = members['type'] === 'object' && 'properties' in members;
  return isObject ? { additionalProperties: false, ...members } : members;
}

/** Resolves `place` to the place of the component when it holds only a reference to one. */
function followed(document: unknown, place: string[]): string[] {
  const found = place.reduce<unknown>(
    (at, part) => (at as Record<string, unknown> | undefined)?.[part],
    document,
  );
  const { $ref, ...others } = (found ?? {}) as { $ref?: unknown };
  const isPlain = typeof $ref === 'string' && Object.keys(others).length === 0;
  return isPlain && /^#\/components\/schemas\/\w+$/.test($ref) ? $ref.slice(2).split('/') : place;
}

function readDocument() {
  const document = closed(
    buildOpenApi(buildSchema(), { version: '1', serverUrl: 'http://localhost' }),
  ) as JsonSchema & { paths: Record<string, Record<string, Operation>> };
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const paths = Object.entries(document.paths).map(([path, operations]) => ({
    path,
    operations,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    // A path without a parameter takes precedence: "/my" over "/{id}".
    parameters: path.split('{').length,
  }));
  paths.sort((a, b) => a.parameters - b.parameters);
  const validators = new Map<string, ValidateFunction>();
  return {
    find: (path: string) => paths.find(({ pattern }) => pattern.test(path)),
    /** The validator of the schema at a place of the document, compiled once for all places that share a component. */
    validatorAt(...place: string[]): ValidateFunction {
      const pointer = followed(document, place)
        .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
        .map(encodeURIComponent)
        .join('/');
      const known = validators.get(pointer);
      if (known) return known;
      const made = ajv.compile({ $ref: `openapi#/${pointer}` });
      validators.set(pointer, made);
      return made;
    },
  };
}

let document: ReturnType<typeof readDocument> | undefined;

const isRest = (path: string): boolean =>
  path.startsWith('/api/v1/') || path === '/auth/telegram/callback';
const undescribed = '/api/v1/openapi.json';

/** @throws Error when the answer, or a body that was accepted, does not match the document */
export function assertDocumented(exchange: Exchange): void {
  const [path = ''] = exchange.path.split('?');
  if (!isRest(path) || path === undescribed) return;
  document ??= readDocument();
  const method = exchange.method.toLowerCase();
  const { status, body } = exchange;
  const contentType = exchange.contentType?.split(';')[0] ?? '';
  const fail = (why: string): never => {
    throw new Error(
      `${exchange.method} ${path} answered ${status} otherwise than documented: ${why}\n${JSON.stringify(body).slice(0, 2_000)}`,
    );
  };
  const check = (validate: ValidateFunction, value: unknown, what: string): void => {
    if (validate(value)) return;
    const [first] = validate.errors ?? [];
    fail(`${what}${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`);
  };
  const place = document.find(path);
  const operation = place?.operations[method === 'head' ? 'get' : method];
  if (!place || !operation) {
    const expected = place ? 405 : 404;
    // Statuses that are decided before routing: rate limits, another origin, an unreadable body.
    if (![expected, 400, 403, 413, 415, 429, 500, 503].includes(status))
      fail(`status ${expected} is due`);
    if (method !== 'head')
      check(document.validatorAt('components', 'schemas', 'Problem'), body, '');
    return;
  }
  const answer = operation.responses[String(status)];
  if (!answer) return fail('the status is not documented');
  if (method === 'head' || !answer.content) return;
  if (!(contentType in answer.content)) fail(`the content type ${contentType} is not documented`);
  const root = ['paths', place.path, method];
  if (contentType.endsWith('json'))
    check(
      document.validatorAt(...root, 'responses', String(status), 'content', contentType, 'schema'),
      body,
      '',
    );
  if (status === 200 && operation.requestBody && exchange.sent !== undefined)
    check(
      document.validatorAt(...root, 'requestBody', 'content', 'application/json', 'schema'),
      typeof exchange.sent === 'string' ? JSON.parse(exchange.sent) : exchange.sent,
      'the body that was sent ',
    );
}
