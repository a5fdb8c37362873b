// Masking of schema names in errors in production, except those that the caller wrote (guarantee G2).
import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from './context.ts';

/** Codes of errors by graphql-js about a document or its variables; refusals of the domain name no types. */
const ofTheSchema = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? [];

/** Removes quoted names that the caller did not write. */
const withoutSchemaNames = (message: string, given: string): string => {
  const known = new Set(wordsOf(given));
  return message.replaceAll(/"([^"]*)"/g, (quoted: string, name: string) =>
    wordsOf(name).every((word) => known.has(word)) ? quoted : '"…"',
  );
};

/** Applies to documents of callers; the REST facade has its own contract. */
export const hideSchemaNames: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, contextValue, response }) {
        if (response.body.kind !== 'single' || contextValue.isOwnDocument) return;
        const { singleResult } = response.body;
        if (!singleResult.errors) return;
        const given = `${request.query} ${JSON.stringify(request.variables ?? {})}`;
        singleResult.errors = singleResult.errors.map((error) =>
          ofTheSchema.has(String(error.extensions?.['reason']))
            ? { ...error, message: withoutSchemaNames(error.message, given) }
            : error,
        );
      },
    };
  },
};
