// schema/*.graphql + resolvers + record of tokens + time limit + @allow → the executable schema.
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { obeyAllow } from './allow.ts';
import { resolvers } from './resolvers.ts';
import { obeyTimeLimit } from './timeLimit.ts';
import { recordTokenActs } from './tokenActs.ts';
import { readTypeDefinitions } from './typeDefinitions.ts';

const build = (): GraphQLSchema =>
  obeyAllow(
    obeyTimeLimit(
      recordTokenActs(
        makeExecutableSchema({
          typeDefs: readTypeDefinitions(),
          resolvers,
          // It was when its types were generated: once more would be a twentieth of each start.
          assumeValidSDL: true,
          resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
        }),
      ),
    ),
  );

let schema: GraphQLSchema | null = null;

/** The schema that both doors run: built once in a process, it is the same for every app. */
export const buildSchema = (): GraphQLSchema => (schema ??= build());
