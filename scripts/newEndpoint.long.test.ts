// docs/MAP.md says that an endpoint is added in five steps: they are done in a copy of the checkout, and suffice; one that is
// left out is noticed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '../bench/mutations/runTests.ts';
import { makeScratch, type Scratch } from '../bench/mutations/scratch.ts';
import { buildSchema } from '../server/graphql/schema.ts';
import { routes } from '../server/rest/routes.ts';
import { addEndpoint, pieces } from './newEndpoint.ts';

const root = join(import.meta.dirname, '..');
const minute = 60_000;
const contract = 'server/graphql/schema.test.ts';
const rights = 'server/rights.test.ts';

let scratch: Scratch;
beforeAll(() => {
  scratch = makeScratch(root);
}, 5 * minute);
afterAll(() => scratch.remove(), minute);
afterEach(() => {
  for (const { file } of pieces) {
    if (existsSync(join(root, file))) copyFileSync(join(root, file), join(scratch.folder, file));
    else rmSync(join(scratch.folder, file), { force: true });
  }
});

/** Runs a program of the copy. Answers what it says when it fails, and nothing otherwise. */
function failureOf(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: scratch.folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
}
const generate = () => failureOf('scripts/prepare.ts', '--codegen-only', '--force');
const typeErrors = () => failureOf('node_modules/typescript/bin/tsc');
const outcomeOf = (files: string[], name: string) => {
  const { red, broken } = runTests(scratch.folder, files, name);
  return { red: red.map((one) => `${one.name}: ${one.message}`), broken };
};
const allGreen = { red: [], broken: null };

test('the map names five steps, and the endpoint is not there yet', () => {
  const [, list = ''] = /## How to add an endpoint\n\n(.*?)\n\n/s.exec(
    readFileSync(join(root, 'docs/MAP.md'), 'utf8'),
  )!;
  expect(list.match(/^\d\./gm)).toEqual(['1.', '2.', '3.', '4.', '5.']);
  expect([...new Set(pieces.map(({ step }) => step))]).toEqual([1, 2, 3, 4, 5]);
  expect(buildSchema().getQueryType()!.getFields()).not.toHaveProperty('myComplaintsCount');
  expect(routes.map(({ path }) => path)).not.toContain('/api/v1/complaints/mine/count');
});

test(
  'the five steps suffice: code is generated, types and tests of both doors are right',
  () => {
    addEndpoint(scratch.folder);
    expect(generate()).toBe('');
    expect(typeErrors()).toBe('');
    expect(
      outcomeOf(
        [
          contract,
          'server/graphql/clientDocuments.test.ts',
          'server/rest/specification.test.ts',
          'server/domain/complaints/ownCount.test.ts',
          'server/arrows.test.ts',
        ],
        '',
      ),
    ).toEqual(allGreen);
    expect(outcomeOf([rights], 'omplaintsCount|complaints/mine|complaints/count|every')).toEqual(
      allGreen,
    );
  },
  15 * minute,
);

test.each([
  ['@allow', contract, 'every root field bears @allow'],
  ['resolver', contract, 'every root field has a resolver of its own'],
  ['right of the field', rights, 'every root field has a line'],
  ['right of the row', rights, 'every REST row has a line'],
])(
  'without the %s a test is red',
  (left, file, name) => {
    addEndpoint(scratch.folder, [left]);
    expect(generate()).toBe('');
    expect(outcomeOf([file], name).red).toEqual([
      expect.stringMatching(/yComplaintsCount|complaints\/mine/),
    ]);
  },
  10 * minute,
);

test.each([
  ['method', "Property 'ownCount' does not exist"],
  ['document', "no exported member named 'MyComplaintsCountDocument'"],
  ['operation', "no exported member named 'useMyComplaintsCountQuery'"],
])(
  'without the %s the types are wrong',
  (left, error) => {
    addEndpoint(scratch.folder, [left]);
    expect(generate()).toBe('');
    expect(typeErrors()).toContain(error);
  },
  5 * minute,
);
