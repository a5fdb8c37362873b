// The OpenAPI 3.1 document, made from the table: path, query, body and the exact answer come from the same row.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { getDirective } from '@graphql-tools/utils';
import type { Allowance } from '../graphql/allow.ts';
import type { JsonSchema } from './envelopes.ts';
import { operationOf, variablesOf, type Variable } from './operation.ts';
import { routes, type DocumentRow, type HandlerRow, type Row } from './routes.ts';

const scalarSchemas: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

const described = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { description, ...schema } : schema;

/** What a client may send for a type. */
function inputSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return inputSchema(type.ofType as GraphQLInputType);
  if (isListType(type))
    return { type: 'array', items: inputSchema(type.ofType as GraphQLInputType) };
  if (isEnumType(type))
    return { type: 'string', enum: type.getValues().map((value) => value.name) };
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return {
      type: 'object',
      additionalProperties: false,
      required: fields
        .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
        .map((field) => field.name),
      properties: Object.fromEntries(
        fields.map((field) => [
          field.name,
          described(
            isNonNullType(field.type) ? inputSchema(field.type) : orNull(inputSchema(field.type)),
            field.description,
          ),
        ]),
      ),
    };
  }
  return scalarSchemas[type.name] ?? {};
}

interface Selecting {
  fragments: Map<string, FragmentDefinitionNode>;
}

/** What a selection of a type answers: exactly its fields, under their aliases. */
function selectionSchema(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  context: Selecting,
): JsonSchema {
  if (!isNonNullType(type)) return orNull(nonNullSchema(type, selections, context));
  return nonNullSchema(type.ofType as GraphQLOutputType, selections, context);
}

function nonNullSchema(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  context: Selecting,
): JsonSchema {
  if (isListType(type)) {
    return {
      type: 'array',
      items: selectionSchema(type.ofType as GraphQLOutputType, selections, context),
    };
  }
  if (isObjectType(type)) {
    const properties = selections ? fieldSchemas(type, selections, context) : {};
    return { type: 'object', required: Object.keys(properties), properties };
  }
  if (isEnumType(type))
    return { type: 'string', enum: type.getValues().map((value) => value.name) };
  return scalarSchemas[getNamedType(type).name] ?? {};
}

function fieldSchemas(
  type: GraphQLObjectType,
  selections: SelectionSetNode,
  context: Selecting,
): Record<string, JsonSchema> {
  const fields = type.getFields();
  return Object.assign(
    {},
    ...selections.selections.map((selection): Record<string, JsonSchema> => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = context.fragments.get(selection.name.value);
        return fragment ? fieldSchemas(type, fragment.selectionSet, context) : {};
      }
      if (selection.kind === Kind.INLINE_FRAGMENT)
        return fieldSchemas(type, selection.selectionSet, context);
      const field = fields[selection.name.value];
      if (!field) return {};
      const schema = selectionSchema(field.type, selection.selectionSet, context);
      return {
        [selection.alias?.value ?? selection.name.value]: described(schema, field.description),
      };
    }),
  ) as Record<string, JsonSchema>;
}

const problemRef = { $ref: '#/components/schemas/Problem' };

const problemAnswer = (description: string): JsonSchema => ({
  description,
  content: {
    'application/json': { schema: problemRef },
    'application/problem+json': { schema: problemRef },
  },
});

/** The one root field of a row's document. */
function rootFieldOf(schema: GraphQLSchema, row: DocumentRow) {
  const operation = operationOf(row.document);
  const root = operation.operation === 'query' ? schema.getQueryType() : schema.getMutationType();
  const [selection] = operation.selectionSet.selections;
  if (selection?.kind !== Kind.FIELD)
    throw new Error(`The document of ${row.path} must select one root field`);
  const field = root?.getFields()[selection.name.value];
  if (!field) throw new Error(`The document of ${row.path} selects an unknown field`);
  return { field, selection, operation };
}

/** Who may call a row: what `@allow` says of its root field. */
export function roleOf(schema: GraphQLSchema, row: DocumentRow): Allowance['role'] {
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

function bodyOf(variables: Variable[], descriptions: Map<string, string>): JsonSchema {
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

/** What a handler answers: `success` alone, or a problem. */
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
    default: problemAnswer('Refused, or not available; `code` says why'),
  },
});

const operationObject = (schema: GraphQLSchema, row: Row): JsonSchema =>
  'document' in row ? documentObject(schema, row) : handlerObject(row);

function documentObject(schema: GraphQLSchema, row: DocumentRow): JsonSchema {
  const { field, selection, operation } = rootFieldOf(schema, row);
  const fragments = new Map(
    row.document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const descriptions = new Map(
    field.args.map((argument) => [argument.name, argument.description ?? '']),
  );
  const variables = variablesOf(schema, row.document).filter(({ name }) => !(name in row.fixed));
  const inPath = new Set([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const free = variables.filter(({ name }) => !inPath.has(name));
  const takesBody = row.method !== 'get' && row.method !== 'delete';
  const role = roleOf(schema, row);
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
    tags: [row.path.split('/')[row.path.startsWith('/api/v1/') ? 3 : 1]],
    summary: (field.description ?? operation.name?.value ?? '').split(/(?<=[.;])\s/)[0],
    description: field.description ?? '',
    ...(role === 'VISITOR' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody && free.length > 0 ? { requestBody: bodyOf(free, descriptions) } : {}),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: row.envelope.describe(result) } },
      },
      400: problemAnswer('The input is not valid; `errors` names every field'),
      ...(role === 'VISITOR' ? {} : { 401: problemAnswer('Nobody is signed in') }),
      ...(role === 'ADMIN' ? { 403: problemAnswer('Administrators only') } : {}),
      ...(inPath.size > 0 ? { 404: problemAnswer('There is no such thing') } : {}),
      default: problemAnswer('Refused, or not available; `code` says why'),
    },
  };
}

const problemSchema: JsonSchema = {
  type: 'object',
  description: 'An error: the members that the specification names, and those of RFC 9457.',
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
      enum: [
        'UNAUTHENTICATED',
        'FORBIDDEN',
        'NOT_FOUND',
        'INVALID',
        'CONFLICT',
        'GONE',
        'TOO_MANY',
        'UNAVAILABLE',
        'INTERNAL',
      ],
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
          path: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
};

/** The document for the rows of the table. @param serverUrl the public address. */
export function buildOpenApi(
  schema: GraphQLSchema,
  options: { version: string; serverUrl: string },
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const row of routes) {
    paths[row.path] = { ...paths[row.path], [row.method]: operationObject(schema, row) };
  }
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
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token that an admin has made.' },
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
