// What stands around a question and asks for nothing: greetings and thanks.
import { engineOf, find, service } from './testing/smallCatalogue.ts';

test('a greeting asks for nothing, alone or before a task', () => {
  const named = engineOf([service(1, 'PrivateGPT', 'Voiceover'), service(2, 'Second', 'Chat')]);
  expect(find(named, 'приват').ids).toEqual([1]);
  expect(find(named, 'привет').ids).toEqual([]);
  expect(find(named, 'привет, озвучка').ids).toEqual([1]);
});

test.each([
  'Добрый день, озвучка',
  'Приветствую! озвучка',
  'Всем привет, коллеги, озвучка',
  'озвучка, заранее спасибо!',
  'Good morning folks, озвучка, thanks in advance',
  'Hello everyone! озвучка. Thank you very much.',
])('%s is surely answered by what it asks for', (text) => {
  const named = engineOf([service(1, 'First', 'Озвучка'), service(2, 'Second', 'Chat')]);
  expect(find(named, text)).toMatchObject({ ids: [1], unsure: false, correctedTo: null });
});

test('searched exactly, a greeting is searched too', () => {
  const named = engineOf([service(1, 'First', 'Озвучка')]);
  expect(find(named, 'Приветствую, озвучка', { isExact: true }).ids).toEqual([]);
});

test('a text that only greets is searched as it is, and a word is no greeting for its beginning', () => {
  const named = engineOf([service(1, 'Hey Gen', 'Chat'), service(2, 'Himalaya', 'Thanksgiving')]);
  expect(find(named, 'hey').ids).toEqual([1]);
  expect(find(named, 'hey gen').ids).toEqual([1]);
  expect(find(named, 'himalaya').ids).toEqual([2]);
  expect(find(named, 'chat thanksgiving').marked.has('thanksgiv')).toBe(true);
});

describe('a word that may ask for something like a service', () => {
  const engine = engineOf([
    service(1, 'Sensor', 'Competitor analysis'),
    service(2, 'Ludos', 'Similar games'),
    service(3, 'Spine', 'Animation', { likes: 9 }),
    service(4, 'Make', 'Automation', { likes: 9 }),
    service(5, 'Chatful', 'A chat', { likes: 9 }),
    service(6, 'Echo', 'Clone of a voice'),
    service(7, 'Murf', 'Voiceover'),
    service(8, 'Speaker', 'Voiceover'),
  ]);

  test.each([
    ['анализ конкурентов', 1],
    ['competitor analysis', 1],
    ['spy on competitors', 1],
    ['spy on rivals competitor analysis', 1],
    ['похожие игры', 2],
    ['similar games', 2],
    ['make a clone of my voice', 6],
    ['make a chat clone', 5],
    ['chat like a robot', 5],
  ])('%s asks for no likeness, where it says something else', (text, first) => {
    const { likeName, ids } = find(engine, text);
    expect({ likeName, first: ids[0] }).toEqual({ likeName: null, first });
  });

  test.each(['что лучше murf или speaker', 'murf или speaker, что дешевле для ролика'])(
    '%s asks which of the two',
    (text) => {
      const { likeName, ids } = find(engine, text);
      expect(likeName).toBeNull();
      expect(ids).toEqual(expect.arrayContaining([7, 8]));
    },
  );

  test.each(['что лучше murf', 'лучше чем murf'])('%s asks for another one', (text) => {
    expect(find(engine, text)).toMatchObject({ likeName: 'murf', ids: [4, 8] });
  });

  test.each(['murf competitors', 'конкуренты мерф', 'murf rivals', 'clone of murf'])(
    '%s asks for it beside a name that is written right',
    (text) => {
      expect(find(engine, text)).toMatchObject({ likeName: 'murf', ids: [4, 8] });
    },
  );
});
