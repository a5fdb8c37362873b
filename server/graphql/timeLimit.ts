// Every field that has to be worked out looks at the time of its request.
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';

/**
 * A query is given up when its time is over, wherever it stands. A mutation is never cut: what it began it ends, and answers
 * what became of it; but no further one of the same document is begun.
 */
export const obeyTimeLimit = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, _name, typeName) => {
      const { resolve } = field;
      if (!resolve) return undefined;
      field.resolve = (source, args, context: Context, info) => {
        const { timeLimit } = context;
        if (info.operation.operation === 'query')
          return timeLimit.bound(() => resolve(source, args, context, info));
        if (typeName === 'Mutation') timeLimit.refuseWhenOver();
        return resolve(source, args, context, info);
      };
      return field;
    },
  });
