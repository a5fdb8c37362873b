// The judged searches stay well-formed: their groups, both halves, and titles that the demo catalogue really has.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Fitting {
  best: string[];
  also: string[];
  otherLanguage?: boolean;
}

interface Judgement {
  query: string;
  language: string;
  group: string;
  discipline?: string;
  demo: Fitting;
  bookmarks: Fitting;
  heldOut: boolean;
}

interface DemoItem {
  titleEn: string;
  titleRu: string;
  descriptionEn: string;
  descriptionRu: string;
  tags: string[];
  hidden?: boolean;
}

const read = <T>(...path: string[]): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, ...path), 'utf8')) as T;

const folder = 'searchJudgements';
const files = readdirSync(join(import.meta.dirname, folder))
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, judgements: read<Judgement[]>(folder, name) }));
const all = files.flatMap(({ judgements }) => judgements);
const groupsOf = (judgements: readonly Judgement[]) => [
  ...new Set(judgements.map(({ group }) => group)),
];
const visible = new Map(
  read<DemoItem[]>('..', 'server', 'demo', 'data', 'items.json')
    .filter(({ hidden }) => !hidden)
    .map((item) => [item.titleEn, item]),
);

const least: Record<string, number> = {
  task: 180,
  'no shared word': 40,
  like: 30,
  'by ear': 30,
  unfit: 40,
  'open task': 50,
};
/** Written to look at while the search is worked on: nothing of it is held out. */
const openFile = 'openTask.json';

const plain = (query: string): string =>
  query
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const repeated = (texts: readonly string[]): string[] =>
  texts.filter((text, place) => texts.indexOf(text) !== place);

const alphabets = (query: string): string => {
  const isRussian = /\p{Script=Cyrillic}/u.test(query);
  if (isRussian && /\p{Script=Latin}/u.test(query)) return 'mixed';
  return isRussian ? 'ru' : 'en';
};

/** How the words of a text begin: enough to see that two of them are forms of one word. */
const beginnings = (text: string): Set<string> =>
  new Set(
    plain(text)
      .split(' ')
      .filter((word) => word.length > 3)
      .map((word) => word.slice(0, 5)),
  );

const textsOf = (item?: DemoItem): string =>
  item === undefined
    ? ''
    : [item.titleEn, item.titleRu, item.descriptionEn, item.descriptionRu, ...item.tags].join(' ');

test('each group has enough queries, and half of each file is held out, but for the open one, and half of each group', () => {
  expect(groupsOf(all).sort()).toEqual(Object.keys(least).sort());
  for (const [group, count] of Object.entries(least)) {
    const members = all.filter((judgement) => judgement.group === group);
    expect({ group, isEnough: members.length >= count }).toEqual({ group, isEnough: true });
  }
  for (const { name, judgements } of files) {
    const held = judgements.filter(({ heldOut }) => heldOut).length;
    expect({ name, groups: groupsOf(judgements).length }).toEqual({ name, groups: 1 });
    if (name === openFile) expect({ name, held }).toEqual({ name, held: 0 });
    else expect(Math.abs(judgements.length - 2 * held)).toBeLessThanOrEqual(1);
  }
  const halved = files.flatMap(({ name, judgements }) => (name === openFile ? [] : judgements));
  for (const group of Object.keys(least)) {
    const halves = halved.filter((judgement) => judgement.group === group);
    const held = halves.filter(({ heldOut }) => heldOut).length;
    expect(Math.abs(halves.length - 2 * held)).toBeLessThanOrEqual(1);
  }
});

test('both languages ask for tasks equally', () => {
  const tasks = all.filter(({ group }) => group === 'task');
  const russian = tasks.filter(({ language }) => language === 'ru').length;
  const english = tasks.filter(({ language }) => language === 'en').length;
  expect(Math.min(russian, english) / Math.max(russian, english)).toBeGreaterThan(0.9);
});

test('no search is asked twice, nor one that another list asks already', () => {
  const older = ['searchQueries.json', 'searchQueries.bookmarks.json']
    .flatMap((name) => read<{ query: string }[]>(name))
    .map(({ query }) => plain(query));
  const queries = all.map(({ query }) => plain(query));
  expect(repeated(queries)).toEqual([]);
  expect(queries.filter((query) => older.includes(query))).toEqual([]);
});

test.each(files)('$name: every judgement is whole', ({ judgements }) => {
  for (const judgement of judgements) {
    const { query, language, group, demo, bookmarks, discipline, heldOut, ...unknown } = judgement;
    expect({ query: query.trim(), language, heldOut: typeof heldOut, unknown }).toEqual({
      query,
      language: alphabets(query),
      heldOut: 'boolean',
      unknown: {},
    });
    expect(plain(query)).not.toBe('');
    expect(discipline ?? 'any').not.toBe('');
    for (const { best, also } of [demo, bookmarks]) {
      expect({ query, repeated: repeated([...best, ...also]) }).toEqual({ query, repeated: [] });
    }
    const fitting = [...demo.best, ...bookmarks.best].length;
    expect({ query, fits: fitting > 0 }).toEqual({ query, fits: group !== 'unfit' });
    if (group === 'unfit') expect([...demo.also, ...bookmarks.also]).toEqual([]);
    expect({ query, otherLanguage: bookmarks.otherLanguage === true }).toEqual({
      query,
      otherLanguage:
        ['task', 'no shared word'].includes(group) &&
        language === 'ru' &&
        bookmarks.best.length > 0,
    });
    const titles = [...demo.best, ...demo.also];
    expect({ query, missing: titles.filter((title) => !visible.has(title)) }).toEqual({
      query,
      missing: [],
    });
  }
});

test('a search for something like a service leaves that service out', () => {
  const named = all
    .filter(({ group }) => group === 'like')
    .flatMap(({ query, demo, bookmarks }) =>
      [demo, bookmarks]
        .flatMap(({ best, also }) => [...best, ...also])
        .filter((title) => ` ${plain(query)} `.includes(` ${plain(title)} `))
        .map((title) => ({ query, title })),
    );
  expect(named).toEqual([]);
});

test('a search with no shared word has none with what it is for', () => {
  const shared = all
    .filter(({ group }) => group === 'no shared word')
    .flatMap(({ query, demo }) =>
      demo.best.flatMap((title) => {
        const theirs = beginnings(textsOf(visible.get(title)));
        return [...beginnings(query)]
          .filter((word) => theirs.has(word))
          .map((word) => ({ query, title, word }));
      }),
    );
  expect(shared).toEqual([]);
});
