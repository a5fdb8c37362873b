// No operation is written by hand: all stand in *.graphql files, from which code is generated (docs/decisions/0003).
import { globSync, readFileSync } from 'node:fs';
import { parse } from 'graphql';
import ts from 'typescript';

const sources = globSync('client/**/*.{ts,tsx}').filter(
  // GraphiQL shows its readers examples to begin with.
  (path) => !/generated\.ts$|\.test\.tsx?$|^client\/(?:graphiql|testing)\//.test(path),
);

const isOperation = (text: string): boolean => {
  if (!text.includes('{')) return false;
  try {
    return parse(text).definitions.length > 0;
  } catch (noOperation) {
    return !(noOperation instanceof Error);
  }
};

/** The operations among the texts of a file, and what would make some. */
function handWritten(path: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'gql') found.push('gql');
    if (ts.isTemplateExpression(node)) {
      const whole =
        node.head.text + node.templateSpans.map((span) => `x${span.literal.text}`).join('');
      if (isOperation(whole)) found.push(whole);
    }
    if (ts.isStringLiteralLike(node) && isOperation(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found.map((operation) => `${path}: ${operation}`);
}

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
