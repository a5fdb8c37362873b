// GraphQL operations of the client: all stand in *.graphql files, from which code is generated (docs/decisions/0003).
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { parse } from 'graphql';

const sources = globSync('client/**/*.{ts,tsx}').filter(
  // GraphiQL shows its readers examples to begin with.
  (path) => !/generated\.ts$|\.test\.tsx?$|^client\/(?:graphiql|testing)\//.test(path),
);

/** What this test reads of a node. */
interface Node {
  type: string;
  value: string;
  tag: { value?: string };
  quasis: { cooked: string | null }[];
}

const isOperation = (text: string): boolean => {
  if (!text.includes('{')) return false;
  try {
    return parse(text).definitions.length > 0;
  } catch (noOperation) {
    return !(noOperation instanceof Error);
  }
};

/** Every object of a syntax tree. */
function* nodesOf(value: unknown): Generator<Partial<Node>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

/** What a text in the code says; `x` stands for what is put into a template. */
function textOf(node: Partial<Node>): string {
  if (node.type === 'StringLiteral') return node.value ?? '';
  if (node.type === 'TemplateLiteral')
    return (node.quasis ?? []).map(({ cooked }) => cooked ?? '').join('x');
  return '';
}

/** The operations among the texts of a file, and what would make some. */
const handWritten = (path: string, source: string): string[] =>
  [
    ...nodesOf(
      parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' }),
    ),
  ]
    .filter(
      (node) =>
        (node.type === 'TaggedTemplateExpression' && node.tag?.value === 'gql') ||
        isOperation(textOf(node)),
    )
    .map((node) => `${path}: ${textOf(node) || 'gql'}`);

test('the client holds none', () => {
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.flatMap((path) => handWritten(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test.each([
  "const query = '{ me { id } }';",
  'const query = `mutation Like($id: ID!) { likeKnowledge(id: $id) { isLiked } }`;',
  'const query = `query Some { me { ${fields} } }`;',
  'const query = gql`query Some { me { id } }`;',
])('would find %s', (source) => {
  expect(handWritten('client/some.ts', source).length).toBeGreaterThan(0);
});
