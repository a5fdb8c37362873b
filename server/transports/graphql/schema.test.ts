import { makeExecutableSchema } from '@graphql-tools/schema';
import { getDirective } from '@graphql-tools/utils';
import { isEnumType, isObjectType } from 'graphql';
import { resolvers } from './resolvers.ts';
import { buildSchema } from './schema.ts';
import { readTypeDefinitions } from './typeDefinitions.ts';

const schema = buildSchema();
const named = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));

describe('the contract', () => {
  test('is valid: a start takes that for granted', () => {
    expect(() => makeExecutableSchema({ typeDefs: readTypeDefinitions() })).not.toThrow();
  });

  test('every root field bears @allow', () => {
    const roots = [schema.getQueryType(), schema.getMutationType()];
    const open = roots.flatMap((root) =>
      Object.values(root?.getFields() ?? {})
        .filter((field) => !getDirective(schema, field, 'allow'))
        .map((field) => `${root?.name}.${field.name}`),
    );
    expect(roots.map((root) => root?.name)).toEqual(['Query', 'Mutation']);
    expect(open).toEqual([]);
  });

  test('every root field has a resolver of its own', () => {
    const empty = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
      Object.keys(root?.getFields() ?? {}).filter(
        (name) => !resolvers.some((one) => root && name in (one[root.name] ?? {})),
      ),
    );
    expect(empty).toEqual([]);
  });

  test('every type is described', () => {
    const silent = named
      .filter((type) => isObjectType(type) || isEnumType(type))
      .filter((type) => !['Query', 'Mutation'].includes(type.name) && !type.description)
      .map((type) => type.name);
    expect(silent).toEqual([]);
  });

  test('every root field is described', () => {
    const silent = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
      Object.values(root?.getFields() ?? {})
        .filter((field) => !field.description)
        .map((field) => field.name),
    );
    expect(silent).toEqual([]);
  });

  test('what only admins may read is null for others, never an error', () => {
    const fields = named
      .filter(isObjectType)
      .filter((type) => !['Query', 'Mutation'].includes(type.name))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => getDirective(schema, field, 'allow'));
    expect(fields.length).toBeGreaterThan(5);
    for (const { field } of fields) {
      expect(getDirective(schema, field, 'allow')?.[0]).toEqual({
        role: 'ADMIN',
        otherwise: 'NULL',
        tools: false,
      });
    }
  });
});
