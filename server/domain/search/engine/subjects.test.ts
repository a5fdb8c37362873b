// What a picture may show is only asked for: no service is for it.
import { parseThesaurus } from '../thesaurus/parseThesaurus.ts';
import { engineOf, find, service } from './testing/smallCatalogue.ts';
import { Thesaurus } from './thesaurus.ts';

const engine = engineOf(
  [
    service(1, 'One', 'Draws an image from words'),
    service(2, 'Two', 'Voice for every character', {
      tasks: { ru: [], en: ['the voice of a knight'] },
    }),
    service(3, 'Three', 'Gives a dragon its voice'),
    service(4, 'Four', 'Knight concept for games'),
    service(6, 'Six', 'Image generator', { likes: 3 }),
    service(5, 'Five', 'Weather effects of a scene'),
  ],
  new Thesaurus(
    parseThesaurus([
      `subject | (сюжет), (рыцарь), (дракон), (пират) | (subject), (knight), (dragon), (pirate) |
       generation | (генерация) | (generation) |
       image | картинка | image | > subject generation
       voice | голос | voice |
       beyond-work | вне работы | beyond work |
       weather | (погода) | (weather) | > beyond-work
       effects | погодные эффекты, эффекты | weather effects, effects |
       concept | концепт пирата | pirate concept |`,
    ]),
  ),
);

test('alone it is drawn, whatever another service says of it', () => {
  expect(find(engine, 'pirate')).toMatchObject({ ids: [6, 1], unsure: false });
  expect(find(engine, 'дракон')).toMatchObject({ ids: [6, 1], unsure: false });
});

test('a service whose task names it is not for it', () => {
  expect(engine.conceptsOf(2)).toEqual(['voice']);
});

test('a word that nearly every query holds may be asked so', () => {
  expect(find(engine, 'генерация')).toMatchObject({ total: 2, unsure: false });
  expect(find(engine, 'tool').unsure || find(engine, 'tool').total === 0).toBe(true);
});

test('beside a task it neither shuts out nor finds', () => {
  expect(find(engine, 'pirate voice').ids.toSorted()).toEqual([2, 3]);
  expect(find(engine, 'голос пирата').unsure).toBe(false);
});

test('what is beyond work is refused but in a phrase of the field', () => {
  expect(find(engine, 'weather tomorrow').ids).toEqual([]);
  expect(find(engine, 'weather effects')).toMatchObject({ ids: [5], unsure: false });
});
