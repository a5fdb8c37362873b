// The documents of our own page are within the limits of a document, as Apollo Client sends them: with fragments and __typename.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  concatAST,
  Kind,
  parse,
  print,
  separateOperations,
  visit,
  type DocumentNode,
  type FieldNode,
} from 'graphql';
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
