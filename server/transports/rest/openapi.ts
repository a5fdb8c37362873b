// OpenAPI 3.1 document, generated from the route table.
import { isNonNullType, Kind, type GraphQLSchema } from 'graphql';
import { getDirective } from '@graphql-tools/utils';
import type { Allowance } from '../graphql/allowDirective.ts';
import type { JsonSchema } from './envelopes.ts';
import { described, inputSchema, orNull, selectionSchema } from './jsonSchemas.ts';
import { problemSchema, refusalAnswers } from './openapiRefusals.ts';
import { withPartialErrors } from './partialErrors.ts';
import { notificationStreamOperation, notificationStreamPath } from './notificationStream.ts';
import { getOperation, getVariables, readDocument, type Variable } from './operation.ts';
import { routes, type DocumentRow, type HandlerRow, type Row } from './routes.ts';
import { languages } from '../../shared/language.ts';

/** The one root field of a row's document. */
function rootFieldOf(schema: GraphQLSchema, row: DocumentRow) {
  const document = readDocument(row.document);
  const operation = getOperation(document);
  const root = operation.operation === 'query' ? schema.getQueryType() : schema.getMutationType();
  const [selection] = operation.selectionSet.selections;
  if (selection?.kind !== Kind.FIELD)
    throw new Error(`The document of ${row.path} must select one root field`);
  const field = root?.getFields()[selection.name.value];
  if (!field) throw new Error(`The document of ${row.path} selects an unknown field`);
  return { document, field, selection, operation };
}

/** Role that may call a row: that of `@allow` on its root field. */
export function requiredRole(schema: GraphQLSchema, row: DocumentRow): Allowance['role'] {
  const [allowance] = getDirective(schema, rootFieldOf(schema, row).field, 'allow') ?? [];
  if (!allowance) throw new Error(`The root field of ${row.path} bears no @allow`);
  return (allowance as Allowance).role;
}

function parameterOf(
  variable: Variable,
  place: 'path' | 'query',
  description: string | null | undefined,
): JsonSchema {
  const schema = inputSchema(variable.type);
  const isList = schema['type'] === 'array';
  return {
    name: variable.name,
    in: place,
    required: place === 'path' || variable.isRequired,
    ...(description ? { description } : {}),
    ...(isList ? { style: 'form', explode: false } : {}),
    schema,
  };
}

function operationBody(variables: Variable[], descriptions: Map<string, string>): JsonSchema {
  const whole = variables.find((variable) => inputSchema(variable.type)['type'] === 'object');
  const properties = Object.fromEntries(
    variables.map((variable) => {
      const schema = isNonNullType(variable.type)
        ? inputSchema(variable.type)
        : orNull(inputSchema(variable.type));
      return [variable.name, described(schema, descriptions.get(variable.name))];
    }),
  );
  const required = variables
    .filter((variable) => variable.isRequired)
    .map((variable) => variable.name);
  const schema = whole
    ? inputSchema(whole.type)
    : {
        type: 'object',
        additionalProperties: false,
        ...(required.length > 0 ? { required } : {}),
        properties,
      };
  return {
    required: required.length > 0 || Boolean(whole),
    content: { 'application/json': { schema } },
  };
}

/** Operation of a handler row: `success` alone, or a problem. */
const handlerObject = (row: HandlerRow): JsonSchema => ({
  operationId: row.operationId,
  ...row.describe,
  responses: {
    200: {
      description: 'Done',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['success'],
            properties: { success: { type: 'boolean', const: true } },
          },
        },
      },
    },
    ...refusalAnswers({ ...row, role: 'VISITOR' }),
  },
});

const operationObject = (schema: GraphQLSchema, row: Row): JsonSchema =>
  'document' in row ? documentObject(schema, row) : handlerObject(row);

/** Descriptions of the parts of the REST API, by their segment of the path. */
const tagDescriptions: Record<string, string> = {
  auth: 'Signing in and out, and who is signed in.',
  telegram: 'Connecting Telegram.',
  demo: 'The demo catalogue: whether it is there, what goes with it, taking it away and loading it.',
  knowledge: 'The catalogue: search, tags, likes, visibility, synchronisation.',
  search:
    'What admins teach the search: pairs of words, words that say a concept, concepts of their own.',
  rules: 'What may go into services, by company and plan: as a table and in one go.',
  'use-cases': 'Short examples of how people use a service.',
  'use-case-likes': 'Likes of use cases.',
  loadouts: 'Kits of services for a role or a task.',
  companies: 'Companies: their domains and the tags by which they approve services.',
  setup: 'What a new catalogue still needs, step by step.',
  complaints: 'Reports of what is wrong.',
  proposals: 'Services that employees propose by their address.',
  'restore-reviews': 'What a restored backup brought back and an admin has to confirm.',
  feeds: 'The secret address at which a feed reader reads.',
  webhooks: 'Other tools that are told of what happens, and what was sent to each of them.',
  'catalogue-gaps':
    'Searches without results, proposed services and refused access: what the catalogue lacks.',
  incidents: 'Incidents of services: while one is open, no data rule says yes.',
  stages: 'Stages of services in companies: pilots, their testers and decisions.',
  inconsistencies: 'Differences between the catalogue and the bookmarks, and their decisions.',
  email: 'Requests for access.',
  notifications: 'What people are told.',
  'access-requests': 'What becomes of requests for access: decisions, answers, and who decides.',
  'access-reviews': 'Questions to people whether they still need the access that they hold.',
  subscriptions: 'What companies buy: seats, prices and renewals, for admins and approvers.',
  admin: 'Insights: whether the catalogue works, for admins and approvers.',
  proxy: 'Pictures of other sites.',
  health: 'How the server is.',
  logs: 'Log messages of pages.',
  locales: 'Words of the page.',
};

const tagOf = (path: string): string => path.split('/')[path.startsWith('/api/v1/') ? 3 : 1] ?? '';

const pageHeaders = {
  Link: {
    description: 'The first page, the last one and the neighbours (RFC 8288).',
    schema: { type: 'string' },
  },
};

function documentObject(schema: GraphQLSchema, row: DocumentRow): JsonSchema {
  const { document, field, selection, operation } = rootFieldOf(schema, row);
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const descriptions = new Map(
    field.args.map((argument) => [argument.name, argument.description ?? '']),
  );
  const variables = getVariables(schema, document).filter(({ name }) => !(name in row.fixed));
  const inPath = new Set([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const free = variables.filter(({ name }) => !inPath.has(name));
  const takesBody = row.method !== 'get' && row.method !== 'delete';
  const role = requiredRole(schema, row);
  const result = selectionSchema(field.type, selection.selectionSet, { fragments });
  const parameters = [
    ...variables
      .filter(({ name }) => inPath.has(name))
      .map((variable) => parameterOf(variable, 'path', descriptions.get(variable.name))),
    ...(takesBody
      ? []
      : free.map((variable) => parameterOf(variable, 'query', descriptions.get(variable.name)))),
  ];
  return {
    operationId: row.operationId,
    tags: [tagOf(row.path)],
    summary: (field.description ?? operation.name?.value ?? '').split(/(?<=[.;])\s/)[0],
    description: field.description ?? '',
    ...(role === 'VISITOR' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody && free.length > 0 ? { requestBody: operationBody(free, descriptions) } : {}),
    responses: {
      200: {
        description: 'Done',
        ...(free.some(({ name }) => name === 'perPage') ? { headers: pageHeaders } : {}),
        content: row.envelope.file
          ? { [row.envelope.file.type]: { schema: { type: 'string' } } }
          : { 'application/json': { schema: withPartialErrors(row.envelope.describe(result)) } },
      },
      ...refusalAnswers({ ...row, role }),
    },
  };
}

const imagePath = '/api/v1/proxy/image';

/** Its answer is an image, so it has no row. */
const imageOperation: JsonSchema = {
  operationId: 'get_proxy_image',
  tags: ['proxy'],
  summary: 'A picture of the catalogue, fetched by us and re-encoded as WebP.',
  description:
    'A picture of the catalogue, fetched by us and re-encoded as WebP. Only addresses that the catalogue knows.',
  parameters: [
    { name: 'url', in: 'query', required: true, schema: { type: 'string', format: 'uri' } },
  ],
  responses: {
    200: { description: 'The picture', content: { 'image/webp': { schema: {} } } },
    304: { description: 'The picture has not changed' },
    ...refusalAnswers({
      method: 'get',
      path: imagePath,
      role: 'USER',
      refusals: ['NOT_FOUND', 'GONE'],
    }),
  },
};

const translationsPath = '/locales/{lng}/{ns}.json';

/** Its answer is a file of the client, not an envelope. */
const translationsOperation: JsonSchema = {
  operationId: 'get_locales',
  tags: ['locales'],
  summary: 'The words of the page in one language.',
  description: 'The words of the page in one language, by the keys of one namespace.',
  security: [],
  parameters: [
    { name: 'lng', in: 'path', required: true, schema: { type: 'string', enum: [...languages] } },
    {
      name: 'ns',
      in: 'path',
      required: true,
      schema: {
        type: 'string',
        enum: ['guest', 'legal', 'common', 'dashboard', 'service', 'setup'],
      },
    },
    {
      name: 'v',
      in: 'query',
      description: 'Id of a build: such an answer may be kept for seven days.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'The words',
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    },
    ...refusalAnswers({
      method: 'get',
      path: translationsPath,
      role: 'VISITOR',
      refusals: ['NOT_FOUND'],
    }),
  },
};

/** Builds the document for the rows of the table. @param serverUrl the public address */
export function buildOpenApi(
  schema: GraphQLSchema,
  options: { version: string; serverUrl: string },
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const row of routes) {
    paths[row.path] = { ...paths[row.path], [row.method]: operationObject(schema, row) };
  }
  paths[imagePath] = { get: imageOperation };
  paths[notificationStreamPath] = { get: notificationStreamOperation };
  paths[translationsPath] = { get: translationsOperation };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loadout',
      version: options.version,
      description:
        'The catalogue of AI services over REST. The same resolvers answer POST /graphql.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl }],
    security: [{ token: [] }, { session: [] }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of a person, or of a tool.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sid',
          description: 'The session of a browser.',
        },
      },
      schemas: { Problem: problemSchema },
    },
  };
}
