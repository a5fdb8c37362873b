// Validation of variables against the types of the schema, field by field.
import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
  type GraphQLScalarType,
} from 'graphql';
import { limits } from '../../config/limits.ts';
import {
  fieldError,
  type FieldError,
  type FieldKind,
  type FieldRule,
} from '../../shared/fieldErrors.ts';

const kinds: Record<string, FieldKind> = {
  ID: 'string or integer',
  String: 'string',
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  DateTime: 'date-time',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function scalarFault(type: GraphQLScalarType, path: string): FieldError {
  if (type.name === 'JSON') {
    return fieldError(path, 'too_deep', { limit: limits.request.jsonDepth });
  }
  const expected = kinds[type.name];
  const rule: FieldRule = expected ? { expected } : {};
  return fieldError(path, 'invalid_type', rule);
}

/**
 * All errors of a value against its type, with the path from the body. Follows graphql's coercion, except that a single value does
 * not stand for a list, as in the OpenAPI document.
 */
export function inputErrors(type: GraphQLInputType, value: unknown, path = ''): FieldError[] {
  if (isNonNullType(type)) {
    return value === undefined || value === null
      ? [fieldError(path, 'required')]
      : inputErrors(type.ofType as GraphQLInputType, value, path);
  }
  if (value === undefined || value === null) return [];
  if (isListType(type)) {
    const inner = type.ofType as GraphQLInputType;
    return Array.isArray(value)
      ? value.flatMap((one, index) => inputErrors(inner, one, `${path}.${index}`))
      : [fieldError(path, 'invalid_type', { expected: 'array' })];
  }
  if (isInputObjectType(type)) {
    if (!isRecord(value)) return [fieldError(path, 'invalid_type', { expected: 'object' })];
    const fields = type.getFields();
    const below = (name: string): string => (path ? `${path}.${name}` : name);
    return [
      ...Object.keys(value)
        .filter((name) => !Object.hasOwn(fields, name))
        .map((name) => fieldError(below(name), 'unknown')),
      ...Object.values(fields)
        .filter(
          ({ name, defaultValue }) => Object.hasOwn(value, name) || defaultValue === undefined,
        )
        .flatMap((field) => inputErrors(field.type, value[field.name], below(field.name))),
    ];
  }
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name }) => name);
    return typeof value === 'string' && values.includes(value)
      ? []
      : [fieldError(path, 'invalid_type', { values })];
  }
  try {
    type.parseValue(value);
    return [];
  } catch {
    // The scalar's own message is about GraphQL and repeats the value.
    return [scalarFault(type, path)];
  }
}
