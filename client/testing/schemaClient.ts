/** Apollo client over the real SDL: a document with an unknown field fails the test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApolloClient } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { IResolvers } from '@graphql-tools/utils';
import { defaultFieldResolver, graphql, isObjectType, type GraphQLFieldResolver } from 'graphql';
import { createCache } from '../app/apollo.ts';
import type { FakeAnswer } from './fakeServer.ts';

const folder = join(process.cwd(), 'schema');
const typeDefs = readdirSync(folder)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => readFileSync(join(folder, file), 'utf8'));
/** Resolvers of a fake server. */
export type TestResolvers = IResolvers;

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** Built once, because it takes longer than most tests. Fields use the resolvers of the client, which are passed as the context. */
const contract = makeExecutableSchema({ typeDefs });
const objects = Object.values(contract.getTypeMap()).filter(isObjectType);
for (const type of objects) {
  for (const field of Object.values(type.getFields())) {
    field.resolve = (source, args, resolvers: Record<string, Record<string, Resolver>>, info) =>
      (resolvers[type.name]?.[field.name] ?? defaultFieldResolver)(source, args, null, info);
  }
}

/** @throws Error for a resolver of a field that the schema does not have */
function assertKnown(resolvers: TestResolvers): void {
  for (const [name, fields] of Object.entries(resolvers)) {
    const known = objects.find((type) => type.name === name)?.getFields();
    for (const [field, resolver] of Object.entries(fields)) {
      if (!known?.[field] || typeof resolver !== 'function')
        throw new Error(`The contract has no field ${name}.${field} that a function could answer`);
    }
  }
}

/** A client whose requests are executed against schema/*.graphql with the given resolvers. */
export function createTestClient(resolvers: TestResolvers = {}): ApolloClient {
  assertKnown(resolvers);
  return new ApolloClient({
    cache: createCache(),
    link: new SchemaLink({ schema: contract, context: resolvers }),
  });
}

/** Answers `POST /graphql` of a fake server with the given resolvers over the real SDL. */
export function answerGraphql(resolvers: TestResolvers = {}): FakeAnswer {
  assertKnown(resolvers);
  return async ({ body }) => ({
    ...(await graphql({
      schema: contract,
      source: String(body['query']),
      variableValues: body['variables'] as Record<string, unknown>,
      contextValue: resolvers,
    })),
  });
}
