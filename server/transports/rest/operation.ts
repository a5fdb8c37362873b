// Conversion of a request into the variables of its document.
import {
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { DomainError } from '../../shared/domainError.ts';
import { fieldError, type FieldError } from '../../shared/fieldErrors.ts';
import { inputErrors } from './inputErrors.ts';

/** One variable of an operation. */
export interface Variable {
  name: string;
  type: GraphQLInputType;
  isRequired: boolean;
  /** Default value of the variable. */
  defaultValue: unknown;
}

/** A document as it is written, read: it is kept as a text, a fifth of the tree. */
export const readDocument = (document: { toString(): string }): DocumentNode =>
  parse(document.toString(), { noLocation: true });

/** The one operation of a document. */
export function getOperation(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((one) => one.kind === 'OperationDefinition');
  if (!operation) throw new Error('A document of the REST facade holds no operation');
  return operation;
}

/** The variables of an operation, typed by the schema. */
export function getVariables(schema: GraphQLSchema, document: DocumentNode): Variable[] {
  return (getOperation(document).variableDefinitions ?? []).map((definition) => {
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

/**
 * A text of the address as a value of a type. A list is comma joined (specification, section 3). A text that is none of
 * the type stays a text, which `inputFaults` refuses.
 */
function fromText(text: string, type: GraphQLInputType): unknown {
  const inner = bare(type);
  if (isListType(inner)) {
    return text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => fromText(part, inner.ofType as GraphQLInputType));
  }
  switch (String(inner)) {
    case 'Int':
      return /^-?\d{1,9}$/.test(text) ? Number(text) : text;
    case 'Float':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'Boolean':
      if (text === 'true' || text === '1') return true;
      if (text === 'false' || text === '0') return false;
      return text;
    default:
      return text;
  }
}

export interface RequestParts {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

interface Reading {
  takesBody: boolean;
  asFile?: readonly string[] | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the variables of a document out of a request. Unknown names of the query are ignored, since caches and campaigns add
 * some; unknown fields of the body are refused.
 * @param asFile where the body is a file as it is, and the query holds the other fields: names of the query that speak of the file
 * @throws DomainError INVALID with every field that is wrong.
 */
export function readVariables(
  variables: Variable[],
  { path, query, body }: RequestParts,
  { takesBody, asFile }: Reading,
): Record<string, unknown> {
  const errors: FieldError[] = [];
  const values: Record<string, unknown> = {};
  if (body !== undefined && !isRecord(body)) {
    const error = fieldError('', 'invalid_type', { expected: 'object' });
    throw new DomainError('INVALID', error.message, { errors: [error] });
  }
  const fields: Record<string, unknown> = isRecord(body) ? body : {};
  const namesOf = ({ name, type }: Variable): string[] => {
    const inner = bare(type);
    return isInputObjectType(inner) ? Object.keys(inner.getFields()) : [name];
  };
  const wholeBody = variables.find((variable) => isInputObjectType(bare(variable.type)));
  if (wholeBody) {
    values[wholeBody.name] = fields;
    errors.push(...inputErrors(wholeBody.type, fields));
  }

  const known = new Set(variables.flatMap(namesOf));
  const taken = new Set(Object.keys(path));
  const spelling = (name: string): string => name.toLowerCase().replace(/\[\]$/, '');
  const spellings = new Set([...known].filter((name) => !taken.has(name)).map(spelling));
  const inBody = takesBody ? Object.keys(fields) : [];
  const standsInQuery = (name: string): boolean =>
    (!takesBody || asFile !== undefined) && !inBody.includes(name);
  for (const name of wholeBody ? [] : inBody)
    if (!known.has(name) || taken.has(name)) errors.push(fieldError(name, 'unknown'));
  for (const name of Object.keys(query)) {
    if (asFile?.includes(name)) {
      if (Array.isArray(query[name])) errors.push(fieldError(name, 'repeated'));
      continue;
    }
    const isField = known.has(name) && !taken.has(name);
    const isUnread = isField
      ? !standsInQuery(name)
      : // A filter in another spelling would silently be none.
        asFile !== undefined || spellings.has(spelling(name));
    if (isUnread) errors.push(fieldError(name, 'unknown'));
  }
  for (const variable of variables) {
    if (variable === wholeBody) continue;
    const { name, type } = variable;
    const text = path[name] ?? (standsInQuery(name) ? query[name] : undefined);
    if (Array.isArray(text)) {
      errors.push(fieldError(name, 'repeated'));
      continue;
    }
    if (typeof text === 'string') {
      // What is to be written leaves nothing to a guess: there a name without a text is no name left out.
      if (text !== '' || path[name] || asFile) values[name] = fromText(text, type);
    } else if (takesBody && Object.hasOwn(fields, name)) {
      values[name] = fields[name];
    }
    if (name in values || variable.isRequired) {
      errors.push(...inputErrors(type, values[name], name));
    }
  }
  if (errors.length > 0) {
    const messages = errors.slice(0, 5).map((error) => error.message);
    throw new DomainError('INVALID', messages.join('; '), { errors });
  }
  return values;
}
