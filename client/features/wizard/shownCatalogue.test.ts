import type { WizardTask } from './catalogue/wizardWords.ts';
import { shownCatalogue } from './shownCatalogue.ts';
import { wizardCatalogue } from './wizardCatalogue.ts';

const [analyze, create] = wizardCatalogue;
const lonely = create!.subcategories[1]!.tasks[2]!;
/** One task of one category finds something. */
const countOf = (task: WizardTask): number => (task === lonely ? 2 : 0);

const keys = (list: ReadonlyArray<{ key: string }>) => list.map(({ key }) => key);

test('as long as nothing is known everything is there', () => {
  expect(shownCatalogue(wizardCatalogue, null, null)).toBe(wizardCatalogue);
});

test('what leads to nothing goes: tasks, subcategories, categories', () => {
  const shown = shownCatalogue(wizardCatalogue, countOf, null);
  expect(keys(shown)).toEqual(['create']);
  expect(keys(shown[0]!.subcategories)).toEqual(['three-d']);
  expect(shown[0]!.subcategories[0]!.tasks).toEqual([lonely]);
});

test('the open category stays, to say that it is empty', () => {
  const shown = shownCatalogue(wizardCatalogue, countOf, analyze!.key);
  expect(keys(shown)).toEqual(['analyze', 'create']);
  expect(shown[0]!.subcategories).toEqual([]);
});
