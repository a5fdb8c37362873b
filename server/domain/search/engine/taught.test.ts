// What admins teach holds with the next search, and no longer when it is taken back.
import { Taught } from './taught.ts';
import { engineOf, find, service } from './testing/smallCatalogue.ts';

const services = [
  service(1, 'One', 'Voiceover for games'),
  service(2, 'Two', 'Drawings made of a few strokes'),
  service(3, 'Three', 'A войсовер for everybody'),
  ...Array.from({ length: 5 }, (_, id) => service(id + 10, `Other ${id}`, 'Nothing')),
];

const taught = (word: string, synonym: string) => {
  const engine = engineOf(services);
  engine.index.taught = new Taught([{ word, synonym }]);
  return engine;
};

test('a word for a word, both ways', () => {
  const engine = taught('каракули', 'strokes');
  expect(find(engine, 'каракули').ids).toEqual([2]);
  expect(find(taught('strokes', 'каракули'), 'каракули').ids).toEqual([2]);
  engine.index.taught = new Taught([]);
  expect(find(engine, 'каракули').ids).toEqual([]);
});

test('a phrase for a word: all its words are needed', () => {
  expect(find(taught('скетч', 'few strokes'), 'скетч').ids).toEqual([2]);
  expect(find(taught('скетч', 'few games'), 'скетч').ids).toEqual([]);
});

test('a word for a concept: the word finds the concept, the concept finds the word', () => {
  const engine = taught('войсовер', 'озвучка');
  expect(find(engine, 'войсовер').ids).toEqual([3, 1]);
  expect(find(engine, 'закадровый голос').ids).toContain(3);
});

test('a phrase in the middle of a query', () => {
  expect(find(taught('быстрый набросок', 'strokes'), 'сделать быстрый набросок').ids).toEqual([2]);
});

test('what nobody has is harmless', () => {
  expect(find(taught('каракули', '!!!'), 'каракули').ids).toEqual([]);
});
