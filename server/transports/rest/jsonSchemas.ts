// JSON schemas of the GraphQL types.
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
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema } from './envelopes.ts';

const scalarSchemas: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Upload: { type: 'string', contentMediaType: 'application/octet-stream' },
};

export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

export const described = (
  schema: JsonSchema,
  description: string | null | undefined,
): JsonSchema => (description ? { description, ...schema } : schema);

/** JSON schema of the input for a type. */
export function inputSchema(type: GraphQLInputType): JsonSchema {
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
  // An id may be sent as a number; answers contain text.
  if (type.name === 'ID') return { type: ['string', 'integer'] };
  return scalarSchemas[type.name] ?? {};
}

interface Selecting {
  fragments: Map<string, FragmentDefinitionNode>;
}

/** JSON schema of a selection: exactly its fields, under their aliases. */
export function selectionSchema(
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
