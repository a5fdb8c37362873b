// From a request to the variables of its document: text becomes what the operation's own types say.
import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { DomainError, type FieldError } from '../shared/domainError.ts';

/** One variable of an operation. */
export interface Variable {
  name: string;
  type: GraphQLInputType;
  isRequired: boolean;
  /** What the document takes when the variable is left out. */
  defaultValue: unknown;
}

/** The one operation of a document. */
export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((one) => one.kind === 'OperationDefinition');
  if (!operation) throw new Error('A document of the REST facade holds no operation');
  return operation;
}

/** The variables of an operation, typed by the schema. */
export function variablesOf(schema: GraphQLSchema, document: DocumentNode): Variable[] {
  return (operationOf(document).variableDefinitions ?? []).map((definition) => {
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined;
    const name = definition.variable.name.value;
    if (!type) throw new Error(`The type of $${name} is not in the schema`);
    const literal = definition.defaultValue;
    return {
      name,
      type,
      isRequired: isNonNullType(type) && literal === undefined,
      defaultValue: literal && 'value' in literal ? literal.value : undefined,
    };
  });
}

const bare = (type: GraphQLInputType): GraphQLInputType =>
  isNonNullType(type) ? (type.ofType as GraphQLInputType) : type;

class Unreadable extends Error {}

/** A text of the address as a value of a type. A list is comma joined (specification, section 3). */
function fromText(text: string, type: GraphQLInputType): unknown {
  const inner = bare(type);
  if (isListType(inner)) {
    return text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => fromText(part, inner.ofType as GraphQLInputType));
  }
  if (isEnumType(inner)) {
    if (!inner.getValue(text)) {
      throw new Unreadable(
        `must be one of ${inner
          .getValues()
          .map((value) => value.name)
          .join(', ')}`,
      );
    }
    return text;
  }
  switch (String(inner)) {
    case 'Int':
      if (!/^-?\d{1,9}$/.test(text)) throw new Unreadable('must be a whole number');
      return Number(text);
    case 'Float':
      if (text.trim() === '' || !Number.isFinite(Number(text)))
        throw new Unreadable('must be a number');
      return Number(text);
    case 'Boolean':
      if (text === 'true' || text === '1') return true;
      if (text === 'false' || text === '0') return false;
      throw new Unreadable('must be true or false');
    default:
      return text;
  }
}

export interface RequestParts {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the variables of a document out of a request. @throws DomainError INVALID with every field that is wrong. */
export function readVariables(
  variables: Variable[],
  { path, query, body }: RequestParts,
  takesBody: boolean,
): Record<string, unknown> {
  const errors: FieldError[] = [];
  const values: Record<string, unknown> = {};
  if (body !== undefined && body !== null && !isRecord(body)) {
    throw new DomainError('INVALID', 'The body must be a JSON object', {
      errors: [{ path: '', code: 'invalid_type', message: 'The body must be a JSON object' }],
    });
  }
  const fields: Record<string, unknown> = isRecord(body) ? body : {};
  const wholeBody = variables.find((variable) => isInputObjectType(bare(variable.type)));
  if (wholeBody) values[wholeBody.name] = fields;

  const known = new Set(variables.map((variable) => variable.name));
  const taken = new Set(Object.keys(path));
  if (takesBody && !wholeBody) {
    for (const name of Object.keys(fields)) {
      if (!known.has(name) || taken.has(name)) {
        errors.push({ path: name, code: 'unknown', message: `${name} is not known here` });
      }
    }
  }
  for (const variable of variables) {
    if (variable === wholeBody) continue;
    const { name, type } = variable;
    const text = path[name] ?? (takesBody ? undefined : query[name]);
    if (Array.isArray(text)) {
      errors.push({ path: name, code: 'repeated', message: `${name} must stand once` });
    } else if (typeof text === 'string') {
      if (text === '' && !path[name]) continue;
      try {
        values[name] = fromText(text, type);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        errors.push({ path: name, code: 'invalid_type', message: `${name} ${error.message}` });
      }
    } else if (takesBody && name in fields) {
      values[name] = fields[name];
    }
    if (
      variable.isRequired &&
      values[name] === undefined &&
      !errors.some((one) => one.path === name)
    ) {
      errors.push({ path: name, code: 'required', message: `${name} is missing` });
    }
  }
  if (errors.length > 0) {
    const messages = errors.slice(0, 5).map((error) => error.message);
    throw new DomainError('INVALID', messages.join('; '), { errors });
  }
  return values;
}
