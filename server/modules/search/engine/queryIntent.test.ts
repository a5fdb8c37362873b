// Query understanding: concepts, context words, similarity, constraints and written names.
import { parseThesaurus } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { engineOf, find, plainTag, service } from './testing/smallCatalogue.ts';
import { Thesaurus } from './thesaurus.ts';

describe('concepts', () => {
  const passing =
    'A workspace for teams of every size that keeps documents, tasks, calendars and contacts, with charts, forms, reminders, a chat and voiceover';
  const voices = [
    service(1, 'Speaker', 'Voiceover in many languages', { likes: 1 }),
    service(2, 'Herald', 'Voiceover for short clips'),
    service(3, 'Reader', 'Voiceover of books'),
  ];
  const desk = service(4, 'Desk', passing, { likes: 90 });
  const teller = service(5, 'Teller', 'Voiceover of news');

  const byVoiceover = (services: readonly ReturnType<typeof service>[], more = {}) =>
    find(engineOf([...services]), '', { concepts: ['voiceover'], ...more });

  test('treats items that only mention a concept as near, however popular', () => {
    const found = byVoiceover([...voices, teller, desk]);
    expect(found.ids.sort()).toEqual([1, 2, 3, 5]);
    expect(found).toMatchObject({ total: 4, near: [4] });
  });

  test('ranks them last when few others exist, and as uncertain when alone', () => {
    const found = byVoiceover([...voices, desk]);
    expect(found.total).toBe(4);
    expect(found.ids[3]).toBe(4);
    expect(found.unsure).toBe(false);
    expect(byVoiceover([desk])).toMatchObject({ ids: [4], total: 1, near: [], unsure: true });
  });

  test('ignores hidden items for that', () => {
    const hidden = voices.map((voice) => ({ ...voice, isVisible: false }));
    expect(byVoiceover([...hidden, desk])).toMatchObject({ ids: [4], total: 1, unsure: true });
    const { total } = byVoiceover([...hidden, desk], { seesHidden: true });
    expect(total).toBe(4);
  });

  test('treats a tag or a task with the concept as its purpose', () => {
    const tagged = service(6, 'Tagged', passing.replace('voiceover', 'notes'), {
      tags: [plainTag('voiceover')],
    });
    const tasked = service(7, 'Tasked', passing.replace('voiceover', 'notes'), {
      tasks: {
        ru: [],
        en: ['plan a week', 'share a note', 'voiceover for a clip', 'remind a colleague'],
      },
    });
    const { ids } = byVoiceover([...voices, teller, desk, tagged, tasked]);
    expect(ids.sort()).toEqual([1, 2, 3, 5, 6, 7]);
  });
});

describe('context words', () => {
  const engine = engineOf(
    [
      service(1, 'One', 'Removes noise from speech'),
      service(2, 'Two', 'Tired of Friday? Twenty thousand ideas overdue'),
      service(3, 'Three', 'Writes the minutes of a meeting'),
      service(4, 'Four', 'Plans every meeting'),
    ],
    new Thesaurus(
      parseThesaurus([
        `noise | шум | noise |
       minutes | протокол встречи | meeting minutes |`,
      ]),
    ),
  );

  test.each([
    'noise by friday, tired of it',
    'twenty thousand overdue, hate this noise',
    'шум к пятнице, задолбало',
    'надоел шум',
    'шум, всё горит',
    'noise in 60 seconds by 5pm',
    'it looks like noise',
    'giant noise of grandma and a rambling guy',
    'шум на коленке за сотню',
  ])('%s searches the words about noise only', (text) => {
    expect(find(engine, text)).toMatchObject({ ids: [1], unsure: false });
  });

  test('match nothing with certainty beside an unknown word', () => {
    for (const text of ['tired of doorknob', 'twenty flurgle by friday']) {
      const { ids, unsure } = find(engine, text);
      expect(ids.length === 0 || unsure).toBe(true);
    }
  });

  const idle = engineOf([
    service(1, 'Planner', 'A plan for everything by Monday morning, последний отчёт, три часа'),
    service(2, 'Urgently', 'Nothing'),
    service(3, 'Next Monday', 'Reminds'),
    service(4, 'Chaser', 'Reminds urgently of monday'),
  ]);

  test.each(['everything', 'monday morning', 'последний', 'три часа', 'the three', 'morning'])(
    'find nothing with certainty when nothing else is asked: %s',
    (text) => {
      const { ids, unsure } = find(idle, text);
      expect(ids.length === 0 || unsure).toBe(true);
    },
  );
});

describe('similarity', () => {
  test.each([
    'Добрый день, озвучка',
    'Приветствую! озвучка',
    'Всем привет, друзья, озвучка',
    'озвучка, заранее спасибо!',
    'Hi folks, озвучка, thanks in advance',
    'Hello everyone! озвучка. Thank you very much.',
  ])('%s finds the asked items with certainty', (text) => {
    const named = engineOf([service(1, 'First', 'Озвучка'), service(2, 'Second', 'Chat')]);
    expect(find(named, text)).toMatchObject({ ids: [1], unsure: false, correctedTo: null });
  });

  describe('ambiguous similarity words', () => {
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
    ])('%s is no similarity search with another meaning', (text, first) => {
      const { similarToName, ids } = find(engine, text);
      expect({ similarToName, first: ids[0] }).toEqual({ similarToName: null, first });
    });

    test.each(['что лучше murf или speaker', 'murf или speaker, что дешевле для ролика'])(
      '%s compares two services',
      (text) => {
        const { similarToName, ids } = find(engine, text);
        expect(similarToName).toBeNull();
        expect(ids).toEqual(expect.arrayContaining([7, 8]));
      },
    );

    test.each(['что лучше murf', 'лучше чем murf'])('%s is a similarity search', (text) => {
      expect(find(engine, text)).toMatchObject({ similarToName: 'murf', ids: [4, 8] });
    });

    test.each(['murf competitors', 'конкуренты мерф', 'murf rivals', 'clone of murf'])(
      '%s is a similarity search beside a correctly written name',
      (text) => {
        expect(find(engine, text)).toMatchObject({ similarToName: 'murf', ids: [4, 8] });
      },
    );
  });
});

describe('soft constraints', () => {
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

  test('rank after the task', () => {
    expect(find(engine, 'pirate voice').ids.slice(0, 2).toSorted()).toEqual([2, 3]);
  });

  test('leave no certain match of a chance word, and neither does the weather', () => {
    const texts = ['buy a pirate', 'pirate delivery', 'weather delivery'];
    const isSure = ({ total, unsure }: ReturnType<typeof find>): boolean => total > 0 && !unsure;
    expect(texts.filter((text) => isSure(find(engine, text)))).toEqual([]);
  });

  test('exclude topics outside work, except in professional phrases', () => {
    expect(find(engine, 'weather tomorrow').ids).toEqual([]);
    expect(find(engine, 'weather effects')).toMatchObject({ ids: [5], unsure: false });
  });
});
