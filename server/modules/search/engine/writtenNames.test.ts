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

test('an unfinished word on the other keyboard layout is read as it was meant', () => {
  const engine = engineOf([service(1, 'Reader', 'Барометры и приливы'), ...others]);
  const found = find(engine, ',fhjvt');
  expect(found.ids).toEqual([1]);
  expect(found.correctedTo).toBe('бароме');
});

test('ordinary words that an unfinished title begins with, written as one, are that title, surely', () => {
  const engine = engineOf([service(1, 'Mouserunaway Deluxe', 'Something'), ...others]);
  expect(find(engine, 'mouse runa')).toMatchObject({ ids: [1], unsure: false });
});
