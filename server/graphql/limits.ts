// What one document may ask of the server: depth, root fields, cost (limits: GraphQL).
import type { ApolloServerPlugin } from '@apollo/server';
import { getDirective } from '@graphql-tools/utils';
import {
  getVariableValues,
  GraphQLError,
  Kind,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { DomainError } from '../shared/domainError.ts';
import { limits } from '../limits.ts';
import type { Context } from './context.ts';

interface Shape {
  depth: number;
  rootFields: number;
}

/** How deep a selection is, fragments followed; stops counting one level past the limit. */
function depthOf(
  selections: SelectionSetNode,
  fragments: Map<string, FragmentDefinitionNode>,
  entered: ReadonlySet<string>,
  level: number,
): number {
  if (level > limits.graphql.depth) return level;
  let deepest = level;
  for (const selection of selections.selections) {
    let below = level;
    if (selection.kind === Kind.FIELD) {
      if (selection.selectionSet)
        below = depthOf(selection.selectionSet, fragments, entered, level + 1);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      below = depthOf(selection.selectionSet, fragments, entered, level);
    } else {
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (fragment && !entered.has(name)) {
        below = depthOf(fragment.selectionSet, fragments, new Set([...entered, name]), level);
      }
    }
    deepest = Math.max(deepest, below);
    if (deepest > limits.graphql.depth) return deepest;
  }
  return deepest;
}

/** How many fields stand at the root of an operation, aliases counted one by one and fragments followed. */
function rootFieldsOf(
  selections: SelectionSetNode,
  fragments: Map<string, FragmentDefinitionNode>,
  entered: ReadonlySet<string>,
): number {
  let count = 0;
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FIELD) count += 1;
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
      count += rootFieldsOf(selection.selectionSet, fragments, entered);
    } else {
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (fragment && !entered.has(name)) {
        count += rootFieldsOf(fragment.selectionSet, fragments, new Set([...entered, name]));
      }
    }
    if (count > limits.graphql.rootFields) return count;
  }
  return count;
}

/** Refuses documents that are too deep, too wide at the root, or hold more than one operation. */
export const documentShapeRule: ValidationRule = (context) => ({
  Document(document) {
    const fragments = new Map(
      document.definitions
        .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
        .map((fragment) => [fragment.name.value, fragment]),
    );
    const operations = document.definitions.filter(
      (definition) => definition.kind === Kind.OPERATION_DEFINITION,
    );
    if (operations.length > 1) {
      context.reportError(new GraphQLError('One operation at a time'));
      return;
    }
    const shapes = operations.map((operation): Shape => ({
      depth: depthOf(operation.selectionSet, fragments, new Set(), 1),
      rootFields: rootFieldsOf(operation.selectionSet, fragments, new Set()),
    }));
    for (const shape of shapes) {
      if (shape.depth > limits.graphql.depth) {
        context.reportError(
          new GraphQLError(`The document is deeper than ${limits.graphql.depth} levels`),
        );
      }
      if (shape.rootFields > limits.graphql.rootFields) {
        context.reportError(
          new GraphQLError(
            `The document has more than ${limits.graphql.rootFields} fields at its root`,
          ),
        );
      }
    }
  },
});

/** A field costs its weight and what is below it; a list as often as it may be long. */
const costOfField =
  (schema: GraphQLSchema): ComplexityEstimator =>
  ({ field, args, childComplexity }) => {
    const cost = getDirective(schema, field, 'cost')?.[0] as
      { weight: number; multiplier?: string | null } | undefined;
    const times = cost?.multiplier ? Math.max(1, Number(args[cost.multiplier] ?? 1)) : 1;
    const own = cost?.weight ?? (childComplexity > 0 || field.args.length > 0 ? 1 : 0);
    return (own + childComplexity) * times;
  };

/** Refuses a document that is too long, and an operation whose cost, worked out with its variables, is past the limit. */
export const costLimit = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, request, contextValue }) {
        if (Buffer.byteLength(request.query ?? '') > limits.graphql.queryBytes) {
          throw new DomainError(
            'INVALID',
            `A document holds ${limits.graphql.queryBytes} bytes at most`,
            { reason: 'tooLong' },
          );
        }
        if (contextValue.isOwnDocument || !operation) return;
        const definitions = operation.variableDefinitions ?? [];
        const { errors } = getVariableValues(schema, definitions, request.variables ?? {});
        // Variables that do not fit cannot be counted, and the execution refuses them in its own words.
        if (errors) return;
        const cost = getComplexity({
          schema,
          query: document,
          variables: request.variables ?? {},
          estimators: [costOfField(schema)],
        });
        if (cost > limits.graphql.cost) {
          throw new DomainError(
            'INVALID',
            `The document costs ${cost}; the limit is ${limits.graphql.cost}`,
            {
              reason: 'tooCostly',
            },
          );
        }
      },
    };
  },
});
