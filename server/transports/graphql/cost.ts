// Cost analysis of a document with its variables.
import type { ApolloServerPlugin } from '@apollo/server';
import { getDirective } from '@graphql-tools/utils';
import {
  getNamedType,
  getVariableValues,
  GraphQLError,
  isObjectType,
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { DomainError } from '../../shared/domainError.ts';
import { limits } from '../../config/limits.ts';
import type { Context } from './context.ts';

/** A value is cheap beside an object, but a thousand objects may be asked for fifty of them under many names. */
const costOfValue = 0.08;

interface CostDirective {
  weight: number;
  multiplier?: string | null;
  list?: string | null;
  size?: number | null;
}

/** Length limit of a list without an argument for it. @throws Error for a list without a limit */
function lengthOf(cost: CostDirective | undefined): number {
  if (!cost?.list) return cost?.size ?? 1;
  const length = (limits.lists as Record<string, number>)[cost.list];
  if (length === undefined) throw new Error(`There is no limit of a list ${cost.list}`);
  return length;
}

/** Without what adding fractions of two leaves over: the fields of an object cost the same in another order. */
const inHundredths = (cost: number): number => Math.round(cost * 100) / 100;

/** A field costs its weight and what is below it; a list as often as it may be long, so a cost is about the number of objects of the answer, and a twelfth of its values. */
export const getFieldCost =
  (schema: GraphQLSchema): ComplexityEstimator =>
  ({ field, node, args, childComplexity }) => {
    // Clients add it to every object by themselves; under its own name it stands there once.
    if (field.name === '__typename' && !node.alias) return 0;
    const cost = getDirective(schema, field, 'cost')?.[0] as CostDirective | undefined;
    const asked: unknown = cost?.multiplier ? args[cost.multiplier] : lengthOf(cost);
    const times = Math.max(1, Number(asked ?? 1));
    const isObject = isObjectType(getNamedType(field.type));
    const own = cost?.weight ?? (isObject || field.args.length > 0 ? 1 : costOfValue);
    return inHundredths((own + childComplexity) * times);
  };

/** The cost with these variables; null where they do not fit, which the execution refuses in its own words. */
function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number | null {
  // Without a bound every wrong value of a long list becomes an error of its own, which takes seconds.
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: limits.graphql.validationErrors,
  });
  return errors
    ? null
    : getComplexity({ schema, query: document, variables, estimators: [getFieldCost(schema)] });
}

/** @throws DomainError INVALID where nothing says what it costs, such as null for how many: run it must not be */
function costOrRefusal(work: () => number | null): number | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new DomainError('INVALID', error.message);
  }
}

/** Variables that a cost depends on: lengths of lists (Int), `@include` and `@skip` (Boolean). */
function decisiveVariables(operation: OperationDefinitionNode): string[] {
  return (operation.variableDefinitions ?? []).flatMap(({ type, variable }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    const isDecisive = named.kind === Kind.NAMED_TYPE && /^(?:Int|Boolean)$/.test(named.name.value);
    return isDecisive ? [variable.name.value] : [];
  });
}

/**
 * Costs that were worked out before: pages come again and again. What is kept of the variables are numbers and switches,
 * never what somebody wrote.
 */
function createCosts(schema: GraphQLSchema) {
  const costs = new LRUCache<string, number>({ max: limits.graphql.keptCosts });
  const documents = new WeakMap<DocumentNode, { id: number; decisive: string[] }>();
  let count = 0;

  return (
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ): number | null => {
    let known = documents.get(document);
    if (!known) {
      known = { id: (count += 1), decisive: decisiveVariables(operation) };
      documents.set(document, known);
    }
    const values = known.decisive.map((name) => variables[name]);
    const fit = values.every(
      (value) => value === undefined || value === null || /^(?:number|boolean)$/.test(typeof value),
    );
    // Of another type: the execution refuses it in its own words.
    if (!fit) return null;
    const key = `${known.id} ${values.map(String).join(' ')}`;
    const kept = costs.get(key);
    if (kept !== undefined) return kept;
    const cost = costOrRefusal(() => costOf(schema, document, operation, variables));
    if (cost !== null) costs.set(key, cost);
    return cost;
  };
}

/** Refuses an operation whose cost, worked out with its variables, is past the limit. */
export function costLimit(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  const keptCostOf = createCosts(schema);
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, request, contextValue }) {
          if (contextValue.isOwnDocument || !operation) return;
          const cost = keptCostOf(document, operation, request.variables ?? {});
          if (cost !== null && cost > limits.graphql.cost) {
            throw new DomainError(
              'INVALID',
              `The document costs ${Math.ceil(cost)}; the limit is ${limits.graphql.cost}`,
              {
                reason: 'tooCostly',
              },
            );
          }
        },
      };
    },
  };
}
