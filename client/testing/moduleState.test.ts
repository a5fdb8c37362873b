// What a module remembers goes back to what it was when it was loaded. This file has a window of its own (keptRuntime.mjs).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImportGraph } from '../../scripts/importGraph.ts';

const { withState, watchModules } = (await import(
  join(process.cwd(), 'client/testing/moduleState.mjs')
)) as {
  withState: (source: string) => string;
  watchModules: (window: typeof globalThis) => () => void;
};

/** Loads a module, given as JavaScript, and answers what it exports. */
async function load(source: string): Promise<Record<string, (...given: unknown[]) => unknown>> {
  const from = new Function(
    `${withState(source).replaceAll(/^export /gm, '')}; return { act, see };`,
  );
  return from() as Awaited<ReturnType<typeof load>>;
}

test('variables, lists, tables and sets go back to what they were', async () => {
  const goBack = watchModules(globalThis);
  const { act, see } = await load(`
let words = 'at first';
const waiting = [1];
const known = new Map([['a', 1]]);
const gone = new Set(['x']);
const sizes = { small: 1 };
const act = () => {
  words = 'later';
  waiting.push(2);
  known.set('a', 2).set('b', 1);
  gone.delete('x');
  gone.add('y');
  sizes.small = 2;
  sizes.big = 3;
};
const see = () => structuredClone({ words, waiting, known, gone, sizes });
`);
  const atFirst = see!();
  act!();
  expect(see!()).not.toEqual(atFirst);
  goBack();
  expect(see!()).toEqual(atFirst);
});

test('who listens from the top of a module goes on to listen', async () => {
  const goBack = watchModules(globalThis);
  const { act, see } = await load(`
const listeners = new Set();
const act = (listener) => listeners.add(listener);
const see = () => listeners.size;
`);
  act!(() => undefined);
  goBack();
  expect(see!()).toBe(1);
});

test('every variable at the top of a module of the client is handed over', () => {
  const modules = [...readImportGraph().keys()].filter(
    (file) => file.startsWith('client/') && !/\.test\.tsx?$/.test(file),
  );
  const forgotten = modules.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const added = withState(source).slice(source.length);
    return [...source.matchAll(/^(?:export )?(?:let|var)\b(.*)/gm)]
      .filter(
        ([, rest]) => !added.includes(`write: (value) => { ${/\w+/.exec(rest!)?.[0]} = value`),
      )
      .map(([line]) => `${file}: ${line}`);
  });
  expect(modules.length).toBeGreaterThan(300);
  expect(forgotten).toEqual([]);
});
