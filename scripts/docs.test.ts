// Documents: every file, folder and link that they name exists.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const documents = globSync(['README.md', 'docs/**/*.md', 'server/**/*.md'], { cwd: root });
const folders = 'server|client|schema|migrations|fakes|e2e|bench|scripts|codegen|docs';
/** A path between backticks, without placeholders and patterns. */
const namedPath = new RegExp(`\`((?:${folders})/[^\`\\s*<{]*)\``, 'g');
const link = /\]\((?!\w+:|#)([^)#\s]+)/g;

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, path = '']) => path);

test('documents name only files that exist', () => {
  expect(documents.length).toBeGreaterThan(10);
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    return [
      ...found(text, namedPath).filter((path) => !existsSync(join(root, path))),
      ...found(text, link).filter((path) => !existsSync(join(root, dirname(document), path))),
    ].map((path) => `${document}: ${path}`);
  });
  expect(missing).toEqual([]);
});
