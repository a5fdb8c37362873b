import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wizardCatalogue } from './wizardCatalogue.ts';

const thesaurus = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../server/modules/search/vocabulary/thesaurus',
);

/** Ids of all concepts: the text before the first bar of a line. */
const concepts = new Set(
  readdirSync(thesaurus)
    .filter((file) => file.endsWith('.txt'))
    .flatMap((file) => readFileSync(join(thesaurus, file), 'utf8').split('\n'))
    .flatMap((line) => /^([a-z0-9-]+) \|/.exec(line)?.[1] ?? []),
);

const subcategories = wizardCatalogue.flatMap((category) => category.subcategories);
const tasks = subcategories.flatMap((subcategory) => subcategory.tasks);
const entries = [...wizardCatalogue, ...subcategories, ...tasks];

/** Repeated words of a list. */
const repeated = (words: string[]): string[] =>
  words.filter((word, index) => words.indexOf(word) !== index);

test('holds the eight categories of the specification, in the order of the screen', () => {
  expect(wizardCatalogue.map((category) => category.key)).toEqual([
    'analyze',
    'create',
    'automate',
    'market',
    'support',
    'develop',
    'communicate',
    'learn',
  ]);
});

test('has at least three subcategories in each category and four tasks in each of these', () => {
  const thin = [
    ...wizardCatalogue.filter((category) => category.subcategories.length < 3),
    ...subcategories.filter((subcategory) => subcategory.tasks.length < 4),
  ];
  expect(thin.map((entry) => entry.key)).toEqual([]);
});

test('names every entry once, in both languages', () => {
  expect(repeated(subcategories.map((subcategory) => subcategory.key))).toEqual([]);
  expect(repeated(tasks.map((task) => task.key))).toEqual([]);
  expect(repeated(tasks.map((task) => task.nameRu))).toEqual([]);
  expect(repeated(tasks.map((task) => task.nameEn))).toEqual([]);
  for (const entry of entries) {
    expect(entry.key).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(entry.nameRu).toMatch(/^[А-ЯЁA-Z0-9]/);
    expect(entry.nameEn).toMatch(/^[A-Z0-9]/);
    expect(entry.nameEn).not.toMatch(/[а-яё]/i);
  }
});

test('every task names one to three concepts of the thesaurus, each once', () => {
  expect(concepts.size).toBeGreaterThan(300);
  const named = tasks.map((task) => ({
    key: task.key,
    unknown: task.concepts.filter((id) => !concepts.has(id)),
    isFew: task.concepts.length >= 1 && task.concepts.length <= 3,
    repeated: repeated([...task.concepts]),
  }));
  const wrong = named.filter((one) => one.unknown.length + one.repeated.length > 0 || !one.isFew);
  expect(wrong).toEqual([]);
});

test('has no two tasks with the same search in a subcategory', () => {
  const same = subcategories.flatMap(({ tasks: own }) =>
    repeated(own.map((task) => [...task.concepts].sort().join(' '))),
  );
  expect(same).toEqual([]);
});
