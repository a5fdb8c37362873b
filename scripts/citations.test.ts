// Whatever the code cites is in the repository: sections of the specification, guarantees, decisions.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const texts = globSync(
  [
    '{server,standins,client,schema,migrations,scripts,bench,e2e,codegen,docs}/**/*.{ts,tsx,mjs,graphql,md}',
    '*.{ts,mjs,md}',
  ],
  { cwd: root },
)
  .filter((file) => !/node_modules|generated\.ts$|^scripts\/citations\.test\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** The citations of a kind, each with its file. A comment's line may end within one. */
function citations(pattern: RegExp): { file: string; cited: string }[] {
  return texts.flatMap(({ file, text }) =>
    [...text.replaceAll(/\n\s*(?:\/\/|\*|#)?\s*/g, ' ').matchAll(pattern)].flatMap(
      ([, list = '']) => (list.match(/[A-Z]?\d+/g) ?? []).map((cited) => ({ file, cited })),
    ),
  );
}

const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8');
const sections = new Set([...specification.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number));
const guarantees = new Set(
  [...readFileSync(join(root, 'docs/guarantees.md'), 'utf8').matchAll(/^\| ([A-Z]\d+) /gm)].map(
    ([, id = '']) => id,
  ),
);
const decisions = globSync('docs/decisions/*.md', { cwd: root }).map(
  (file) => /(\d{4})-/.exec(file)?.[1] ?? '',
);

const list = (one: string) => `(${one}(?:(?:, | and |, and )${one})*)`;

test.each([
  ['sections of the specification', `[Ss]pecification, sections? ${list('\\d+')}`, sections, 100],
  ['guarantees', `\\b(?:[Pp]romise|[Gg]uarantee)s? ${list('[A-Z]\\d+')}\\b`, guarantees, 15],
  ['decisions', `\\b(?:[Dd]ecisions?|ADR) ${list('\\d{4}')}`, new Set(decisions), 0],
] as const)('%s that are cited exist', (_what, pattern, known, least) => {
  const found = citations(new RegExp(pattern, 'g'));
  expect(found.length).toBeGreaterThanOrEqual(least);
  expect(found.filter(({ cited }) => !(known as ReadonlySet<string>).has(cited))).toEqual([]);
});

test('documents that are cited exist', () => {
  const found = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<!\/)\bdocs\/(?!swagger)[\w/-]+(?:\.\w+)?\b/g)].map(([path]) => ({
      file,
      path,
    })),
  );
  const isThere = (path: string) =>
    existsSync(join(root, path)) || globSync(`${path}-*.md`, { cwd: root }).length === 1;
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ path }) => !isThere(path))).toEqual([]);
});

test('no number of a decision is used twice', () => {
  expect(decisions.length).toBe(new Set(decisions).size);
});

test.each(['docs/walks.md', 'docs/MAP.md'])('the paths that %s names exist', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') || /^(?:schema|standins|migrations)$/.test(path));
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('migrations that are cited by number exist, under their name where it is given', () => {
  const files = globSync('migrations/*.ts', { cwd: root }).map((file) => file.slice(11, -3));
  const found = texts
    .filter(({ file }) => file !== 'server/database/formerMigrationNames.ts')
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b[Mm]igrations? `?(00\d\d\w*)/g)].map(([, cited = '']) => ({
        file,
        cited,
      })),
    );
  const known = ({ cited }: { cited: string }) =>
    files.some((name) => name === cited || name.slice(0, 4) === cited);
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((one) => !known(one))).toEqual([]);
});
