// Queries that come again and again run as compiled functions: the same resolvers in a tenth of the time.
import { HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Context } from './context.ts';

type Run = (
  root: unknown,
  context: Context,
  variables: Record<string, unknown>,
) => ExecutionResult | Promise<ExecutionResult>;

/** Compiling takes as long as running some fifty times, so a document must have proved itself. */
const compiledAt = 20;
/** The documents of both doors are some eighty; the rest is room for other tools. */
const mostCompiled = 150;

interface Options {
  schema: GraphQLSchema;
  /** The how manyth run of a document is compiled. */
  at?: number;
}

/**
 * Answers queries by compiled functions. Whatever does not go well is left to graphql-js, which runs the query again and
 * words its errors: so errors are the same whether a document is compiled or not. Mutations always run there.
 */
export function compiledQueries({ schema, at = compiledAt }: Options): ApolloServerPlugin<Context> {
  const seen = new WeakMap<DocumentNode, number>();
  const compiled = new LRUCache<DocumentNode, { run: Run | null }>({ max: mostCompiled });

  /** @param mayCompile visitors ask for next to nothing, so what they ask often is not worth the memory */
  function runOf(
    document: DocumentNode,
    operationName: string | null,
    mayCompile: boolean,
  ): Run | null {
    const known = compiled.get(document);
    if (known) return known.run;
    if (!mayCompile) return null;
    const count = (seen.get(document) ?? 0) + 1;
    seen.set(document, count);
    if (count < at) return null;
    const made = compileQuery<Record<string, unknown>>(
      schema,
      document,
      operationName ?? undefined,
    );
    const run: Run | null = isCompiledQuery(made) ? made.query : null;
    compiled.set(document, { run });
    return run;
  }

  return {
    async requestDidStart() {
      return {
        async responseForOperation({ document, operation, operationName, request, contextValue }) {
          if (operation.operation !== 'query') return null;
          const run = runOf(document, operationName, contextValue.viewer.kind !== 'visitor');
          const result = await run?.(undefined, contextValue, request.variables ?? {});
          if (!result || result.errors) return null;
          return {
            http: { status: undefined, headers: new HeaderMap() },
            body: { kind: 'single', singleResult: { data: result.data ?? null } },
          };
        },
      };
    },
  };
}
