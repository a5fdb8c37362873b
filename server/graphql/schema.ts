// schema/*.graphql + resolvers + time limit + @allow → the executable schema.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { obeyAllow } from './allow.ts';
import { resolvers } from './resolvers.ts';
import { obeyTimeLimit } from './timeLimit.ts';

const directory = join(import.meta.dirname, '../../schema');

/** The contract as written: one text per word. */
export const readTypeDefinitions = (): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(join(directory, name), 'utf8'));

/** The schema that both doors run. */
export const buildSchema = (): GraphQLSchema =>
  obeyAllow(
    obeyTimeLimit(
      makeExecutableSchema({
        typeDefs: readTypeDefinitions(),
        resolvers,
        resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
      }),
    ),
  );
