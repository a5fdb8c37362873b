// Queries by chance that ask for much: long lists in long lists, texts again under other names, as often as the cost allows.
import fc from './fastCheck.ts';
import {
  getNamedType,
  isEnumType,
  isLeafType,
  isObjectType,
  parse,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { getComplexity } from 'graphql-query-complexity';
import { getFieldCost } from '../graphql/cost.ts';
import { refuseAbusiveDocument } from '../graphql/documentShape.ts';
import { limits } from '../limits.ts';

type Field = GraphQLField<unknown, unknown>;
type Text = fc.Arbitrary<string>;

interface Options {
  schema: GraphQLSchema;
  /** Ids of what has the longest lists. */
  ids: readonly number[];
  /** Key of the company with the longest lists. */
  company: string;
  /** Words that find much. */
  words: readonly string[];
  /** Root fields that may be asked for. */
  roots: readonly string[];
}

const lengths = [1, 3, 4, 12, 20, 30, 50, 100, 500];

/** Fields one time each, or under several names. */
const repeated = (field: string, times: number): string =>
  [field, ...Array.from({ length: times - 1 }, (_, at) => `${field}${at}: ${field}`)].join(' ');

/** Root fields with all that is asked below them. */
export function expensiveFields({ schema, ids, company, words, roots }: Options): Text {
  const valueOf = ({ name, type }: GraphQLArgument): Text | null => {
    const named = getNamedType(type);
    if (isEnumType(named)) return fc.constantFrom(...named.getValues().map((one) => one.name));
    if (name === 'company') return fc.constant(`"${company}"`);
    if (named.name === 'ID') return fc.constantFrom(...ids).map((id) => `"${id}"`);
    if (name === 'first' || name === 'perPage') return fc.constantFrom(...lengths).map(String);
    if (name === 'search') return fc.constantFrom(...words).map((word) => `"${word}"`);
    return null;
  };
  const argument = (arg: GraphQLArgument): Text => {
    const value = valueOf(arg)?.map((text) => `${arg.name}: ${text}`);
    if (!value) return fc.constant('');
    const isWanted = /^(?:first|perPage)$/.test(arg.name) || String(arg.type).endsWith('!');
    return isWanted ? value : fc.oneof(fc.constant(''), value);
  };
  const call = (field: Field): Text =>
    fc
      .tuple(...field.args.map(argument))
      .map((args) => args.filter(Boolean).join(', '))
      .map((args) => (args === '' ? field.name : `${field.name}(${args})`));
  const selection = (type: GraphQLObjectType, levels: number): Text => {
    const fields = Object.values(type.getFields()) as Field[];
    const leaves = fields.filter(({ type: of }) => isLeafType(getNamedType(of)));
    const below = fields.filter(({ type: of }) => isObjectType(getNamedType(of)));
    const leafText = fc
      .tuple(
        fc.oneof(
          fc.constant(leaves),
          fc.subarray(leaves, { minLength: Math.min(1, leaves.length) }),
        ),
        fc.constantFrom(1, 1, 2, 6, 12),
      )
      .map(([chosen, times]) => chosen.map(({ name }) => repeated(name, times)).join(' '));
    const belowText =
      levels === 0
        ? fc.constant('')
        : fc
            .shuffledSubarray(below, { maxLength: Math.min(3, below.length) })
            .chain((chosen) => fc.tuple(...chosen.map((field) => one(field, levels - 1))))
            .map((texts) => texts.join(' '));
    return fc
      .tuple(leaves.length > 0 ? leafText : fc.constant('__typename'), belowText)
      .map((texts) => texts.join(' '));
  };
  const one = (field: Field, levels: number): Text => {
    const type = getNamedType(field.type);
    if (!isObjectType(type)) return call(field);
    return fc
      .tuple(call(field), selection(type, levels))
      .map(([called, text]) => `${called} { ${text} }`);
  };
  const queries = schema.getQueryType()?.getFields() ?? {};
  return fc
    .constantFrom(...roots)
    .chain((name) => fc.integer({ min: 0, max: 6 }).chain((levels) => one(queries[name]!, levels)));
}

/** Whether the server takes a document of these root fields. */
const isTaken = (schema: GraphQLSchema, document: string): boolean => {
  try {
    refuseAbusiveDocument(document);
    const query = parse(document);
    const cost = getComplexity({ schema, query, estimators: [getFieldCost(schema)] });
    return cost <= limits.graphql.cost;
  } catch {
    return false;
  }
};

/** The document that asks for these root fields in turn, as often as the server takes it; null when it takes none. */
export function largestDocument(schema: GraphQLSchema, fields: readonly string[]): string | null {
  for (let count = limits.graphql.rootFields; count > 0; count -= 1) {
    const asked = Array.from({ length: count }, (_, at) => `r${at}: ${fields[at % fields.length]}`);
    const document = `{ ${asked.join(' ')} }`;
    if (isTaken(schema, document)) return document;
  }
  return null;
}
