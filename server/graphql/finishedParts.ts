// What the card of an item or the words of a data rule alone say, written once: parts of a query whose answer is the same text for
// everybody of a role.
import { randomBytes } from 'node:crypto';
import {
  extendSchema,
  getNamedType,
  GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLObjectType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { isAdmin } from '../domain/accounts/accounts.ts';
import { toldOf, type RuleView } from '../domain/dataRules/dataRules.ts';
import type { KnowledgeItem } from '../domain/knowledge/knowledge.ts';
import { createByteCache } from '../shared/byteCache.ts';
import { once } from '../shared/once.ts';
import type { Context } from './context.ts';
import {
  fieldsOf,
  fragmentsOf,
  isFinished,
  isWorthwhile,
  itemType,
  rulesType,
  type Fragments,
} from './finishedFields.ts';
import { FinishedText, finishedTextWriter } from './finishedText.ts';

/** The name of a part in a query that is run: of this process alone, so that no query and no text can bear it. */
const partName = `finished_${randomBytes(12).toString('hex')}_`;

/** An answer as JSON, encoded, with the texts of its parts in their places. */
export const writeJson = finishedTextWriter(partName);

/** Whether a part could not be written: the query is to be run as it stands. */
export const isOfPart = ({ path }: GraphQLError): boolean =>
  String(path?.at(-1)).startsWith(partName);

interface Part {
  /** The members that it is, of an item or rule for whoever asks. @throws when one of them cannot be had */
  write(source: object, context: Context): string | Promise<string>;
}

const membersOf = ({ data, errors }: { data?: unknown; errors?: readonly unknown[] }): string => {
  if (!data || errors?.length) throw new Error('A part of an answer could not be had');
  return JSON.stringify(data).slice(1, -1);
};

/** What a text says: of whom, and which version of them. Not the card itself: what is kept of it would be beyond what may be kept of cards. */
interface Said {
  of: number | string;
  version: string;
}

interface Kept {
  version: string;
  text: FinishedText;
}

/** The types that have parts, and what a text of one says; null where it is to be written each time. */
const saidBy: Record<string, (source: never, context: Context) => Said | null> = {
  /** An item that came without a card is written each time. */
  [itemType](item: KnowledgeItem, { loaders }) {
    const card = loaders.broughtCard(item);
    return card ? { of: item.id, version: card.version } : null;
  },
  [rulesType]: (rule: RuleView) => ({ of: toldOf(rule), version: '' }),
};

/**
 * Makes the cutter of a schema's queries.
 *
 * @param bytes of texts that are kept; those least asked for go first
 */
export function createFinishedParts(schema: GraphQLSchema, bytes: number) {
  const kept = createByteCache<string, Kept>({
    bytes,
    sizeOf: ({ text }) => text.members.length + 200,
  });
  const parts = new Map<number, Part>();
  let made = 0;

  /** The text of a part: kept for as long as it says the same. */
  const resolverOf =
    (type: string) =>
    (source: object, { part: number }: { part: number }, context: Context) => {
      const said = saidBy[type]!(source as never, context);
      const key = said && `${number} ${isAdmin(context.viewer)} ${said.of}`;
      const known = key === null ? undefined : kept.get(key);
      if (known && known.version === said?.version) return known.text;
      const part = parts.get(number);
      if (!part) throw new Error('There is no such part any more');
      const keep = (members: string): FinishedText => {
        const text = new FinishedText(members);
        if (said && key !== null) kept.set(key, { version: said.version, text });
        return text;
      };
      const members = part.write(source, context);
      return typeof members === 'string' ? keep(members) : members.then(keep);
    };

  /** The schema of queries that are cut. */
  const cutSchema = once((): GraphQLSchema => {
    const types = Object.keys(saidBy).filter((type) => schema.getType(type));
    const fields = types.map(
      (type) => `extend type ${type} { ${partName}(part: Int!): ${partName}! }`,
    );
    const extended = extendSchema(schema, parse(`scalar ${partName} ${fields.join(' ')}`), {
      assumeValid: true,
    });
    for (const name of types) {
      const type = extended.getType(name);
      if (isObjectType(type)) type.getFields()[partName]!.resolve = resolverOf(name);
    }
    return extended;
  });

  /** The same fields, asked of an item or a rule that is there. */
  const sourceSchemas = new Map(
    Object.keys(saidBy).map((type) => [
      type,
      once(
        () =>
          new GraphQLSchema({
            query: schema.getType(type) as GraphQLObjectType,
            assumeValid: true,
          }),
      ),
    ]),
  );

  function makePart(
    type: GraphQLObjectType,
    fields: readonly FieldNode[],
    fragments: Fragments,
  ): Part | null {
    const document: DocumentNode = {
      kind: Kind.DOCUMENT,
      definitions: [
        {
          kind: Kind.OPERATION_DEFINITION,
          operation: 'query' as never,
          selectionSet: { kind: Kind.SELECTION_SET, selections: fields },
        },
        ...fragments.values(),
      ],
    };
    const compiled = compileQuery(sourceSchemas.get(type.name)!(), document);
    if (!isCompiledQuery(compiled)) return null;
    return {
      write(source, context) {
        const result = compiled.query(source, context, {});
        return result instanceof Promise ? result.then(membersOf) : membersOf(result);
      },
    };
  }

  /**
   * A query whose finished fields are parts, in the places of their fields; null where it has none, or asks about the schema.
   * `release` forgets the parts, when nobody runs the query any more.
   */
  function cut(document: DocumentNode): { document: DocumentNode; release(): void } | null {
    if (asksSchema(document)) return null;
    const fragments = fragmentsOf(document);
    const numbers: number[] = [];
    const cutField = (field: FieldNode, of: GraphQLObjectType): FieldNode => {
      const inner = getNamedType(of.getFields()[field.name.value]?.type);
      if (!field.selectionSet || !isObjectType(inner)) return field;
      return { ...field, selectionSet: cutSelection(inner, field.selectionSet) };
    };
    // From the outside, each field of a name once: its parts could say a member twice otherwise.
    const cutSelection = (
      type: GraphQLObjectType,
      selectionSet: SelectionSetNode,
    ): SelectionSetNode => {
      const fields = fieldsOf(selectionSet, fragments);
      if (!fields) return selectionSet;
      const selections: SelectionNode[] = [];
      let finished: FieldNode[] = [];
      const end = (): void => {
        const part = isWorthwhile(finished) ? makePart(type, finished, fragments) : null;
        if (part) {
          made += 1;
          parts.set(made, part);
          numbers.push(made);
          selections.push(partField(made));
        } else selections.push(...finished);
        finished = [];
      };
      for (const field of fields.values()) {
        if (type.name in saidBy && isFinished(type, field, fragments)) finished.push(field);
        else {
          end();
          selections.push(cutField(field, type));
        }
      }
      end();
      return { kind: Kind.SELECTION_SET, selections };
    };
    const definitions = document.definitions.map((one) =>
      one.kind === Kind.OPERATION_DEFINITION
        ? { ...one, selectionSet: cutSelection(schema.getQueryType()!, one.selectionSet) }
        : one,
    );
    if (numbers.length === 0) return null;
    return {
      document: { ...document, definitions },
      release: () => {
        for (const number of numbers) parts.delete(number);
      },
    };
  }

  return {
    cut,
    cutSchema,

    /** How many texts are kept, and their size in bytes. */
    get kept(): { count: number; bytes: number } {
      return { count: kept.size, bytes: kept.calculatedSize };
    },
  };
}

/** The schema of a query in parts has one field more, of which nobody learns. */
function asksSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field({ name: { value } }) {
      asks ||= value === '__schema' || value === '__type';
    },
  });
  return asks;
}

/** Its name in the answer is its own: an item may have several. */
const partField = (number: number): FieldNode => ({
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: `${partName}${number}` },
  name: { kind: Kind.NAME, value: partName },
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'part' },
      value: { kind: Kind.INT, value: String(number) },
    },
  ],
});
