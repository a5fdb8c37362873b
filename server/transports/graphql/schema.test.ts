// The schema, its descriptions, and the documents of the client within its limits.
import { makeExecutableSchema } from '@graphql-tools/schema';
import { getDirective } from '@graphql-tools/utils';
import {
  isEnumType,
  isInputObjectType,
  isObjectType,
  Kind,
  parseType,
  print,
  type TypeNode,
} from 'graphql';
import { getComplexity } from 'graphql-query-complexity';
import { limits } from '../../config/limits.ts';
import { readClientOperations, withTypenames } from '../../testing/clientOperations.ts';
import { getFieldCost } from './cost.ts';
import { rejectAbusiveDocument } from './documentLimits.ts';
import { resolvers } from './resolvers.ts';
import { buildSchema } from './schema.ts';
import { readTypeDefinitions } from './typeDefinitions.ts';

const schema = buildSchema();
const named = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));

describe('the contract', () => {
  test('is valid, which a start does not check', () => {
    expect(() => makeExecutableSchema({ typeDefs: readTypeDefinitions() })).not.toThrow();
  });

  test('every root field has @allow', () => {
    const roots = [schema.getQueryType(), schema.getMutationType()];
    const open = roots.flatMap((root) =>
      Object.values(root?.getFields() ?? {})
        .filter((field) => !getDirective(schema, field, 'allow'))
        .map((field) => `${root?.name}.${field.name}`),
    );
    expect(roots.map((root) => root?.name)).toEqual(['Query', 'Mutation']);
    expect(open).toEqual([]);
  });

  test('every root field has a resolver of its own', () => {
    const empty = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
      Object.keys(root?.getFields() ?? {}).filter(
        (name) => !resolvers.some((one) => root && name in (one[root.name] ?? {})),
      ),
    );
    expect(empty).toEqual([]);
  });

  test('every type and every root field is described', () => {
    const roots = [schema.getQueryType(), schema.getMutationType()];
    const types = named.filter((type) => isObjectType(type) || isEnumType(type));
    const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
    const silent = [...types.filter(({ name }) => !/^(Query|Mutation)$/.test(name)), ...fields];
    expect(silent.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });

  test('admin-only fields are null for others, never an error', () => {
    const fields = named
      .filter(isObjectType)
      .filter((type) => !['Query', 'Mutation'].includes(type.name))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => getDirective(schema, field, 'allow'));
    expect(fields.length).toBeGreaterThan(5);
    for (const { field } of fields) {
      expect(getDirective(schema, field, 'allow')?.[0]).toEqual({
        role: 'ADMIN',
        otherwise: 'NULL',
        tools: false,
      });
    }
  });
});

describe('documents of the client', () => {
  const operations = Object.entries(readClientOperations());

  test('are within the limits of a document', () => {
    expect(operations.length).toBeGreaterThan(30);
    for (const [, document] of operations)
      expect(() => rejectAbusiveDocument(print(withTypenames(document)))).not.toThrow();
  });

  /** The most expensive value for a variable. */
  function dearest(type: TypeNode): unknown {
    if (type.kind === Kind.NON_NULL_TYPE) return dearest(type.type);
    if (type.kind === Kind.LIST_TYPE) return [dearest(type.type)];
    const named = schema.getType(type.name.value);
    if (isEnumType(named)) return named.getValues()[0]?.name;
    if (isInputObjectType(named)) {
      const fields = Object.values(named.getFields());
      return Object.fromEntries(
        fields.map((field) => [field.name, dearest(parseType(String(field.type)))]),
      );
    }
    const values: Record<string, unknown> = {
      Int: limits.page.perPageMax,
      Boolean: true,
      Upload: new Uint8Array(),
    };
    return values[type.name.value] ?? '1';
  }

  const queries = operations.filter(([, { definitions }]) =>
    definitions.some((one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === 'query'),
  );

  test('are within the cost of a document', () => {
    for (const [name, query] of queries) {
      const variables = Object.fromEntries(
        query.definitions
          .flatMap((one) => ('variableDefinitions' in one ? (one.variableDefinitions ?? []) : []))
          .map(({ variable, type }) => [variable.name.value, dearest(type)]),
      );
      const estimators = [getFieldCost(schema)];
      const cost = getComplexity({ schema, query: withTypenames(query), variables, estimators });
      expect({ name, isWithin: cost <= limits.graphql.cost }).toEqual({ name, isWithin: true });
    }
  });
});

describe('limits in descriptions', () => {
  test('are filled in', () => {
    expect(readTypeDefinitions().join('\n')).not.toMatch(/\{\w+\.\w+/);
  });
});
