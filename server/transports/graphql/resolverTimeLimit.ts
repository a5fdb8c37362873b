// Time limit of an operation, checked before every resolver.
import type { GraphQLSchema } from 'graphql';
import { mapFields } from './mapFields.ts';

/**
 * A query is given up when its time is over, wherever it stands. A mutation is never cut: what it began it ends, and answers
 * what became of it; but no further one of the same document is begun.
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
