// Queries that come again and again run as compiled functions: the same resolvers in a tenth of the time.
import { HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  getLocation,
  getNullableType,
  getOperationAST,
  isListType,
  isNonNullType,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { limits } from '../limits.ts';
import { once } from '../shared/once.ts';
import type { Context } from './context.ts';
import type { createErrorFormatter } from './errors.ts';
import { createFinishedParts, isOfPart } from './finishedParts.ts';

/** What a query is run for, as far as it matters here. */
interface Caller {
  viewer: Pick<Context['viewer'], 'kind'>;
  timeLimit: Pick<Context['timeLimit'], 'within'>;
  takesFinishedParts: boolean;
}

type Run = (
  root: unknown,
  context: Caller,
  variables: Record<string, unknown>,
) => ExecutionResult | Promise<ExecutionResult>;

/** A query that has proved itself; a way of running it is null when it cannot be compiled. */
interface Compiled {
  whole: () => Run | null;
  inParts: () => Run | null;
  release: () => void;
}

/** Compiling takes as long as running some fifty times, so a document must have proved itself. */
const compiledAt = 20;
/** The documents of both doors are some eighty; the rest is room for other tools. */
const maxCompiled = 150;

interface Options {
  schema: GraphQLSchema;
  /** Words an error for its caller, as Apollo does with those of graphql-js. */
  formatError: ReturnType<typeof createErrorFormatter>;
  /** The how manyth run of a document is compiled. */
  at?: number;
}

const nameOf = ({ line, column }: { line: number; column: number }) => `${line}:${column}`;

/** The types of a document's fields by where they stand in it: graphql-jit says no more of the field of an error. */
function typesOf(schema: GraphQLSchema, document: DocumentNode): Map<string, GraphQLOutputType> {
  const types = new Map<string, GraphQLOutputType>();
  const info = new TypeInfo(schema);
  const Field = ({ loc }: FieldNode): void => {
    const type = info.getType();
    if (loc && type) types.set(nameOf(getLocation(loc.source, loc.start)), type);
  };
  visit(document, visitWithTypeInfo(info, { Field }));
  return types;
}

/** Whether an error stands where there must be something, so that what is around it is null. */
function isOfNonNull(types: ReadonlyMap<string, GraphQLOutputType>, error: GraphQLError): boolean {
  const [place] = error.locations ?? [];
  let type = place && types.get(nameOf(place));
  for (const step of error.path?.toReversed() ?? []) {
    if (typeof step === 'string') break;
    const list = type && getNullableType(type);
    if (isListType(list)) type = list.ofType;
  }
  return isNonNullType(type);
}

/** The place of the answer that an error has made null: its own, or one above it that may be null. */
function nullOf(data: unknown, { path = [] }: GraphQLError): string {
  let value = data;
  let depth = 0;
  while (depth < path.length && typeof value === 'object' && value !== null)
    value = (value as Record<string, unknown>)[path[depth++]!];
  return JSON.stringify(path.slice(0, depth));
}

/** As graphql-js has them: where several fields that must be something are nothing, the first says why. */
function errorsOf(
  { data, errors = [] }: ExecutionResult,
  types: ReadonlyMap<string, GraphQLOutputType>,
): GraphQLError[] {
  const explained = new Set<string>();
  return errors.filter((error) => {
    if (!isOfNonNull(types, error)) return true;
    const place = nullOf(data, error);
    if (explained.has(place)) return false;
    explained.add(place);
    return true;
  });
}

/** What the variables of an operation stand for when they are left out: graphql-jit takes no default of one that must be there. */
function defaultsOf(document: DocumentNode, operationName: string | null): Record<string, unknown> {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}

/**
 * Answers queries by compiled functions, refusals included; a query runs once, but for one whose parts could not be had: it runs again as it stands. Variables that do not fit are refused before
 * anything has run, in the words of graphql-js. Mutations always run there.
 */
export function compiledQueries({
  schema,
  formatError,
  at = compiledAt,
}: Options): ApolloServerPlugin<Caller> {
  const seen = new WeakMap<DocumentNode, number>();
  const finished = createFinishedParts(schema, limits.cards.finishedBytes);
  const compiled = new LRUCache<DocumentNode, Compiled>({
    max: maxCompiled,
    dispose: (one) => one.release(),
  });

  function compile(of: GraphQLSchema, document: DocumentNode, operationName: string | null) {
    const made = compileQuery<Record<string, unknown>>(of, document, operationName ?? undefined);
    const defaults = defaultsOf(document, operationName);
    const run: Run | null = isCompiledQuery(made)
      ? (root, context, variables) => made.query(root, context, { ...defaults, ...variables })
      : null;
    return run;
  }

  /** As it stands, and with parts that are written already; each compiled when it is first run. */
  function prepare(document: DocumentNode, operationName: string | null): Compiled {
    let parts: ReturnType<typeof finished.cut> = null;
    const whole = once(() => compile(schema, document, operationName));
    return {
      whole,
      inParts: once(() => {
        parts = finished.cut(document);
        return parts ? compile(finished.cutSchema(), parts.document, operationName) : whole();
      }),
      release: () => parts?.release(),
    };
  }

  /** @param mayCompile visitors ask for next to nothing, so what they ask often is not worth the memory */
  function compiledOf(
    document: DocumentNode,
    operationName: string | null,
    mayCompile: boolean,
  ): Compiled | null {
    const known = compiled.get(document);
    if (known) return known;
    if (!mayCompile) return null;
    const count = (seen.get(document) ?? 0) + 1;
    seen.set(document, count);
    if (count < at) return null;
    const made = prepare(document, operationName);
    compiled.set(document, made);
    return made;
  }

  return {
    async requestDidStart() {
      return {
        async responseForOperation({ document, operation, operationName, request, contextValue }) {
          // A name that no operation of the document has is refused by Apollo, behind this.
          if (operation?.operation !== 'query') return null;
          const { viewer, timeLimit, takesFinishedParts } = contextValue;
          const made = compiledOf(document, operationName, viewer.kind !== 'visitor');
          // Entered here once: each field that is worked out would do it otherwise.
          const answer = async (run: Run | null | undefined) =>
            run && timeLimit.within(() => run(undefined, contextValue, request.variables ?? {}));
          const inParts = takesFinishedParts ? await answer(made?.inParts()) : null;
          const result =
            inParts && !inParts.errors?.some(isOfPart) ? inParts : await answer(made?.whole());
          if (!result || result.data === undefined) return null;
          const errors = (result.errors ? errorsOf(result, typesOf(schema, document)) : []).map(
            (error) => formatError({ message: error.message, path: error.path }, error),
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
