// npm run bench:mutations: breaks every promise of docs/promises.md in a scratch copy, one mistake at a time, and tells
// which test noticed it. With ids behind it, `npm run bench:mutations -- A6 R3`, only those. Ends with 1 on a survivor.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPromises } from '../server/testing/promises.ts';
import { mutated, type Mutation } from './mutations/mutation.ts';
import { runTests, type Outcome } from './mutations/runTests.ts';
import { makeScratch } from './mutations/scratch.ts';
import { mutations } from './mutations/table.ts';
import { printTable, short } from './printTable.ts';

const root = join(import.meta.dirname, '..');
const ids = process.argv.slice(2).filter((word) => word !== '--verbose');
const isVerbose = process.argv.includes('--verbose');

const promised = readPromises().map(({ id }) => id);
const unknown = ids.filter((id) => !promised.includes(id));
if (unknown.length > 0) {
  console.error(`There is no promise ${unknown.join(', ')}; docs/promises.md lists them.`);
  process.exit(2);
}
const wanted = promised.filter((id) => ids.length === 0 || ids.includes(id));
const chosen = mutations.filter(({ promise }) => wanted.includes(promise));
const unbroken = wanted.filter((id) => !chosen.some(({ promise }) => promise === id));

const scratch = makeScratch(root);
process.once('SIGINT', () => {
  scratch.remove();
  process.exit(130);
});

const isOf = ({ test }: Mutation, { file, name }: { file: string; name: string }): boolean =>
  file === test.file && new RegExp(test.name).test(name);

const before = new Map<string, Outcome>();

/** The same tests without the mistake, run as they are run with it: what is red then can notice nothing. */
function withoutMistake({ test: { file, name } }: Mutation): Outcome {
  const key = `${file} ${name}`;
  const known = before.get(key) ?? runTests(scratch.folder, [file], name);
  before.set(key, known);
  return known;
}

function tryOut(mutation: Mutation): { caughtBy: string; isCaught: boolean } {
  const missed = (why: string) => ({ caughtBy: why, isCaught: false });
  const sound = withoutMistake(mutation);
  const [already] = sound.red;
  if (already) return missed(`NOTHING: red without the mistake: ${already.name}`);
  if (sound.broken !== null) return missed(`NOTHING: ${sound.broken}`);
  const path = join(scratch.folder, mutation.file);
  const source = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, mutated(source, mutation));
  } catch (error) {
    return missed(`NOTHING: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { file, name } = mutation.test;
  const { red, broken } = runTests(scratch.folder, [file], name);
  writeFileSync(path, source);
  const [caught] = red.filter((one) => isOf(mutation, one));
  if (isVerbose && caught) console.log(`  ${short(caught.message.replaceAll('\n', ' | '), 900)}`);
  if (caught) return { caughtBy: caught.name, isCaught: true };
  return missed(broken === null ? 'NOTHING: SURVIVED' : `NOTHING: ${broken}`);
}

const rows: string[][] = [];
let survivors = 0;
try {
  for (const mutation of chosen) {
    const begun = performance.now();
    const { caughtBy, isCaught } = tryOut(mutation);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    if (!isCaught) survivors += 1;
    console.log(`${mutation.promise}: ${mutation.mistake} → ${caughtBy} (${seconds} s)`);
    rows.push([mutation.promise, short(mutation.mistake, 60), short(caughtBy, 90), seconds]);
  }
} finally {
  scratch.remove();
}

console.log();
printTable([['Promise', 'Mutation', 'Caught by', 'Seconds'], ...rows]);
for (const id of unbroken) console.log(`${id} has no mutation.`);
console.log(
  `${rows.length} mutations of ${wanted.length} promises; survivors: ${survivors}; without a mutation: ${unbroken.length}`,
);
process.exitCode = survivors + unbroken.length === 0 ? 0 : 1;
