// Spell correction: certain, uncertain, and none.
import { engineOf, find, service } from './testing/smallCatalogue.ts';

const catalogue = engineOf([
  service(1, 'Maus', 'Moist rooms and boats, pomodoro timers, house'),
  service(2, 'Runway', 'Video'),
  service(3, 'Mast', 'Ships'),
]);

test.each([
  ['to another word, alone', 'boots'],
  ['to another word, in another form', 'помидоров'],
  ['to another word, among others', 'boots xyz'],
  ['to a name nearly spelled so, among others', 'runaway xyz'],
  ['to a name of the other alphabet, among others', 'мост xyz'],
  ['to a name of the same alphabet that sounds the same', 'mouse'],
  ['to a name nearly spelled so, alone', 'runaway'],
  ['to a name of the other alphabet, alone', 'мост'],
])('keeps an ordinary word: %s', (_how, text) => {
  expect(find(catalogue, text)).toMatchObject({ ids: [], near: [], total: 0, correctedTo: null });
});

test.each(["'gjvbljhjd'", '`gjvbljhjd`'])(
  'does not read a quoted word on another layout: %s',
  (quoted) => {
    expect(find(catalogue, `${quoted} video`).correctedTo).toBeNull();
  },
);

const tasks = engineOf([
  service(1, 'Reels', 'Video, picture and presentation'),
  service(2, 'Tester', 'A portal with rose and role, blender'),
  service(3, 'Kling AI', 'Clang of bells'),
  service(4, 'Runway', 'Films'),
  service(5, 'Mouseland', 'A cheese shop'),
  service(6, 'Roadmap Planner', 'Plans of the community'),
]);

test.each([
  ['letters in another order', 'vedio', 'video'],
  ['the first two letters swapped', 'ivdeo', 'video'],
  ['one of several letters wrong', 'presentaiton', 'presentation'],
  ['two wrong vowels of a long word', 'prisentatoin', 'presentation'],
  ['a name of the other alphabet by ear', 'ранвей', 'runway'],
])('corrects a typing error with certainty: %s', (_how, text, correctedTo) => {
  expect(find(tasks, text)).toMatchObject({ total: 1, correctedTo, unsure: false });
});

test.each([
  ['vowels more and less', 'picter', 'picture'],
  ['two errors, one of them in a consonant', 'presemtatoin', 'presentation'],
  ['another first letter', 'jester', 'tester'],
  ['four letters', 'rolk', 'role'],
  ['a name of the same alphabet by ear', 'roonwaigh', 'runway'],
  ['a word of the other alphabet that sounds otherwise', 'бландер', 'blender'],
])('marks a guess as uncertain: %s', (_how, text, correctedTo) => {
  const found = find(tasks, text);
  expect(found.ids.length).toBeGreaterThan(0);
  expect(found).toMatchObject({ correctedTo, unsure: true });
});

test('marks an ordinary prefix of words and names as uncertain, but not the beginning of a name', () => {
  expect(find(tasks, 'mouse')).toMatchObject({ ids: [5], correctedTo: null, unsure: true });
  expect(find(tasks, 'roadm')).toMatchObject({ ids: [6], unsure: false });
  expect(find(tasks, 'road map')).toMatchObject({ ids: [6], unsure: false });
});

test('does not correct an inflected known word', () => {
  expect(find(tasks, 'video that removes').correctedTo).toBeNull();
  expect(find(tasks, 'video that remoev').correctedTo).toBe('video that remove');
});

const numbers = engineOf([
  service(1, 'Report 2026', 'Codec h265, video'),
  service(2, 'Other', 'A report'),
]);

test.each(['report 2024', 'report 2027', '2024', 'h264', 'h2655'])(
  'does not replace a number: %s',
  (text) => {
    expect(find(numbers, text).correctedTo).toBeNull();
  },
);
