// Spell correction: sure, unsure and no corrections.
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
])('an ordinary word is not mended: %s', (_how, text) => {
  expect(find(catalogue, text)).toMatchObject({ ids: [], near: [], total: 0, correctedTo: null });
});

test('an ordinary word is read from the other layout, though nothing here is for it', () => {
  expect(find(catalogue, 'gjvbljhjd video').correctedTo).toBe('помидоров video');
});

test('a word is not read from the other layout where a letter at its edge would be a sign', () => {
  const free = engineOf([service(1, 'Freedom', 'Free')]);
  expect(find(free, 'акуу')).toMatchObject({ ids: [1], correctedTo: 'free' });
  expect(find(free, 'баку')).toMatchObject({ ids: [], correctedTo: null });
});

test.each(["'gjvbljhjd'", '`gjvbljhjd`'])(
  'a word in quotes is not read from the other layout: %s',
  (quoted) => {
    expect(find(catalogue, `${quoted} video`).correctedTo).toBeNull();
  },
);

test('whose something is, is not read from the other layout', () => {
  expect(find(catalogue, "everyone else's video").correctedTo).toBeNull();
  expect(find(catalogue, "foobar's video").correctedTo).toBeNull();
});

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
])('a word typed wrong is mended surely: %s', (_how, text, correctedTo) => {
  expect(find(tasks, text)).toMatchObject({ total: 1, correctedTo, unsure: false });
});

test.each([
  ['vowels more and less', 'picter', 'picture'],
  ['two errors, one of them in a consonant', 'presemtatoin', 'presentation'],
  ['another first letter', 'jester', 'tester'],
  ['four letters', 'rolk', 'role'],
  ['a name of the same alphabet by ear', 'roonwaigh', 'runway'],
  ['a word of the other alphabet that sounds otherwise', 'бландер', 'blender'],
])('what is only guessed is said to be unsure: %s', (_how, text, correctedTo) => {
  const found = find(tasks, text);
  expect(found.ids.length).toBeGreaterThan(0);
  expect(found).toMatchObject({ correctedTo, unsure: true });
});

test('an ordinary word with which words and names begin is said to be unsure, and what is typed of a name is not', () => {
  expect(find(tasks, 'mouse')).toMatchObject({ ids: [5], correctedTo: null, unsure: true });
  expect(find(tasks, 'roadm')).toMatchObject({ ids: [6], unsure: false });
  expect(find(tasks, 'road map')).toMatchObject({ ids: [6], unsure: false });
});

test('a word is mended to one of its own alphabet that sounds the same, before one of the other', () => {
  const near = engineOf([
    service(1, 'One', 'Трейлер, трекер, ролик'),
    service(2, 'Two', 'A trailer, a roll'),
  ]);
  expect(find(near, 'ролик трелер').correctedTo).toBe('ролик трейлер');
});

test('a form of a word that is known is no typing error of it', () => {
  expect(find(tasks, 'video that removes').correctedTo).toBeNull();
  expect(find(tasks, 'video that remoev').correctedTo).toBe('video that remove');
});

const numbers = engineOf([
  service(1, 'Report 2026', 'Codec h265, video'),
  service(2, 'Other', 'A report'),
]);

test.each(['report 2024', 'report 2027', '2024', 'h264', 'h2655'])(
  'a number is mended to no other: %s',
  (text) => {
    expect(find(numbers, text).correctedTo).toBeNull();
  },
);

test('a digit typed in place of a letter is mended', () => {
  expect(find(numbers, 'vide0').correctedTo).toBe('video');
});

test('what says a concept is heard as no name beside other words, and alone it is', () => {
  const named = engineOf([service(1, 'Mecha', 'Coffee'), service(2, 'Forge', 'Code')]);
  expect(find(named, 'меча')).toMatchObject({ ids: [1] });
  const beside = find(named, 'код меча');
  expect([...beside.ids, ...beside.near]).toEqual([2]);
});

test.each([
  ['мидд', 'midjourney', 1],
  ['чатд', 'chatgpt', 2],
])('the beginning of a name, by ear, is the name, though not surely: %s', (text, name, id) => {
  const named = engineOf([
    service(1, 'Midjourney', 'Pictures'),
    service(2, 'ChatGPT', 'Talks'),
    service(4, 'Mage', 'Pictures'),
  ]);
  expect(find(named, text)).toMatchObject({ ids: [id], unsure: true, correctedTo: name });
  expect(find(named, `${text} pictures`).correctedTo ?? '').not.toContain(name);
});

test.each([
  ['a vowel is sooner mistaken than a consonant', 'транскребация', 'транскрибация'],
  ['a short word begins as typed', 'лишка', null],
  ['a word that nearly every search holds is no typing error', 'аишка', null],
])('of plausible errors: %s', (_why, text, correctedTo) => {
  const near = engineOf([
    service(1, 'One', 'Транскреация, транскреация игр'),
    service(2, 'Two', 'Транскреация'),
    service(3, 'Three', 'Транскрибация'),
    service(4, 'Four', 'Бишка и апишка'),
  ]);
  expect(find(near, text).correctedTo).toBe(correctedTo);
});
