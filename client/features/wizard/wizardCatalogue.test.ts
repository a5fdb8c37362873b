import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wizardCatalogue } from './wizardCatalogue.ts';

interface DemoTag {
  originalName: string;
}

interface DemoItem {
  titleEn: string;
  tags: string[];
  hidden?: boolean;
}

const demoFolder = join(dirname(fileURLToPath(import.meta.url)), '../../../server/demo/data');
const tags: DemoTag[] = JSON.parse(readFileSync(join(demoFolder, 'tags.json'), 'utf8'));
const items: DemoItem[] = JSON.parse(readFileSync(join(demoFolder, 'items.json'), 'utf8'));

const subcategories = wizardCatalogue.flatMap((category) => category.subcategories);
const tasks = subcategories.flatMap((subcategory) => subcategory.tasks);
const entries = [...wizardCatalogue, ...subcategories, ...tasks];

/** The words that stand more than once in a list. */
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

test('names every entry once, in both languages and with an emoji', () => {
  expect(repeated(subcategories.map((subcategory) => subcategory.key))).toEqual([]);
  expect(repeated(tasks.map((task) => task.key))).toEqual([]);
  expect(repeated(tasks.map((task) => task.nameRu))).toEqual([]);
  expect(repeated(tasks.map((task) => task.nameEn))).toEqual([]);
  for (const entry of entries) {
    expect(entry.key).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(entry.nameRu).toMatch(/^[А-ЯЁA-Z0-9]/);
    expect(entry.nameEn).toMatch(/^[A-Z0-9]/);
    expect(entry.nameEn).not.toMatch(/[а-яё]/i);
    expect(entry.emoji).toMatch(/^\p{Emoji}/u);
  }
});

test('uses only tags of the demo catalogue, and none that is for admins only', () => {
  const known = new Set(tags.map((tag) => tag.originalName));
  const used = tasks.flatMap((task) => task.tags);
  expect(used.filter((tag) => !known.has(tag) || tag.endsWith('approved'))).toEqual([]);
});

test.each(tasks)('$key finds at least one visible item of the demo catalogue', (task) => {
  expect(task.tags.length).toBeGreaterThan(0);
  const found = items.filter(
    (item) => !item.hidden && task.tags.every((tag) => item.tags.includes(tag)),
  );
  expect(found.length).toBeGreaterThan(0);
});
