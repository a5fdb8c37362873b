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

/** Cost of a scalar field: low, but a thousand objects may be asked for fifty aliases each. */
const costOfValue = 0.08;

interface CostDirective {
  weight: number;
  multiplier?: string | null;
  list?: string | null;
  size?: number | null;
}

/** Maximum length of a list without a length argument. @throws Error for a list without a limit */
function lengthOf(cost: CostDirective | undefined): number {
  if (!cost?.list) return cost?.size ?? 1;
  const length = (limits.lists as Record<string, number>)[cost.list];
  if (length === undefined) throw new Error(`There is no limit of a list ${cost.list}`);
  return length;
}

/** Rounds off errors of addition, so that the order of fields does not change the cost. */
const inHundredths = (cost: number): number => Math.round(cost * 100) / 100;

/**
 * A field costs its weight plus its children, times the maximum length for a list. The cost is about the number of objects in the
 * answer plus a twelfth of its values.
 */
export const getFieldCost =
  (schema: GraphQLSchema): ComplexityEstimator =>
  ({ field, node, args, childComplexity }) => {
    // Clients add it to every object; without an alias it occurs once there.
    if (field.name === '__typename' && !node.alias) return 0;
    const cost = getDirective(schema, field, 'cost')?.[0] as CostDirective | undefined;
    const asked: unknown = cost?.multiplier ? args[cost.multiplier] : lengthOf(cost);
    const times = Math.max(1, Number(asked ?? 1));
    const isObject = isObjectType(getNamedType(field.type));
    const own = cost?.weight ?? (isObject || field.args.length > 0 ? 1 : costOfValue);
    return inHundredths((own + childComplexity) * times);
  };

/** The cost with these variables; null for invalid variables, which the execution reports itself. */
function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number | null {
  // Without a limit every wrong value of a long list becomes a separate error, which takes seconds.
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: limits.graphql.validationErrors,
  });
  return errors
    ? null
    : getComplexity({ schema, query: document, variables, estimators: [getFieldCost(schema)] });
}

/** @throws DomainError INVALID for an unbounded cost, such as null for a length: it must not be executed */
function costOrRefusal(work: () => number | null): number | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new DomainError('INVALID', error.message);
  }
}

/** Variables that change the cost: lengths of lists (Int), `@include` and `@skip` (Boolean). */
function decisiveVariables(operation: OperationDefinitionNode): string[] {
  return (operation.variableDefinitions ?? []).flatMap(({ type, variable }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    const isDecisive = named.kind === Kind.NAMED_TYPE && /^(?:Int|Boolean)$/.test(named.name.value);
    return isDecisive ? [variable.name.value] : [];
  });
}

/**
 * Cache of costs, since the same documents are sent again and again. Its keys hold numbers and booleans only, no texts of users.
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
    // A value of another type, which the execution reports itself.
    if (!fit) return null;
    const key = `${known.id} ${values.map(String).join(' ')}`;
    const kept = costs.get(key);
    if (kept !== undefined) return kept;
    const cost = costOrRefusal(() => costOf(schema, document, operation, variables));
    if (cost !== null) costs.set(key, cost);
    return cost;
  };
}

/** Refuses an operation whose cost with its variables is over the limit. */
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
