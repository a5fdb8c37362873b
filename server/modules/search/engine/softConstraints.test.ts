// What a picture may show is only asked for: no service is for it.
import { parseThesaurus } from '../vocabulary/thesaurus/parseThesaurus.ts';
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
    service(7, 'Seven', 'Buy delivery'),
    service(8, 'Eight', 'Knows your lore'),
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
       bible | библия | bible | > beyond-work
       lore | библия лора | lore bible |
       concept | концепт пирата | pirate concept |`,
    ]),
  ),
);

test('alone it is drawn first, whatever another service says of it', () => {
  expect(find(engine, 'pirate')).toMatchObject({ ids: [6, 1], unsure: false });
  expect(find(engine, 'дракон')).toMatchObject({ ids: [6, 1], unsure: false });
  expect(find(engine, 'dragon').ids[0]).toBe(6);
  expect(find(engine, 'knight').ids[0]).toBe(6);
});

test('a service whose task names it is not for it', () => {
  expect(engine.conceptsOf(2)).toEqual(['voice']);
});

test('a word that nearly every query holds may be asked so', () => {
  expect(find(engine, 'генерация')).toMatchObject({ total: 2, unsure: false });
  expect(find(engine, 'tool').unsure || find(engine, 'tool').total === 0).toBe(true);
});

test('beside a task the task comes first', () => {
  expect(find(engine, 'pirate voice').ids.slice(0, 2).toSorted()).toEqual([2, 3]);
});

test('a task of several words beside it is answered surely', () => {
  const task = 'the voice for every character of a pirate';
  expect(find(engine, task)).toMatchObject({ ids: [2], unsure: false });
});

test('it leaves nothing sure that shares a chance word, and neither does the weather', () => {
  const texts = ['buy a pirate', 'pirate delivery', 'weather delivery'];
  const isSure = ({ total, unsure }: ReturnType<typeof find>): boolean => total > 0 && !unsure;
  expect(texts.filter((text) => isSure(find(engine, text)))).toEqual([]);
});

test('what is beyond work is refused but in a phrase of the field', () => {
  expect(find(engine, 'weather tomorrow').ids).toEqual([]);
  expect(find(engine, 'weather effects')).toMatchObject({ ids: [5], unsure: false });
});

test('what a phrase of work takes whole is not beyond work, though nothing here is for it', () => {
  expect(find(engine, 'lore bible')).toMatchObject({ ids: [8], unsure: true });
  expect(find(engine, 'bible').ids).toEqual([]);
});
