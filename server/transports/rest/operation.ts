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

export interface Variable {
  name: string;
  type: GraphQLInputType;
  isRequired: boolean;
  /** Default in the document. */
  defaultValue: unknown;
}

/** Parses a stored document; its text takes a fifth of the memory of the tree. */
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
 * Converts a text of the address to a type. Lists are separated by commas (specification, section 3). A text that does not fit
 * stays a text, which `inputErrors` refuses.
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
 * Reads the variables of a document from a request. Unknown query parameters are ignored, since caches and campaigns add some;
 * unknown fields of the body are refused.
 * @param asFile set when the body is a raw file and the query holds the other fields: query parameters that describe the file
 * @throws DomainError INVALID with every wrong field
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
      : // Ignoring a misspelt filter would return everything.
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
      // A write with a raw file rejects an empty parameter; elsewhere it counts as missing.
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
