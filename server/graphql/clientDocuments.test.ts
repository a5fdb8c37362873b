// The documents of our own page are within the limits of a document, as Apollo Client sends them: with fragments and __typename.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  concatAST,
  isEnumType,
  Kind,
  parse,
  print,
  separateOperations,
  visit,
  type DocumentNode,
  type FieldNode,
  type TypeNode,
} from 'graphql';
import { getComplexity } from 'graphql-query-complexity';
import { limits } from '../limits.ts';
import { costOfField } from './cost.ts';
import { buildSchema } from './schema.ts';
import { refuseAbusiveDocument } from './documentShape.ts';

const root = join(import.meta.dirname, '../..');
const documents = globSync('client/**/*.graphql', { cwd: root }).map((file) =>
  parse(readFileSync(join(root, file), 'utf8')),
);
const operations = Object.entries(separateOperations(concatAST(documents)));

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

const withTypenames = (document: DocumentNode): DocumentNode =>
  visit(document, {
    SelectionSet: {
      leave: (node, _key, parent) =>
        parent &&
        !Array.isArray(parent) &&
        'kind' in parent &&
        parent.kind === Kind.OPERATION_DEFINITION
          ? undefined
          : { ...node, selections: [...node.selections, typename] },
    },
  });

test('there are operations to try', () => {
  expect(operations.length).toBeGreaterThan(30);
});

test.each(operations)('%s', (_name, document) => {
  expect(() => refuseAbusiveDocument(print(withTypenames(document)))).not.toThrow();
});

const schema = buildSchema();

/** A value for a variable, as dear as may be. */
function dearest(type: TypeNode): unknown {
  if (type.kind === Kind.NON_NULL_TYPE) return dearest(type.type);
  if (type.kind === Kind.LIST_TYPE) return [dearest(type.type)];
  const named = schema.getType(type.name.value);
  if (isEnumType(named)) return named.getValues()[0]?.name;
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
  const cost = getComplexity({ schema, query, variables, estimators: [costOfField(schema)] });
  expect(cost).toBeLessThanOrEqual(limits.graphql.cost);
});
