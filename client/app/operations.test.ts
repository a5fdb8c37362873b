// Operations are only written in *.graphql files, from which code is generated (docs/decisions/0003).
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { parse } from 'graphql';

const sources = globSync('client/**/*.{ts,tsx}').filter(
  // GraphiQL shows example operations.
  (path) => !/generated\.ts$|\.test\.tsx?$|^client\/(?:graphiql|testing)\//.test(path),
);

/** The used fields of a node. */
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

/** The text of a literal; `x` replaces the expressions of a template. */
function textOf(node: Partial<Node>): string {
  if (node.type === 'StringLiteral') return node.value ?? '';
  if (node.type === 'TemplateLiteral')
    return (node.quasis ?? []).map(({ cooked }) => cooked ?? '').join('x');
  return '';
}

/** The operations in the texts of a file, and calls that would build some. */
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

test('the client contains no hand-written operation', () => {
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.flatMap((path) => handWritten(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test.each([
  "const query = '{ me { id } }';",
  'const query = `mutation Like($id: ID!) { likeKnowledge(id: $id) { isLiked } }`;',
  'const query = `query Some { me { ${fields} } }`;',
  'const query = gql`query Some { me { id } }`;',
])('detects %s', (source) => {
  expect(handWritten('client/some.ts', source).length).toBeGreaterThan(0);
});
