// What a client sends is read: no argument that the schema takes is dropped on the way to the services.
import { isInterfaceType, isObjectType, type GraphQLField } from 'graphql';
import { resolvers } from './resolvers.ts';
import { buildSchema } from './schema.ts';

type Resolve = (source: unknown, args: object, context: unknown, info: unknown) => unknown;

/** Whatever is asked of it: a thing that may be called, and remembers what it was called with. */
function anything(called: (given: unknown[]) => void): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name) =>
      name === 'then' ? undefined : name === Symbol.toPrimitive ? () => '1' : anything(called),
    apply: (_target, _self, given) => {
      called(given);
      for (const one of given)
        if (typeof one === 'function') (one as (secret: string) => unknown)('1');
      return anything(called);
    },
  });
}

/** The arguments of a field that its resolver does not look at. */
async function dropped(field: GraphQLField<unknown, unknown>, resolve: Resolve): Promise<string[]> {
  const names = field.args.map(({ name }) => name);
  const unread = new Set(names);
  const args = new Proxy(Object.fromEntries(names.map((name) => [name, '1'])), {
    get: (target, name) => {
      unread.delete(String(name));
      return target[String(name)];
    },
  });
  const context = anything((given) => {
    // Handed on whole: who takes it reads it.
    if (given.includes(args)) unread.clear();
  });
  try {
    await resolve(context, args, context, context);
  } catch {
    // What the arguments stand for here means nothing; that they were read does.
  }
  return [...unread];
}

const fields = Object.values(buildSchema().getTypeMap())
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field): [string, () => Promise<string[]>][] => {
      const own = resolvers
        .map((part) => (part[type.name] as Record<string, unknown> | undefined)?.[field.name])
        .find((found) => found !== undefined);
      if (field.args.length === 0 || typeof own !== 'function') return [];
      return [[`${type.name}.${field.name}`, () => dropped(field, own as Resolve)]];
    }),
  );

test('there are fields that take something', () => {
  expect(fields.length).toBeGreaterThan(100);
});

test.each(fields)('%s reads all that it takes', async (_name, look) => {
  expect(await look()).toEqual([]);
});
