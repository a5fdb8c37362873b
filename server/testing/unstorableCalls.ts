// One call for each text argument of every root field: with a text that PostgreSQL cannot store, and valid otherwise.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { FuzzCall } from './fuzzCalls.ts';

const unstorable = 'a\u0000b';

const plainScalars: Record<string, unknown> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  ID: '1',
  String: 'word',
  DateTime: '2026-11-22T10:00:00.000Z',
  JSON: {},
};

const isRequired = ({ type, defaultValue }: Pick<GraphQLArgument, 'type' | 'defaultValue'>) =>
  isNonNullType(type) && defaultValue === undefined;

/** A valid value with the required members only. */
function plain(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return plain(type.ofType as GraphQLInputType);
  if (isListType(type)) return [plain(type.ofType as GraphQLInputType)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (!isInputObjectType(type)) return plainScalars[type.name];
  const required = Object.values(type.getFields()).filter(isRequired);
  return Object.fromEntries(required.map((field) => [field.name, plain(field.type)]));
}

/** Variants of the valid value, each with one text replaced by the unstorable one. */
function spoilt(type: GraphQLInputType): unknown[] {
  if (isNonNullType(type)) return spoilt(type.ofType as GraphQLInputType);
  if (isListType(type)) return spoilt(type.ofType as GraphQLInputType).map((one) => [one]);
  if (isInputObjectType(type)) {
    const around = plain(type) as Record<string, unknown>;
    return Object.values(type.getFields()).flatMap((field) =>
      spoilt(field.type).map((one) => ({ ...around, [field.name]: one })),
    );
  }
  return type.name === 'String' || type.name === 'ID' ? [unstorable] : [];
}

/** The calls for every root field and every text argument or input member. */
export function unstorableCalls(schema: GraphQLSchema): FuzzCall[] {
  return [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args.flatMap((argument) =>
        spoilt(argument.type).map((value) => {
          const given = field.args.filter((one) => one === argument || isRequired(one));
          const variables = Object.fromEntries(
            given.map((one) => [one.name, one === argument ? value : plain(one.type)]),
          );
          const declared = given.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
          const passed = given.map((one) => `${one.name}: $${one.name}`).join(', ');
          const selection = isObjectType(getNamedType(field.type)) ? ' { __typename }' : '';
          const query = `${type.name.toLowerCase()} Unstorable(${declared}) { ${field.name}(${passed})${selection} }`;
          return {
            target: `${type.name}.${field.name}`,
            method: 'POST',
            path: '/graphql',
            body: JSON.stringify({ query, variables }),
          };
        }),
      ),
    ),
  );
}
