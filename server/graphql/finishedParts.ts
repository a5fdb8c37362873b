// What the card of an item alone says, written once: parts of a query whose answer is the same text for everybody of a role.
import { randomBytes } from 'node:crypto';
import {
  extendSchema,
  getNamedType,
  GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLObjectType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { isAdmin } from '../domain/accounts/accounts.ts';
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
  type Fragments,
} from './finishedFields.ts';
import { FinishedText, finishedTextWriter } from './finishedText.ts';

/** The name of a part in a query that is run: of this process alone, so that no query and no text can bear it. */
const partName = `finished_${randomBytes(12).toString('hex')}_`;

/** An answer as JSON, with the texts of its parts in their places. */
export const writeJson = finishedTextWriter(partName);

/** Whether a part could not be written: the query is to be run as it stands. */
export const isOfPart = ({ path }: GraphQLError): boolean =>
  String(path?.at(-1)).startsWith(partName);

interface Part {
  /** The members that it is, of an item for whoever asks. @throws when one of them cannot be had */
  write(item: KnowledgeItem, context: Context): string | Promise<string>;
}

const membersOf = ({ data, errors }: { data?: unknown; errors?: readonly unknown[] }): string => {
  if (!data || errors?.length) throw new Error('A part of an answer could not be had');
  return JSON.stringify(data).slice(1, -1);
};

/** Not the card itself: what is kept of it would be beyond what may be kept of cards. */
interface Kept {
  version: string;
  text: FinishedText;
}

/**
 * Makes the cutter of a schema's queries.
 *
 * @param bytes of texts that are kept; those least asked for go first
 */
export function createFinishedParts(schema: GraphQLSchema, bytes: number) {
  const kept = createByteCache<string, Kept>({
    bytes,
    sizeOf: ({ text }) => 2 * text.members.length + 200,
  });
  const parts = new Map<number, Part>();
  let made = 0;

  /** The text of a part: kept for as long as the card has this version; an item that came without a card is written each time. */
  function resolve(item: KnowledgeItem, { part: number }: { part: number }, context: Context) {
    const card = context.loaders.broughtCard(item);
    const key = `${number} ${isAdmin(context.viewer)} ${item.id}`;
    const known = kept.get(key);
    if (card && known?.version === card.version) return known.text;
    const part = parts.get(number);
    if (!part) throw new Error('There is no such part any more');
    const keep = (members: string): FinishedText => {
      const text = new FinishedText(members);
      if (card) kept.set(key, { version: card.version, text });
      return text;
    };
    const members = part.write(item, context);
    return typeof members === 'string' ? keep(members) : members.then(keep);
  }

  /** The schema of queries that are cut. */
  const cutSchema = once((): GraphQLSchema => {
    const extended = extendSchema(
      schema,
      parse(`scalar ${partName} extend type ${itemType} { ${partName}(part: Int!): ${partName}! }`),
      { assumeValid: true },
    );
    const type = extended.getType(itemType);
    if (isObjectType(type)) type.getFields()[partName]!.resolve = resolve;
    return extended;
  });

  /** The same fields, asked of an item that is there. */
  const itemSchema = once(
    () =>
      new GraphQLSchema({
        query: schema.getType(itemType) as GraphQLObjectType<KnowledgeItem>,
        assumeValid: true,
      }),
  );

  function makePart(fields: readonly FieldNode[], fragments: Fragments): Part | null {
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
    const compiled = compileQuery(itemSchema(), document);
    if (!isCompiledQuery(compiled)) return null;
    return {
      write(item, context) {
        const result = compiled.query(item, context, {});
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
    const type = schema.getType(itemType) as GraphQLObjectType;
    const fragments = fragmentsOf(document);
    const numbers: number[] = [];
    const cutSelection = (selectionSet: SelectionSetNode): SelectionSetNode => {
      const fields = fieldsOf(selectionSet, fragments);
      if (!fields) return selectionSet;
      const selections: SelectionNode[] = [];
      let finished: FieldNode[] = [];
      const end = (): void => {
        const part = isWorthwhile(finished) ? makePart(finished, fragments) : null;
        if (part) {
          made += 1;
          parts.set(made, part);
          numbers.push(made);
          selections.push(partField(made));
        } else selections.push(...finished);
        finished = [];
      };
      for (const field of fields.values()) {
        if (isFinished(type, field, fragments)) finished.push(field);
        else {
          end();
          selections.push(field);
        }
      }
      end();
      return { kind: Kind.SELECTION_SET, selections };
    };
    const info = new TypeInfo(schema);
    const withParts = visit(
      document,
      visitWithTypeInfo(info, {
        Field: {
          leave(field) {
            const named = info.getType() && getNamedType(info.getType()!);
            if (named !== type || !field.selectionSet) return undefined;
            return { ...field, selectionSet: cutSelection(field.selectionSet) };
          },
        },
      }),
    );
    if (numbers.length === 0) return null;
    return {
      document: withParts,
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
