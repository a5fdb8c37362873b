// Execution of the tools’ GraphQL documents with the caller’s rights and limits.
import type { ApolloServer } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import type { Context } from '../graphql/context.ts';
import { Refusal } from './toolErrors.ts';
import type { Ask } from './tool.ts';

interface Options {
  apollo: ApolloServer<Context>;
  contextValue: Context;
  /** Receives the rate limit headers. */
  sayRate(name: string, value: string): void;
}

/** Runs documents as the caller of one request. */
export const createRunDocument =
  ({ apollo, contextValue, sayRate }: Options): Ask =>
  async (document, variables) => {
    const { body, http } = await apollo.executeOperation<{ result?: unknown }, object>(
      {
        query: document.toString(),
        variables: variables as object,
        http: { method: 'POST', headers: new HeaderMap(), search: '', body: null },
      },
      { contextValue },
    );
    if (body.kind !== 'single') throw new Error('A document of an agent was answered in parts');
    for (const [name, value] of http.headers)
      if (name.startsWith('ratelimit')) sayRate(name, value);
    const { data, errors = [] } = body.singleResult;
    const result = data?.['result'] ?? null;
    if (result === null && errors[0]) throw new Refusal(errors[0]);
    return result as never;
  };
