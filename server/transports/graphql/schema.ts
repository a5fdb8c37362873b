// Executable schema: type definitions, resolvers, token audit, time limit and @allow.
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { memoize } from '../../shared/memoize.ts';
import { applyAllowDirective } from './allowDirective.ts';
import { resolvers } from './resolvers.ts';
import { applyResolverTimeLimit } from './resolverTimeLimit.ts';
import { recordTokenActions } from './tokenAudit.ts';
import { readTypeDefinitions } from './typeDefinitions.ts';

const build = (): GraphQLSchema =>
  applyAllowDirective(
    applyResolverTimeLimit(
      recordTokenActions(
        makeExecutableSchema({
          typeDefs: readTypeDefinitions(),
          resolvers,
          // Codegen has validated it: doing it again would take a twentieth of each start.
          assumeValidSDL: true,
          // Nothing reads source positions, which would be 25,000 objects.
          noLocation: true,
          // No other code uses this schema: a copy would take a twentieth of each start.
          updateResolversInPlace: true,
          resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
        }),
      ),
    ),
  );

/** The schema of both transports, built once per process because it is the same for every app. */
export const buildSchema = memoize(build);
