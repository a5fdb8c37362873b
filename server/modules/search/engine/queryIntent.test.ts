// Query understanding: concepts, context words, similarity, constraints and written names.
import { parseThesaurus } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { readThesaurus } from '../vocabulary/thesaurus/thesaurusFiles.ts';
import { engineOf, find, plainTag, service } from './testing/smallCatalogue.ts';
import { Thesaurus } from './thesaurus.ts';
import { contextWords, softWords, stemOf, stopWords, tokens } from './tokenizer.ts';

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

  test('lists exactly the concepts that find an item', () => {
    const engine = engineOf([...voices, teller, desk]);
    expect(engine.conceptsOf(1)).toEqual(['voiceover']);
    expect(engine.conceptsOf(4)).not.toContain('voiceover');
    for (const concept of engine.conceptsOf(4))
      expect(find(engine, '', { concepts: [concept] }).ids).toContain(4);
  });

  test('requires the purpose for the first of several concepts only', () => {
    const mixer = service(8, 'Mixer', `Music. ${passing}`);
    const found = (concepts: string[]) =>
      byVoiceover([...voices, teller, desk, mixer], { concepts }).ids;
    expect(found(['music', 'voiceover'])).toEqual([8]);
    expect(found(['voiceover', 'music'])).toEqual([]);
  });
});

describe('context words', () => {
  const isSoftWord = (word: string): boolean => tokens(word)[0]!.isSoft;
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

  test('count inside a phrase', () => {
    expect(find(engine, 'meeting minutes by monday').ids).toEqual([3]);
  });

  test('match nothing with certainty beside an unknown word', () => {
    for (const text of ['tired of doorknob', 'twenty flurgle by friday']) {
      const { ids, unsure } = find(engine, text);
      expect(ids.length === 0 || unsure).toBe(true);
    }
  });

  test('include forms of long words, and no other word of a short stem', () => {
    expect(
      ['понедельникам', 'тысячами', 'mondays', '2026', '20k', '3rd'].filter(isSoftWord),
    ).toHaveLength(6);
    expect(['эхо', 'мау', '3d', '4k', 'ночь', 'night', 'командой'].filter(isSoftWord)).toEqual([]);
  });

  test('have no concept of their own, and are in no other list', () => {
    const soft = new Set([...softWords].map(stemOf));
    const said = new Set(
      readThesaurus()
        .concepts.flatMap(({ ru, en }) => [...ru, ...en])
        .map((phrase) => tokens(phrase).filter(({ isStop }) => !isStop))
        .flatMap((phrase) => (phrase.length === 1 ? [phrase[0]!.word] : [])),
    );
    expect([...contextWords].filter((word) => said.has(word))).toEqual([]);
    expect(
      [...contextWords].filter((word) => stopWords.has(word) || soft.has(stemOf(word))),
    ).toEqual([]);
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

  test.each([
    ['urgently', 2],
    ['next monday', 3],
    ['next', 3],
  ])('find a name made of them with certainty: %s', (text, id) => {
    const { ids, unsure } = find(idle, text);
    expect([ids[0], unsure]).toEqual([id, false]);
  });

  test('are not corrected and name no concept by their root', () => {
    const metrics = engineOf(
      [service(1, 'Figures', 'MAU and DAU'), service(2, 'Chat', 'A day')],
      new Thesaurus(
        parseThesaurus([
          `metrics | мау, дау | mau, dau |
         creature | существо | creature |
         health | боль | pain |`,
        ]),
      ),
    );
    expect(find(metrics, 'мау')).toMatchObject({ ids: [1], unsure: false });
    for (const text of ['мая', 'май', 'дай', 'в мае', 'часа', 'dat']) {
      expect(find(metrics, text)).not.toMatchObject({ ids: [1] });
    }
    expect(find(metrics, 'часа').correctedTo).toBeNull();
  });

  test('do not include сроки and существо', () => {
    expect(['срок', 'сроки', 'существо', 'существа'].filter(isSoftWord)).toEqual([]);
    expect(['существует', 'мае', 'следующую', 'первого'].filter(isSoftWord)).toHaveLength(4);
  });
});

describe('similarity', () => {
  test('a greeting has no meaning, alone or before a task', () => {
    const named = engineOf([service(1, 'PrivateGPT', 'Voiceover'), service(2, 'Second', 'Chat')]);
    expect(find(named, 'приват').ids).toEqual([1]);
    expect(find(named, 'привет').ids).toEqual([]);
    expect(find(named, 'привет, озвучка').ids).toEqual([1]);
  });

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

  test('an exact search includes a greeting', () => {
    const named = engineOf([service(1, 'First', 'Озвучка')]);
    expect(find(named, 'Приветствую, озвучка', { isExact: true }).ids).toEqual([]);
  });

  test('a greeting alone is searched as text, and a prefix is no greeting', () => {
    const named = engineOf([service(1, 'Hey Gen', 'Chat'), service(2, 'Himalaya', 'Thanksgiving')]);
    expect(find(named, 'hey').ids).toEqual([1]);
    expect(find(named, 'hey gen').ids).toEqual([1]);
    expect(find(named, 'himalaya').ids).toEqual([2]);
    expect(find(named, 'chat thanksgiving').marked.has('thanksgiv')).toBe(true);
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

  test('do not match a task of an item', () => {
    expect(engine.conceptsOf(2)).toEqual(['voice']);
  });

  test('may be a word of nearly every query', () => {
    expect(find(engine, 'генерация')).toMatchObject({ total: 2, unsure: false });
    expect(find(engine, 'tool').unsure || find(engine, 'tool').total === 0).toBe(true);
  });

  test('rank after the task', () => {
    expect(find(engine, 'pirate voice').ids.slice(0, 2).toSorted()).toEqual([2, 3]);
  });

  test('keep a task of several words certain', () => {
    const task = 'the voice for every character of a pirate';
    expect(find(engine, task)).toMatchObject({ ids: [2], unsure: false });
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

  test('keep a professional phrase even without matching items', () => {
    expect(find(engine, 'lore bible')).toMatchObject({ ids: [8], unsure: true });
    expect(find(engine, 'bible').ids).toEqual([]);
  });
});

describe('written names', () => {
  const others = Array.from({ length: 9 }, (_, place) =>
    service(place + 20, `Other ${place}`, 'Something else'),
  );

  test('excludes a misspelt name in "like X" and finds similar items', () => {
    const engine = engineOf([
      service(1, 'Paintspring', 'Image generation', { likes: 9 }),
      service(2, 'Dream', 'Image generation'),
      service(3, 'Speaker', 'Voiceover'),
      ...others,
    ]);
    expect(find(engine, 'alternative to paintsprinf').ids).toEqual([2]);
  });

  test('reads an unfinished word on the other keyboard layout', () => {
    const engine = engineOf([service(1, 'Reader', 'Барометры и приливы'), ...others]);
    const found = find(engine, ',fhjvt');
    expect(found.ids).toEqual([1]);
    expect(found.correctedTo).toBe('бароме');
  });

  test('recognises a joined title prefix of ordinary words with certainty', () => {
    const engine = engineOf([service(1, 'Mouserunaway Deluxe', 'Something'), ...others]);
    expect(find(engine, 'mouse runa')).toMatchObject({ ids: [1], unsure: false });
  });
});
