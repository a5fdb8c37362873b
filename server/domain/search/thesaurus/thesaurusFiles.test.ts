// The rules of the thesaurus that the product brings.
import { factsOf, nameKey, tokens } from '../engine/analyse.ts';
import { tellingIn } from '../engine/phrases.ts';
import { Thesaurus } from '../engine/thesaurus.ts';
import { readThesaurus } from './thesaurusFiles.ts';

const { concepts, names, ordinary } = readThesaurus();
/** Learned once for the tests that only ask it. */
let known: Thesaurus | undefined;
const byId = new Map(concepts.map((concept) => [concept.id, concept]));
const keyOf = (phrase: string): string =>
  tokens(phrase)
    .map(({ word }) => word)
    .join(' ');

test('it is large enough', () => {
  expect(concepts.length).toBeGreaterThanOrEqual(600);
  expect(names.length).toBeGreaterThanOrEqual(300);
  expect(ordinary.length).toBeGreaterThanOrEqual(14_000);
});

test('every concept has words in both languages', () => {
  const hasWords = (phrases: readonly string[], letters: RegExp) =>
    phrases.some((phrase) => letters.test(phrase));
  const without = concepts.filter(
    ({ ru, en }) => !hasWords(ru, /[а-яё]/i) || !hasWords(en, /[a-z]/i),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('no word stands twice in a concept of one language', () => {
  const doubled = concepts.flatMap(({ id, ru, en }) =>
    [ru, en].flatMap((phrases) =>
      phrases
        .map((phrase) => phrase.toLowerCase().replaceAll('ё', 'е'))
        .filter((key, place, all) => all.indexOf(key) !== place)
        .map((key) => `${id}: ${key}`),
    ),
  );
  expect(doubled).toEqual([]);
});

test('a phrase keeps two telling words when those that are not read go', () => {
  const shrunk = concepts.flatMap(({ id, ru, en }) =>
    [...ru, ...en]
      .map((phrase) => ({ phrase, words: tokens(phrase) }))
      .filter(({ words }) => words.length > 1 && new Set(tellingIn(words)).size < 2)
      .map(({ phrase }) => `${id}: ${phrase}`),
  );
  expect(shrunk).toEqual([]);
});

test('no concept is broader than itself, over any way', () => {
  const circles = concepts.filter(({ id, broader }) => {
    const seen = new Set<string>();
    const waiting = [...broader];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...byId.get(next)!.broader);
    }
    return seen.has(id);
  });
  expect(circles.map(({ id }) => id)).toEqual([]);
});

test('what a description says by chance is asked for and not said', () => {
  const thesaurus = (known ??= new Thesaurus(readThesaurus()));
  const said = (text: string) =>
    thesaurus.mentions(tokens(text), 'text').map((one) => thesaurus.concepts[one.concept]!.id);
  expect(said('Барабаны слот-машины')).not.toContain('composer');
  expect(said('Дорожная карта: плюсы и минусы')).not.toContain('stems');
  expect(said('Image generation with segmentation maps')).not.toContain('player-segments');
  expect(said('Чек-лист перед запуском')).not.toContain('invoices');
  expect(said('Песни на день рождения')).not.toContain('wedding');
  expect(said('Moderation of voice chats: a code of conduct')).not.toContain('dictation');
  expect(said('Changes the weather of a scene')).not.toContain('weather');
  expect(said('Машинное обучение, машинный перевод')).not.toContain('vehicle');
});

test('concepts that share a word are linked', () => {
  const holders = new Map<string, string[]>();
  for (const { id, ru, en } of concepts) {
    for (const key of new Set([...ru, ...en].map(keyOf))) {
      holders.set(key, [...(holders.get(key) ?? []), id]);
    }
  }
  const isLinked = (one: string, other: string) => {
    const { broader, related } = byId.get(one)!;
    return [...broader, ...related].includes(other);
  };
  const strangers = [...holders].flatMap(([key, ids]) =>
    ids.flatMap((one, place) =>
      ids
        .slice(place + 1)
        .filter((other) => !isLinked(one, other) && !isLinked(other, one))
        .map((other) => `${key}: ${one}, ${other}`),
    ),
  );
  expect(strangers).toEqual([]);
});

test('no name and no way to write it stands twice, and every name does something', () => {
  const keys = names.flatMap(({ forms, askedOnly }) => [
    ...new Set([...forms, ...askedOnly].map((form) => nameKey(tokens(form)))),
  ]);
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  expect(names.filter((name) => name.concepts.length === 0)).toEqual([]);
});

test('ordinary words are of one alphabet, each stem once, and said by no concept', () => {
  const thesaurus = new Thesaurus({ concepts, names, ordinary: [] });
  const stems = ordinary.map((word) => factsOf(word).stem);
  expect(ordinary.filter((word) => !/^(?:[а-я]{3,}|[a-z]{3,})$/.test(word))).toEqual([]);
  expect(stems.filter((stem, place) => stems.indexOf(stem) !== place)).toEqual([]);
  expect(ordinary.filter((word) => thesaurus.knows(word))).toEqual([]);
  const isName = (word: string) =>
    thesaurus.names.has(word) || thesaurus.names.byEar(word) !== undefined;
  expect(ordinary.filter(isName)).toEqual([]);
});

test('a word of the field is a case of a name that is for what it says, and of no other', () => {
  const { names: known } = new Thesaurus(readThesaurus());
  const namesOf = (words: readonly string[]) => words.map((word) => known.byEar(word));
  expect(namesOf(['дипл', 'коди', 'джиры', 'фигму', 'миджорни'])).toEqual([
    'deepl',
    'sourcegraphcody',
    'jira',
    'figma',
    'midjourney',
  ]);
  const others = [
    'диплом',
    'код',
    'кодов',
    'сценарий',
    'слайды',
    'коммит',
    'аниме',
    'мира',
    'людей',
  ];
  expect(namesOf(others)).toEqual(others.map(() => undefined));
});

test('a typing error in a task word is none of the ordinary words, whose forms are', () => {
  const { ordinary: words } = new Thesaurus(readThesaurus());
  const errors = [
    'tast',
    'meetting',
    'taile',
    'voide',
    'integation',
    'atomation',
    'hamful',
    'токено',
    'выпиить',
    'агены',
    'refacter',
  ];
  expect(errors.filter((word) => words.has(word))).toEqual([]);
  const forms = [
    'cling',
    'discarded',
    'венеции',
    'tomatoes',
    'boots',
    'bottles',
    'помидоров',
    'помидорами',
    'велосипеды',
    'сапогами',
  ];
  expect(forms.filter((word) => !words.has(word))).toEqual([]);
});

test.each([
  ['pivot', 'spreadsheet', false],
  ['pivot table', 'spreadsheet', true],
  ['позиционирование звука', 'marketing', false],
  ['позиционирование звука', 'spatial-audio', true],
  ['позиционирование бренда', 'marketing', true],
  ['напарник', 'game-ai', false],
  ['барабаны', 'composer', true],
  ['партия барабанов', 'composer', true],
  ['скрипка', 'composer', true],
  ['drums', 'composer', true],
  ['piano', 'composer', true],
  ['guitar riff', 'composer', true],
  ['сочиняет музыку', 'essay', false],
  ['сочинение', 'essay', true],
  ['претензия', 'legal', false],
  ['досудебная претензия', 'legal', true],
  ['футболка макет', 'print', false],
  ['макет футболки', 'merch', true],
  ['маска инстаграм', 'vr', false],
  ['научиться рисовать', 'drawing', true],
  ['раннвей', 'finance', false],
  ['на сколько хватит денег', 'finance', true],
  ['goblin', 'creature', false],
  ['гоблин', 'picture-subject', true],
  ['dragon', 'picture-subject', true],
  ['рыцарь', 'picture-subject', true],
  ['генерация', 'generation', true],
  ['скелетная анимация', 'picture-subject', false],
  ['sword swing animation', 'sfx', false],
  ['sword swing animation', 'character-animation', true],
  ['test my tutorial', 'ab-testing', false],
  ['годовой отчёт', 'status-report', true],
  ['распознать речь', 'transcription', true],
  ['голос волшебника', 'voice-design', true],
  ['имя для эльфа', 'naming', true],
  ['парковка', 'city-ride', true],
  ['грустная музыка', 'composer', true],
  ['весёлая музыка', 'composer', true],
  ['тревожная музыка', 'composer', true],
  ['пугающая музыка', 'composer', true],
  ['scary music', 'composer', true],
  ['грустная песня', 'song', true],
  ['плохой звук', 'speech-enhance', true],
  ['bad audio', 'speech-enhance', true],
  ['сроки проекта', 'tasks', true],
  ['сроки проекта', 'estimation', false],
])('%s: %s is meant: %s', (text, id, isMeant) => {
  const thesaurus = (known ??= new Thesaurus(readThesaurus()));
  const meant = thesaurus.mentions(tokens(text)).map((one) => thesaurus.concepts[one.concept]!.id);
  expect(meant.includes(id)).toBe(isMeant);
});

test('a pitch deck is no name, unless something like it is asked for', () => {
  const { names: all } = (known ??= new Thesaurus(readThesaurus()));
  expect(all.has('pitchdeck') || all.byEar('pitchdeck') !== undefined).toBe(false);
  expect(all.askedAs('pitchdeck')).toBeDefined();
});
