// Masking of schema names in errors in production, except those that the caller wrote (guarantee G2).
import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from './context.ts';

/** What graphql itself says of a document or its variables; the refusals of the domain name no types. */
const ofTheSchema = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? [];

/** The message with every quoted name that is not among the caller's own words taken out. */
const withoutSchemaNames = (message: string, given: string): string => {
  const known = new Set(wordsOf(given));
  return message.replaceAll(/"([^"]*)"/g, (quoted: string, name: string) =>
    wordsOf(name).every((word) => known.has(word)) ? quoted : '"…"',
  );
};

/** For documents that come from outside; those of the REST facade are described in its own contract. */
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
