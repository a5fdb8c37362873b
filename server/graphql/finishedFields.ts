// Which fields of an item its card alone decides, which of a data rule its words alone, and where they stand in a query.
import {
  getNamedType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql';

export const itemType = 'KnowledgeItem';
export const rulesType = 'DataRules';

/**
 * Fields that say the same to everybody of a role for as long as the card of their item stays as it is; those of a rule, for as long as
 * `toldOf` says the same of it.
 */
const finishedFields: Record<string, readonly string[]> = {
  [itemType]: [
    'id',
    'titleRu',
    'titleEn',
    'descriptionRu',
    'descriptionEn',
    'imageUrl',
    'siteImageUrl',
    'sourceUrl',
    'raindropTags',
    'likes',
    'likesCount',
    'experts',
    'expertsCount',
    'useCasesCount',
    'partnerBadges',
    'adminVisibility',
    'adminNotes',
    'syncStatus',
    'createdAt',
    'updatedAt',
  ],
  LikesInfo: ['count', 'users'],
  Person: ['id', 'name', 'avatarUrl', 'email', 'telegramUsername'],
  Expert: ['id', 'name', 'avatarUrl', 'telegramUsername', 'likesTotal', 'casesCount'],
  PartnerBadge: ['key', 'name', 'tone'],
  [rulesType]: ['standing', 'hasApproval', 'status', 'verdicts'],
  DataVerdict: ['dataClass', 'verdict'],
};

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The fragments of a document by their names. */
export const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );

/** The fields of a selection by their names in the answer, each once; null when one bears a directive: it may be there or not. */
export function fieldsOf(
  { selections }: SelectionSetNode,
  fragments: Fragments,
  found = new Map<string, FieldNode>(),
  spread = new Set<string>(),
): Map<string, FieldNode> | null {
  for (const selection of selections) {
    if (selection.directives && selection.directives.length > 0) return null;
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      const known = found.get(name);
      found.set(name, known ? merged(known, selection) : selection);
      continue;
    }
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      // Once each, or fragments that spread fragments twice would take for ever.
      if (spread.has(name)) continue;
      spread.add(name);
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)!;
    if (!fieldsOf(inner.selectionSet, fragments, found, spread)) return null;
  }
  return found;
}

const merged = (one: FieldNode, other: FieldNode): FieldNode =>
  one.selectionSet && other.selectionSet
    ? {
        ...one,
        selectionSet: {
          kind: Kind.SELECTION_SET,
          selections: [...one.selectionSet.selections, ...other.selectionSet.selections],
        },
      }
    : one;

/** What a finished field is told stands in the query as a whole number, as in `experts(first: 2)`; from a variable it may be another each time. */
const isWrittenOut = ({ arguments: given = [] }: FieldNode): boolean =>
  given.every(({ value }) => value.kind === Kind.INT);

/** Whether a field, with all that it asks for, is one of them. */
export function isFinished(
  type: GraphQLObjectType,
  field: FieldNode,
  fragments: Fragments,
): boolean {
  const name = field.name.value;
  if (name === '__typename') return true;
  if (!finishedFields[type.name]?.includes(name) || !isWrittenOut(field)) return false;
  if (!field.selectionSet) return true;
  const inner = getNamedType(type.getFields()[name]!.type) as GraphQLObjectType;
  const fields = fieldsOf(field.selectionSet, fragments);
  return fields !== null && [...fields.values()].every((one) => isFinished(inner, one, fragments));
}

/** What a part of one field saves is less than what it costs, unless the field is an object. */
export const isWorthwhile = (fields: readonly FieldNode[]): boolean =>
  fields.length > 1 || fields.some(({ selectionSet }) => selectionSet !== undefined);
