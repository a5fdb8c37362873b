// What one document may cost the server, worked out with its variables (limits: GraphQL).
import type { ApolloServerPlugin } from '@apollo/server';
import { getDirective } from '@graphql-tools/utils';
import { getVariableValues, type GraphQLSchema } from 'graphql';
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

/** Refuses an operation whose cost, worked out with its variables, is past the limit. */
export const costLimit = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, request, contextValue }) {
        if (contextValue.isOwnDocument || !operation) return;
        const definitions = operation.variableDefinitions ?? [];
        // Without a bound every wrong value of a long list becomes an error of its own, which takes seconds.
        const { errors } = getVariableValues(schema, definitions, request.variables ?? {}, {
          maxErrors: limits.graphql.validationErrors,
        });
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
