// What an ordinary word may be mended to: nothing but a name. Other mending: engine.test.ts.
import { engineOf, find, service } from './testing/smallCatalogue.ts';

const catalogue = engineOf([
  service(1, 'Maus', 'Moist rooms and boats, pomodoro timers, house'),
  service(2, 'Runway', 'Video'),
  service(3, 'Candler Code', 'Programs'),
  service(4, 'Mast', 'Ships'),
  service(5, 'Hidden Boats', 'Nothing to see', { isVisible: false }),
  service(6, 'Other', 'What is hidden'),
]);

test.each([
  ['alone', 'boots'],
  ['in another form', 'помидоров'],
  ['among others', 'boots xyz'],
])('an ordinary word is not mended: %s', (_how, text) => {
  expect(find(catalogue, text)).toMatchObject({ ids: [], near: [], total: 0 });
});

test('an ordinary word is read from the other layout, though nothing here is for it', () => {
  expect(find(catalogue, 'gjvbljhjd video').correctedTo).toBe('помидоров video');
});

test.each([
  ['nearly spelled so, alone', 'runaway', 'runway', 2],
  ['that it makes with the other words', 'candle code', 'candler code', 3],
  ['of the other alphabet that sounds the same, alone', 'мост', 'mast', 4],
])('an ordinary word may be a name: %s', (_how, text, correctedTo, id) => {
  expect(find(catalogue, text)).toMatchObject({ ids: [id], correctedTo });
});

test.each([
  ['nearly spelled so, among others', 'runaway xyz'],
  ['of the other alphabet, among others', 'мост xyz'],
  ['of the same alphabet that sounds the same', 'mouse'],
])('an ordinary word is no name: %s', (_how, text) => {
  expect(find(catalogue, text)).toMatchObject({ ids: [], near: [], correctedTo: null });
});

test('the name of a hidden service is not meant by an ordinary word', () => {
  const correctedTo = (seesHidden: boolean) =>
    find(catalogue, 'hidden boots', { seesHidden }).correctedTo;
  expect(correctedTo(true)).toBe('hidden boats');
  expect(correctedTo(false)).toBeNull();
});

test('an ordinary word with which words begin is no name that is nearly spelled so', () => {
  const boats = service(1, 'Boats', 'Ships');
  expect(find(engineOf([boats]), 'boots')).toMatchObject({ ids: [1], correctedTo: 'boats' });
  const both = find(engineOf([boats, service(2, 'Two', 'A bootstrap')]), 'boots');
  expect([...both.ids, ...both.near]).not.toContain(1);
});
