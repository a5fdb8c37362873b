// Whatever a file exports is used by another one: what only its own file uses is not exported, what nobody uses is not there.
// A type may be exported because the signature of an export names it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImportGraph } from './importGraph.ts';

const root = join(import.meta.dirname, '..');
const graph = readImportGraph();
const textOf = new Map(
  [...graph.keys()].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

const importersOf = new Map<string, string[]>();
for (const [file, targets] of graph)
  for (const target of targets) importersOf.set(target, [...(importersOf.get(target) ?? []), file]);

/** Read by a program under its name: migrations by knex, settings by theirs, the first page's questions by the server. */
const isReadByTools = (file: string) =>
  /^migrations\/|\.config\.ts$|\.server\.ts$|\.test\.tsx?$/.test(file);
const exported =
  /^export (?:abstract )?(?:async )?(const|let|function\*?|class|interface|type) (\w+)/gm;

test('every export is used by another file', () => {
  const unused = [...textOf].flatMap(([file, text]) =>
    isReadByTools(file)
      ? []
      : [...text.matchAll(exported)]
          .filter(([, kind = '', name = '']) => {
            const word = new RegExp(`\\b${name}\\b`);
            const mentions = text.match(new RegExp(word, 'g'))?.length ?? 0;
            if (/interface|type/.test(kind) && mentions > 1) return false;
            const isImported = (importersOf.get(file) ?? []).some((importer) =>
              word.test(textOf.get(importer) ?? ''),
            );
            return !isImported;
          })
          .map(([, , name]) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});
