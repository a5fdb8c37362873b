// Limits of a GraphQL document, checked before graphql validates it, which takes seconds for hostile ones.
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { limits } from '../../config/limits.ts';

/** Size of a selection with its fragments. */
interface Size {
  /** Levels of selection sets. */
  depth: number;
  /** Fields at its top level; each alias counts. */
  fields: number;
  selections: number;
}

const empty: Size = { depth: 0, fields: 0, selections: 0 };
/** Of a fragment that contains itself. */
const endless: Size = { depth: Infinity, fields: Infinity, selections: Infinity };

/** Measures the selections of a document, each fragment once. */
function createMeasure(fragments: Map<string, FragmentDefinitionNode>) {
  const measured = new Map<string, Size>();
  const fragmentSize = (name: string): Size => {
    const known = measured.get(name);
    if (known) return known;
    measured.set(name, endless);
    const fragment = fragments.get(name);
    const size = fragment ? sizeOf(fragment.selectionSet) : empty;
    measured.set(name, size);
    return size;
  };
  const sizeOf = ({ selections }: SelectionSetNode): Size => {
    const total = { depth: 1, fields: 0, selections: 0 };
    for (const selection of selections) {
      const isField = selection.kind === Kind.FIELD;
      const below =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragmentSize(selection.name.value)
          : selection.selectionSet
            ? sizeOf(selection.selectionSet)
            : empty;
      total.depth = Math.max(total.depth, below.depth + (isField ? 1 : 0));
      total.fields += isField ? 1 : below.fields;
      total.selections += 1 + below.selections;
    }
    return total;
  };
  return sizeOf;
}

/** The highest number of occurrences of a name in one selection, with its fragments. */
function maxRepeated(
  { selections }: SelectionSetNode,
  fragments: Map<string, FragmentDefinitionNode>,
): number {
  const counts = new Map<string, number>();
  let below = 0;
  const entered = new Set<string>();
  const count = (nodes: SelectionSetNode['selections']): void => {
    for (const node of nodes) {
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (node.selectionSet) below = Math.max(below, maxRepeated(node.selectionSet, fragments));
      } else if (node.kind === Kind.INLINE_FRAGMENT) count(node.selectionSet.selections);
      else if (!entered.has(node.name.value)) {
        entered.add(node.name.value);
        count(fragments.get(node.name.value)?.selectionSet.selections ?? []);
      }
    }
  };
  count(selections);
  return Math.max(below, ...counts.values());
}

function faultOf(document: DocumentNode): string | null {
  const { fragments: maxFragments, depth, rootFields, selections, repeats } = limits.graphql;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const sizeOf = createMeasure(fragments);
  if (operations.length > 1) return 'One operation at a time';
  // graphql-js validates subscriptions and fails only when it executes them.
  if (operations.some(({ operation }) => operation === OperationTypeNode.SUBSCRIPTION))
    return 'There are no subscriptions';
  if (fragments.size > maxFragments) return `The document has more than ${maxFragments} fragments`;
  // Unused fragments count, because they are validated too.
  for (const { kind, selectionSet } of [...operations, ...fragments.values()]) {
    const size = sizeOf(selectionSet);
    if (size.depth === Infinity) return 'A fragment must not stand in itself';
    if (size.depth > depth) return `The document is deeper than ${depth} levels`;
    if (kind === Kind.OPERATION_DEFINITION && size.fields > rootFields)
      return `The document has more than ${rootFields} fields at its root`;
    if (size.selections > selections) return `The document selects more than ${selections} times`;
    if (maxRepeated(selectionSet, fragments) > repeats)
      return `The document selects a field more than ${repeats} times in one place`;
  }
  return null;
}

const refusal = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });

/** Accepted documents, so that a frequent one is measured once. */
const taken = new LRUCache<string, true>({
  max: limits.graphql.keptDocuments,
  maxSize: limits.graphql.keptCharacters,
  sizeCalculation: (_taken, query) => Math.max(query.length, 1),
});

/**
 * Refuses a document that is too long, too deep, too wide or repetitive. It accepts one that does not parse, since Apollo reports
 * the position.
 * @throws GraphQLError with the HTTP status 400
 */
export function rejectAbusiveDocument(query: unknown): void {
  if (typeof query !== 'string' || taken.get(query)) return;
  if (Buffer.byteLength(query) > limits.graphql.queryBytes)
    throw refusal(`A document holds ${limits.graphql.queryBytes} bytes at most`);
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: limits.graphql.tokens, noLocation: true });
  } catch (error) {
    if (error instanceof GraphQLError) return;
    throw error;
  }
  const fault = faultOf(document);
  if (fault) throw refusal(fault);
  taken.set(query, true);
}
