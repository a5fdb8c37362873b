// Typing errors between words.
import { editDistance } from './editDistance.ts';

test.each([
  ['voice', 'voice', 0],
  ['voice', 'voise', 1],
  ['voice', 'vocie', 1],
  ['voice', 'voic', 1],
  ['voice', 'voicee', 1],
  ['translator', 'trasnlatro', 2],
  ['', 'ab', 2],
  ['ab', '', 2],
])('%s, %s: %d', (one, other, errors) => {
  expect(editDistance(one, other, 9)).toBe(errors);
  expect(editDistance(other, one, 9)).toBe(errors);
});

test('past the most that is asked it only says that it is more', () => {
  expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
});
