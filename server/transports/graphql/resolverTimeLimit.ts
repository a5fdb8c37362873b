// Time limit of an operation, checked before every resolver.
import type { GraphQLSchema } from 'graphql';
import { mapFields } from './mapFields.ts';

/**
 * Ends a query at the time limit in any resolver. A running mutation completes and answers with its result, but no further one of
 * the same document starts.
 */
export const applyResolverTimeLimit = (schema: GraphQLSchema): GraphQLSchema =>
  mapFields(schema, (field, _name, typeName) => {
    const { resolve } = field;
    if (!resolve) return;
    field.resolve = (source, args, context, info) => {
      const { timeLimit } = context;
      if (info.operation.operation === 'query')
        return timeLimit.bound(() => resolve(source, args, context, info));
      if (typeName === 'Mutation') timeLimit.refuseWhenOver();
      return resolve(source, args, context, info);
    };
  });
