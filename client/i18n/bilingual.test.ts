import { chooseText } from './bilingual.ts';

test('the asked language comes first', () => {
  expect(chooseText('Карта', 'Map', 'en')).toEqual({
    text: 'Map',
    language: 'en',
    isSubstitute: false,
  });
});

test.each([null, undefined, '', '  '])(
  'the other language stands in for %p, and says so',
  (missing) => {
    expect(chooseText(missing, 'Map', 'ru')).toEqual({
      text: 'Map',
      language: 'en',
      isSubstitute: true,
    });
  },
);

test('without either text there is an empty one in the asked language', () => {
  expect(chooseText(null, null, 'ru')).toEqual({ text: '', language: 'ru', isSubstitute: false });
});
