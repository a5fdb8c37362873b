// The documents of our own page are within the limits of a document, as Apollo Client sends them: with fragments and __typename.
import { isEnumType, isInputObjectType, Kind, parseType, print, type TypeNode } from 'graphql';
import { getComplexity } from 'graphql-query-complexity';
import { limits } from '../../config/limits.ts';
import { readClientOperations, withTypenames } from '../../testing/clientOperations.ts';
import { getFieldCost } from './cost.ts';
import { buildSchema } from './schema.ts';
import { rejectAbusiveDocument } from './documentLimits.ts';

const operations = Object.entries(readClientOperations());

test('there are operations to try', () => {
  expect(operations.length).toBeGreaterThan(30);
});

test.each(operations)('%s', (_name, document) => {
  expect(() => rejectAbusiveDocument(print(withTypenames(document)))).not.toThrow();
});

const schema = buildSchema();

/** A value for a variable, as dear as may be. */
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
  const values: Record<string, unknown> = { Int: limits.page.perPageMax, Boolean: true };
  return values[type.name.value] ?? '1';
}

const queries = operations.filter(([, { definitions }]) =>
  definitions.some((one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === 'query'),
);

test.each(queries)('%s is within the cost of a document', (_name, query) => {
  const variables = Object.fromEntries(
    query.definitions
      .flatMap((one) => ('variableDefinitions' in one ? (one.variableDefinitions ?? []) : []))
      .map(({ variable, type }) => [variable.name.value, dearest(type)]),
  );
  const cost = getComplexity({
    schema,
    query: withTypenames(query),
    variables,
    estimators: [getFieldCost(schema)],
  });
  expect(cost).toBeLessThanOrEqual(limits.graphql.cost);
});
