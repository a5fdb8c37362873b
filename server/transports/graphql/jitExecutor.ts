// Execution of frequent queries by graphql-jit, with the same resolvers as graphql-js.
import { HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  getOperationAST,
  valueFromASTUntyped,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Context } from './context.ts';
import type { createErrorFormatter } from './errors.ts';

/** The part of the context that the executor uses. */
interface JitContext {
  viewer: Pick<Context['viewer'], 'kind'>;
  timeLimit: Pick<Context['timeLimit'], 'within'>;
}

type Execute = (
  context: JitContext,
  variables: Record<string, unknown>,
) => ExecutionResult | Promise<ExecutionResult>;

/** Compiling costs about fifty runs, so only frequent documents are compiled. */
const defaultThreshold = 20;
const maxCompiled = 150;

interface Options {
  schema: GraphQLSchema;
  formatError: ReturnType<typeof createErrorFormatter>;
  /** The run of a document at which it is compiled. */
  threshold?: number;
}

/** Defaults of the operation's variables, since graphql-jit ignores those of non-null variables. */
function variableDefaults(document: DocumentNode, operationName: string | null) {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}

/**
 * Executes queries with graphql-jit, which lists each of several errors that explain one null. graphql-js executes mutations and
 * reports invalid variables.
 */
export function jitExecutor({
  schema,
  formatError,
  threshold = defaultThreshold,
}: Options): ApolloServerPlugin<JitContext> {
  const runs = new WeakMap<DocumentNode, number>();
  const compiled = new LRUCache<DocumentNode, { execute: Execute | null }>({ max: maxCompiled });

  function compile(document: DocumentNode, operationName: string | null): Execute | null {
    const made = compileQuery<Record<string, unknown>>(
      schema,
      document,
      operationName ?? undefined,
    );
    if (!isCompiledQuery(made)) return null;
    const defaults = variableDefaults(document, operationName);
    return (context, variables) => made.query(undefined, context, { ...defaults, ...variables });
  }

  function findExecute(document: DocumentNode, operationName: string | null): Execute | null {
    const known = compiled.get(document);
    if (known) return known.execute;
    const count = (runs.get(document) ?? 0) + 1;
    runs.set(document, count);
    if (count < threshold) return null;
    const execute = compile(document, operationName);
    compiled.set(document, { execute });
    return execute;
  }

  return {
    async requestDidStart() {
      return {
        async responseForOperation({ document, operation, operationName, request, contextValue }) {
          const { viewer, timeLimit } = contextValue;
          // Queries of visitors are small, and visitors must not cause compilations.
          if (operation?.operation !== 'query' || viewer.kind === 'visitor') return null;
          const execute = findExecute(document, operationName);
          if (!execute) return null;
          const result = await timeLimit.within(() =>
            execute(contextValue, request.variables ?? {}),
          );
          if (result.data === undefined) return null;
          const errors = (result.errors ?? []).map((error) =>
            formatError({ message: error.message, path: error.path }, error),
          );
          return {
            http: { status: undefined, headers: new HeaderMap() },
            body: {
              kind: 'single',
              singleResult: { ...(errors.length > 0 ? { errors } : {}), data: result.data },
            },
          };
        },
      };
    },
  };
}
