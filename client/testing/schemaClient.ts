/** An Apollo client over the real SDL: a document that the contract does not know fails the test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApolloClient } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { IResolvers } from '@graphql-tools/utils';
import { graphql } from 'graphql';
import { createCache } from '../app/cache.ts';
import type { FakeAnswer } from './fakeServer.ts';

const folder = join(process.cwd(), 'schema');
const typeDefs = readdirSync(folder)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => readFileSync(join(folder, file), 'utf8'));

/** What a test answers in the server's place: resolvers for the fields that it asks for. */
export type TestResolvers = IResolvers;

/** A client whose requests are executed against schema/*.graphql with the given resolvers. */
export function createTestClient(resolvers: TestResolvers = {}): ApolloClient {
  const schema = makeExecutableSchema({ typeDefs, resolvers });
  return new ApolloClient({ cache: createCache(), link: new SchemaLink({ schema }) });
}

/** Answers `POST /graphql` of a fake server with the given resolvers over the real SDL. */
export function answerGraphql(resolvers: TestResolvers = {}): FakeAnswer {
  const schema = makeExecutableSchema({ typeDefs, resolvers });
  return async ({ body }) => ({
    ...(await graphql({
      schema,
      source: String(body['query']),
      variableValues: body['variables'] as Record<string, unknown>,
    })),
  });
}
