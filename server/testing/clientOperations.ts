// The GraphQL operations of the client as Apollo Client sends them: with their fragments and __typename.
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

const root = join(import.meta.dirname, '../..');

/** Every operation with its fragments, by name. */
export const readClientOperations = (): Record<string, DocumentNode> =>
  separateOperations(
    concatAST(
      globSync('client/**/*.graphql', { cwd: root }).map((file) =>
        parse(readFileSync(join(root, file), 'utf8')),
      ),
    ),
  );

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** Adds `__typename` to every selection below the operation, as Apollo Client does. */
export const withTypenames = (document: DocumentNode): DocumentNode =>
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

/** One operation as it is sent. @throws Error when no operation has this name */
export function readClientOperation(name: string): string {
  const document = readClientOperations()[name];
  if (!document) throw new Error(`The page has no operation ${name}`);
  return print(withTypenames(document));
}
