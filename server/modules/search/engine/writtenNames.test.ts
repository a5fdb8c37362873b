// Rules of names and words as people write them: misspelt in "like X", heard, on the other keyboard, begun.
import { engineOf, find, service } from './testing/smallCatalogue.ts';

const others = Array.from({ length: 9 }, (_, place) =>
  service(place + 20, `Other ${place}`, 'Something else'),
);

test('a name that is misspelt in "like X" is left out, and what is like it is found', () => {
  const engine = engineOf([
    service(1, 'Paintspring', 'Image generation', { likes: 9 }),
    service(2, 'Dream', 'Image generation'),
    service(3, 'Speaker', 'Voiceover'),
    ...others,
  ]);
  expect(find(engine, 'alternative to paintsprinf').ids).toEqual([2]);
});

test('what has neither tags nor concepts is told by its rare words', () => {
  const engine = engineOf([
    service(1, 'Almanac', 'Barometers and tides for sailors'),
    service(2, 'Harbour', 'Tides for the coast, and barometers'),
    service(3, 'Speaker', 'Something for the coast'),
    ...others,
  ]);
  expect(find(engine, 'like almanac').ids[0]).toBe(2);
});

test('an unfinished word on the other keyboard layout is read as it was meant', () => {
  const engine = engineOf([service(1, 'Reader', 'Барометры и приливы'), ...others]);
  const found = find(engine, ',fhjvt');
  expect(found.ids).toEqual([1]);
  expect(found.correctedTo).toBe('бароме');
});

test('a name that is heard as two words is found, though the thesaurus does not know it', () => {
  const engine = engineOf([service(1, 'Stellarvanta', 'Something'), ...others]);
  expect(find(engine, 'стеллар ванта').ids).toEqual([1]);
});

test('ordinary words that an unfinished title begins with, written as one, are that title, surely', () => {
  const engine = engineOf([service(1, 'Mouserunaway Deluxe', 'Something'), ...others]);
  expect(find(engine, 'mouse runa')).toMatchObject({ ids: [1], unsure: false });
});
