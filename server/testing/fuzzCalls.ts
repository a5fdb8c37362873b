// Random calls over GraphQL and REST: arguments of the declared types, and values that no type allows.
import fc from './fastCheck.ts';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { readDocument } from '../transports/rest/operation.ts';
import { routes } from '../transports/rest/routes.ts';
import type { Answer, Caller } from './testApp.ts';

export interface FuzzCall {
  /** The root field or REST row that it calls. */
  target: string;
  method: string;
  path: string;
  body?: string;
}

/** Texts that PostgreSQL cannot store: tried at every argument, since any one may lack the check. */
const unstorable = fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'x\udfff');

/** Unstorable, forbidden and invisible texts. */
const awkward = fc.oneof(
  unstorable,
  fc.constantFrom(
    '\u0001',
    '\u001b[31m',
    '\u0085',
    '\u00a0\u200b',
    '\u2060',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u{e0061}',
  ),
);

/** Words with an awkward one among them. */
const awkwardText = fc
  .array(fc.oneof(awkward, fc.lorem({ maxCount: 2 })), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));

const wild: fc.Arbitrary<unknown> = fc.oneof(
  awkwardText,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    null,
    '',
    ' ',
    '\u202e\u0301',
    "'; drop table items; --",
    '%',
    '\\',
    '__proto__',
    '{"a":1}',
    'x'.repeat(6_000),
    Number.MAX_SAFE_INTEGER,
    -1,
    2_147_483_648,
    1e308,
    0.5,
    true,
    '2026-13-45T99:99:99Z',
    '+275760-09-13T00:00:00.001Z',
  ),
  fc.jsonValue({ maxDepth: 14 }),
  fc.array(fc.constantFrom('1', '\u0000', null), { maxLength: 300 }),
);

const whole = fc.oneof(fc.integer(), fc.integer({ min: 0, max: 20 }));

const scalars: Record<string, fc.Arbitrary<unknown>> = {
  Int: whole,
  Float: fc.double(),
  Boolean: fc.boolean(),
  ID: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
    { weight: 3, arbitrary: whole.map(String) },
    { weight: 3, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: awkwardText },
  ),
  String: fc.oneof(
    awkwardText,
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc.lorem({ maxCount: 12 }),
  ),
  DateTime: fc.date().map((one) => (Number.isNaN(one.getTime()) ? 'never' : one.toISOString())),
  JSON: fc.oneof(
    fc.jsonValue({ maxDepth: 12 }),
    fc.dictionary(awkwardText, awkwardText, { maxKeys: 4 }),
  ),
  // A file needs a multipart body; JSON holds null or a text instead.
  Upload: fc.oneof(fc.constant(null), awkwardText),
};

/** Mostly a value of the type, sometimes any value. */
function valueOf(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueOf(type.ofType as GraphQLInputType);
  let fitting: fc.Arbitrary<unknown>;
  if (isListType(type)) {
    fitting = fc.array(valueOf(type.ofType as GraphQLInputType), { maxLength: 5 });
  } else if (isEnumType(type)) {
    fitting = fc.constantFrom(...type.getValues().map(({ name }) => name));
  } else if (isInputObjectType(type)) {
    fitting = argumentsOf(Object.values(type.getFields()));
  } else {
    const scalar = scalars[type.name];
    if (!scalar) throw new Error(`The scalar ${type.name} has no values for chance calls`);
    fitting = scalar;
  }
  return fc.oneof({ weight: 8, arbitrary: fitting }, { weight: 2, arbitrary: wild });
}

/** Arguments of a field; a required one is nearly always present. */
function argumentsOf(
  args: readonly { name: string; type: GraphQLInputType }[],
): fc.Arbitrary<Record<string, unknown>> {
  const values = args.map(({ type }) =>
    fc.tuple(fc.integer({ min: 0, max: 9 }), valueOf(type)).map(([chance, value]) => ({
      isGiven: chance > (isNonNullType(type) ? 0 : 4),
      value,
    })),
  );
  return fc
    .tuple(...values)
    .map((drawn) =>
      Object.fromEntries(
        drawn.flatMap(({ isGiven, value }, index) =>
          isGiven ? [[args[index]!.name, value] as const] : [],
        ),
      ),
    );
}

function callsOfField(type: string, field: GraphQLField<unknown, unknown>): fc.Arbitrary<FuzzCall> {
  const selection = isObjectType(getNamedType(field.type)) ? ' { __typename }' : '';
  return argumentsOf(field.args).map((variables) => {
    const given = field.args.filter(({ name }) => name in variables);
    const declared = given.map(({ name, type: one }) => `$${name}: ${String(one)}`).join(', ');
    const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
    const [head, list] = given.length > 0 ? [`(${declared})`, `(${passed})`] : ['', ''];
    const query = `${type.toLowerCase()} Chance${head} { ${field.name}${list}${selection} }`;
    return {
      target: `${type}.${field.name}`,
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query, variables }),
    };
  });
}

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .toWellFormed()
    .slice(0, 1_500);

function callsOfRow(
  fields: Map<string, GraphQLField<unknown, unknown>>,
  row: (typeof routes)[number],
): fc.Arbitrary<FuzzCall> {
  const target = `${row.method} ${row.path}`;
  const root =
    'document' in row
      ? readDocument(row.document)
          .definitions.flatMap((one) =>
            one.kind === 'OperationDefinition' ? one.selectionSet.selections : [],
          )
          .flatMap((one) => (one.kind === 'Field' ? [one.name.value] : []))[0]
      : undefined;
  const args = fields.get(root ?? '')?.args ?? [];
  const input = args.find(({ name }) => name === 'input');
  const members = (input ? valueOf(input.type) : argumentsOf(args)).chain((value) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: wild }),
  );
  return fc.tuple(members, valueOf(idType(fields))).map(([given, id]) => {
    const path = row.path.replace('{id}', encodeURIComponent(asText(id)) || '0');
    const method = row.method.toUpperCase();
    if (method === 'GET' || method === 'DELETE') {
      const pairs = typeof given === 'object' && given !== null ? Object.entries(given) : [];
      const query = pairs.map(([name, value]) =>
        [name, asText(value)]
          .map((part) => encodeURIComponent(part.toWellFormed().slice(0, 300)))
          .join('='),
      );
      return {
        target,
        method,
        path: query.length > 0 ? `${path}?${query.slice(0, 10).join('&')}` : path,
      };
    }
    const {
      id: _path,
      itemId: _item,
      ...rest
    } = (
      typeof given === 'object' && given !== null && !Array.isArray(given) ? given : { given }
    ) as Record<string, unknown>;
    return {
      target,
      method,
      path,
      body: JSON.stringify(row.path.includes('{id}') ? rest : given) ?? 'null',
    };
  });
}

const idType = (fields: Map<string, GraphQLField<unknown, unknown>>): GraphQLInputType =>
  fields.get('knowledgeItem')!.args[0]!.type;

/** A generator of calls for every root field and every REST row. */
export function fuzzTargets(schema: GraphQLSchema): fc.Arbitrary<FuzzCall>[] {
  const types = [schema.getQueryType()!, schema.getMutationType()!];
  const fields = new Map(types.flatMap((type) => Object.entries(type.getFields())));
  return [
    ...types.flatMap((type) =>
      Object.values(type.getFields()).map((field) => callsOfField(type.name, field)),
    ),
    ...routes.map((row) => callsOfRow(fields, row)),
  ];
}

/** Internals that no answer may contain. */
const leak =
  /node_modules|\.ts:\d+|\\n\s+at |stacktrace|violates|syntax error at|invalid byte sequence|postgres(ql)?:\/\//;

export interface FuzzOutcome {
  status: number;
  ms: number;
  /** Description of the fault; null for a correct answer. */
  fault: string | null;
}

/** Sends a call and judges the answer: no 5xx except the 503 of a part that is not configured, no leak, under ten seconds. */
export async function fuzzOnce(caller: Caller, call: FuzzCall): Promise<FuzzOutcome> {
  const begun = performance.now();
  let answer: Answer;
  try {
    answer = await caller.call(call.method, call.path, call.body);
  } catch (error) {
    // There is no answer, or it violates the OpenAPI document.
    return { status: 0, ms: performance.now() - begun, fault: String(error) };
  }
  const { status, body } = answer;
  const ms = performance.now() - begun;
  const text = JSON.stringify(body);
  const isServerFault = status >= 500 && !(status === 503 && text.includes('UNAVAILABLE'));
  const fault = isServerFault
    ? `status ${status}`
    : /"code":"INTERNAL"/.test(text)
      ? 'an unexpected error'
      : leak.test(text.replace(JSON.stringify(call.body ?? ''), ''))
        ? 'a leak'
        : ms > 10_000
          ? 'too slow'
          : null;
  return { status, ms, fault };
}
