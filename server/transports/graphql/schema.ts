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
          // It was when its types were generated: once more would be a twentieth of each start.
          assumeValidSDL: true,
          // Nobody is told where in the texts something stands: 25,000 objects less.
          noLocation: true,
          // Nobody else has this schema: a copy that bears the resolvers would be a twentieth too.
          updateResolversInPlace: true,
          resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
        }),
      ),
    ),
  );

/** The schema that both transports run: built once in a process, it is the same for every app. */
export const buildSchema = memoize(build);
