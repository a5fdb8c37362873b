// The packed phrases: what they have no room for is refused, in place of being taken for something else.
import { tokens } from './analyse.ts';
import { Phrases } from './phrases.ts';

test('of as many concepts as there is room for the last is found, and one more is refused', () => {
  const phrases = new Phrases();
  phrases.learn(tokens('krindle'), 0, false);
  phrases.learn(tokens('flurbinator'), 65_535, false);
  expect(() => phrases.learn(tokens('zorbulator'), 65_536, false)).toThrow(
    'The thesaurus has room for 65536 concepts',
  );
  for (const step of phrases.packing()) expect(step).toBeUndefined();
  const said = (text: string) =>
    phrases.mentions(tokens(text), 'text').map(({ concept }) => concept);
  expect(said('krindle and flurbinator')).toEqual([0, 65_535]);
  expect(said('zorbulator')).toEqual([]);
});
