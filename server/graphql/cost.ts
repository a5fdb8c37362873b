// What one document may cost the server, worked out with its variables (limits: GraphQL).
import type { ApolloServerPlugin } from '@apollo/server';
import { getDirective } from '@graphql-tools/utils';
import {
  getVariableValues,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { DomainError } from '../shared/domainError.ts';
import { limits } from '../limits.ts';
import type { Context } from './context.ts';

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

/** What documents cost with variables that were counted before: pages come again and again. */
const counted = new WeakMap<DocumentNode, Map<string, number>>();
const mostCounted = 200;

/** The cost with these variables; null where they do not fit, which the execution refuses in its own words. */
function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number | null {
  // Without a bound every wrong value of a long list becomes an error of its own, which takes seconds.
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: limits.graphql.validationErrors,
  });
  return errors
    ? null
    : getComplexity({ schema, query: document, variables, estimators: [costOfField(schema)] });
}

function keptCostOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number | null {
  const kept = counted.get(document) ?? new Map<string, number>();
  counted.set(document, kept);
  const key = JSON.stringify(variables);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const cost = costOf(schema, document, operation, variables);
  if (kept.size >= mostCounted) kept.clear();
  if (cost !== null) kept.set(key, cost);
  return cost;
}

/** Refuses an operation whose cost, worked out with its variables, is past the limit. */
export const costLimit = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, request, contextValue }) {
        if (contextValue.isOwnDocument || !operation) return;
        const cost = keptCostOf(schema, document, operation, request.variables ?? {});
        if (cost !== null && cost > limits.graphql.cost) {
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
