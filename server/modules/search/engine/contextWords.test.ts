// What a query says of the circumstances, beside what it asks for.
import { parseThesaurus } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { readThesaurus } from '../vocabulary/thesaurus/thesaurusFiles.ts';
import {
  contextWords,
  isContextWord,
  softWords,
  stemOf,
  stopWords,
  tokens,
  understoodWords,
} from './tokenizer.ts';
import { engineOf, find, service } from './testing/smallCatalogue.ts';
import { Thesaurus } from './thesaurus.ts';

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
])('%s asks for nothing but the noise', (text) => {
  expect(find(engine, text)).toMatchObject({ ids: [1], unsure: false });
});

test('in a phrase such a word says something', () => {
  expect(find(engine, 'meeting minutes by monday').ids).toEqual([3]);
});

test('beside a word that nothing here says they answer nothing surely', () => {
  for (const text of ['tired of doorknob', 'twenty flurgle by friday']) {
    const { ids, unsure } = find(engine, text);
    expect(ids.length === 0 || unsure).toBe(true);
  }
});

test('forms of long words count, and no other word of a short stem', () => {
  expect(
    ['понедельникам', 'тысячами', 'mondays', '2026', '20k', '3rd'].filter(isContextWord),
  ).toHaveLength(6);
  expect(['эхо', 'мау', '3d', '4k', 'ночь', 'night', 'командой'].filter(isContextWord)).toEqual([]);
});

test('none is said by a concept alone, or is a word of the other lists', () => {
  const soft = new Set([...softWords, ...understoodWords].map(stemOf));
  const said = new Set(
    readThesaurus()
      .concepts.flatMap(({ ru, en }) => [...ru, ...en])
      .map((phrase) => tokens(phrase).filter(({ isStop }) => !isStop))
      .flatMap((phrase) => (phrase.length === 1 ? [phrase[0]!.word] : [])),
  );
  expect([...contextWords].filter((word) => said.has(word))).toEqual([]);
  expect([...contextWords].filter((word) => stopWords.has(word) || soft.has(stemOf(word)))).toEqual(
    [],
  );
});

const idle = engineOf([
  service(1, 'Planner', 'A plan for everything by Monday morning, последний отчёт, три часа'),
  service(2, 'Urgently', 'Nothing'),
  service(3, 'Next Monday', 'Reminds'),
  service(4, 'Chaser', 'Reminds urgently of monday'),
]);

test.each(['everything', 'monday morning', 'последний', 'три часа', 'the three', 'morning'])(
  'where nothing is asked for, nothing answers surely: %s',
  (text) => {
    const { ids, unsure } = find(idle, text);
    expect(ids.length === 0 || unsure).toBe(true);
  },
);

test.each([
  ['urgently', 2],
  ['next monday', 3],
  ['next', 3],
])('a name of such words, or what begins with them, is surely meant: %s', (text, id) => {
  const { ids, unsure } = find(idle, text);
  expect([ids[0], unsure]).toEqual([id, false]);
});

test('such a word is not mended, and says no concept by its root', () => {
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

test('сроки are what somebody asks for, and what exists is no creature', () => {
  expect(['срок', 'сроки', 'существо', 'существа'].filter(isContextWord)).toEqual([]);
  expect(['существует', 'мае', 'следующую', 'первого'].filter(isContextWord)).toHaveLength(4);
});
