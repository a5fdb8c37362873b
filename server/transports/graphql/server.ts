// Apollo server for /graphql and for the REST facade, which calls executeOperation.
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { stringifyWithin } from './answerLimit.ts';
import type { Context } from './context.ts';
import { createErrorFormatter, statusOf } from './errors.ts';
import { costLimit } from './cost.ts';
import { createDocumentStore } from './documentStore.ts';
import { jitExecutor } from './jitExecutor.ts';
import { rateLimit } from './fieldRates.ts';
import { hideSchemaNames } from './hideSchemaNames.ts';
import { rejectUnstorableText } from './storableText.ts';

interface Options {
  schema: GraphQLSchema;
  log: Log;
  production: boolean;
  /** The run of a query at which graphql-jit compiles it. */
  jitThreshold?: number;
}

/** A single refusal sets the HTTP status, so that a caller need not read the body; an answer with data and errors stays 200. */
const statusOfRefusals: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response }) {
        if (response.body.kind !== 'single') return;
        const { data, errors } = response.body.singleResult;
        // Variables may be wrong in hundreds of places; a valid document has at most this many root fields.
        if (data === undefined && errors && errors.length > limits.graphql.validationErrors + 1) {
          response.body.singleResult.errors = errors.slice(0, limits.graphql.validationErrors);
        }
        const hasData =
          data !== undefined &&
          data !== null &&
          Object.values(data).some((value) => value !== null);
        const code = errors?.[0]?.extensions?.['code'];
        if (hasData || typeof code !== 'string' || !(code in statusOf)) return;
        response.http.status = statusOf[code as keyof typeof statusOf];
        const retryAfter = errors?.[0]?.extensions?.['retryAfter'];
        if (typeof retryAfter === 'number')
          response.http.headers.set('retry-after', String(retryAfter));
      },
    };
  },
};

/** @throws GraphQLError with the status 400 over the limit, since Apollo reads the status from it */
function stringifyAnswer(answer: unknown): string {
  try {
    return stringifyWithin(limits.graphql.answerBytes, answer);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new GraphQLError(error.message, {
      extensions: { http: { status: 400 } },
      originalError: error,
    });
  }
}

export function createGraphqlServer({
  schema,
  log,
  production,
  jitThreshold,
}: Options): ApolloServer<Context> {
  const formatError = createErrorFormatter(log);
  return new ApolloServer<Context>({
    schema,
    introspection: !production,
    hideSchemaDetailsFromClientErrors: production,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    persistedQueries: false,
    documentStore: createDocumentStore(),
    stringifyResult: stringifyAnswer,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: limits.graphql.tokens },
    maxRecursiveSelections: true,
    validationOptions: { maxErrors: limits.graphql.validationErrors },
    formatError,
    logger: log,
    plugins: [
      // The rate limit comes first, so that refused calls cost nothing.
      rateLimit,
      costLimit(schema),
      rejectUnstorableText,
      statusOfRefusals,
      ...(production ? [hideSchemaNames] : []),
      jitExecutor({ schema, formatError, ...(jitThreshold ? { threshold: jitThreshold } : {}) }),
      ApolloServerPluginLandingPageDisabled(),
      // Answers are never cached for others, and computing cache hints would wrap every field.
      ApolloServerPluginCacheControlDisabled(),
    ],
  });
}
