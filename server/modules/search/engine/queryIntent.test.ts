// Query understanding: concepts, context words, similarity, constraints, spelling and custom words.
import { parseThesaurus } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { suggest } from '../suggestions.ts';
import { CustomVocabulary } from './customVocabulary.ts';
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

describe('spelling', () => {
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
  ])('keeps an ordinary word: %s', (_how, text) => {
    expect(find(catalogue, text)).toMatchObject({ ids: [], near: [], total: 0, correctedTo: null });
  });

  test.each(["'gjvbljhjd'", '`gjvbljhjd`'])(
    'does not read a quoted word on another layout: %s',
    (quoted) => {
      expect(find(catalogue, `${quoted} video`).correctedTo).toBeNull();
    },
  );

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
  ])('corrects a typing error with certainty: %s', (_how, text, correctedTo) => {
    expect(find(tasks, text)).toMatchObject({ total: 1, correctedTo, unsure: false });
  });

  test.each([
    ['vowels more and less', 'picter', 'picture'],
    ['two errors, one of them in a consonant', 'presemtatoin', 'presentation'],
    ['another first letter', 'jester', 'tester'],
    ['four letters', 'rolk', 'role'],
    ['a name of the same alphabet by ear', 'roonwaigh', 'runway'],
    ['a word of the other alphabet that sounds otherwise', 'бландер', 'blender'],
  ])('marks a guess as uncertain: %s', (_how, text, correctedTo) => {
    const found = find(tasks, text);
    expect(found.ids.length).toBeGreaterThan(0);
    expect(found).toMatchObject({ correctedTo, unsure: true });
  });

  test('marks an ordinary prefix of words and names as uncertain, but not the beginning of a name', () => {
    expect(find(tasks, 'mouse')).toMatchObject({ ids: [5], correctedTo: null, unsure: true });
    expect(find(tasks, 'roadm')).toMatchObject({ ids: [6], unsure: false });
    expect(find(tasks, 'road map')).toMatchObject({ ids: [6], unsure: false });
  });

  test('does not correct an inflected known word', () => {
    expect(find(tasks, 'video that removes').correctedTo).toBeNull();
    expect(find(tasks, 'video that remoev').correctedTo).toBe('video that remove');
  });

  const numbers = engineOf([
    service(1, 'Report 2026', 'Codec h265, video'),
    service(2, 'Other', 'A report'),
  ]);

  test.each(['report 2024', 'report 2027', '2024', 'h264', 'h2655'])(
    'does not replace a number: %s',
    (text) => {
      expect(find(numbers, text).correctedTo).toBeNull();
    },
  );
});

describe('custom words', () => {
  const services = [
    service(1, 'One', 'Voiceover for games'),
    service(2, 'Two', 'Drawings made of a few strokes'),
    service(3, 'Three', 'A войсовер for everybody'),
    ...Array.from({ length: 5 }, (_, id) => service(id + 10, `Other ${id}`, 'Nothing')),
  ];

  const taught = (word: string, synonym: string) => {
    const engine = engineOf(services);
    engine.index.customVocabulary = new CustomVocabulary([{ word, synonym }]);
    return engine;
  };

  test('links a word and a concept in both directions', () => {
    const engine = taught('войсовер', 'озвучка');
    expect(find(engine, 'войсовер').ids).toEqual([3, 1]);
    expect(find(engine, 'закадровый голос').ids).toContain(3);
  });

  test.each([
    ['a synonym', new CustomVocabulary([{ word: 'Midjourney', synonym: 'strokes' }]), [2]],
    [
      'a word for a concept',
      new CustomVocabulary([], [{ word: 'Midjourney', concept: 'voiceover' }]),
      [1],
    ],
    [
      'a concept of admins',
      new CustomVocabulary(
        [],
        [],
        [{ id: 1, ru: 'штрихи', en: 'strokes', words: ['Midjourney'], broader: null }],
      ),
      [2],
    ],
  ])('%s applies to a known service outside the catalogue', (_what, lesson, ids) => {
    const engine = engineOf(services);
    expect(find(engine, 'Midjourney').similarToName ?? 'unsure').not.toBeNull();
    engine.index.customVocabulary = lesson;
    expect(find(engine, 'midjourney')).toMatchObject({ ids, similarToName: null, unsure: false });
    // A similarity search uses the same vocabulary.
    engine.index.customVocabulary = new CustomVocabulary([]);
    expect(find(engine, 'midjourney').ids).not.toEqual(ids);
  });

  describe('a concept of admins', () => {
    const own = {
      id: 5,
      ru: 'арт-борды',
      en: 'mood boards',
      words: ['мудборд', 'few strokes'],
      broader: 'image',
    };
    const documents = [
      ...services,
      service(4, 'Four', 'Собирает мудборды'),
      service(6, 'Six', 'A picture of you'),
      service(7, 'Seven', 'Few of us make many strokes', { isVisible: false }),
    ];
    const engine = engineOf(documents);
    engine.index.customVocabulary = new CustomVocabulary([], [], [own]);

    test('finds items by any of its words; broader ones are near at most', () => {
      for (const text of ['арт-борды', 'mood board', 'мудборд', 'few strokes']) {
        expect(find(engine, text).ids.toSorted()).toEqual([2, 4]);
        expect(find(engine, text).unsure).toBe(false);
      }
    });

    test('is found as a kind of its broader concept', () => {
      expect(find(engine, 'изображение').ids).toEqual([6, 4, 2]);
    });

    test('uses words of hidden items for admins only', () => {
      const hidden = engineOf([service(7, 'Seven', 'A zubrator', { isVisible: false })]);
      hidden.index.customVocabulary = new CustomVocabulary(
        [],
        [],
        [{ ...own, words: ['zubrator'], broader: null }],
      );
      expect(find(hidden, 'мудборд').total).toBe(0);
      const suggested = (scope: 'visible' | 'all') =>
        suggest(hidden.index, 'mood', { scope, most: { tags: 3, concepts: 3 } }).concepts;
      expect(suggested('visible')).toEqual([]);
      expect(suggested('all')).toMatchObject([{ en: 'mood boards', count: 1 }]);
    });
  });
});
