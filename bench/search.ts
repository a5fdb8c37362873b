// npm run bench:search [-- --misses]: how well the search answers judged queries over the demo catalogue, beside MiniSearch.
// Ends with 1 when a figure is below its limit. --misses names the wrong answers of the tuned half only.
import MiniSearch from 'minisearch';
import type { SearchDocument } from '../server/modules/search/engine/searchDocument.ts';
import { Engine } from '../server/modules/search/engine/engine.ts';
import { Index } from '../server/modules/search/engine/invertedIndex.ts';
import { Thesaurus } from '../server/modules/search/engine/thesaurus.ts';
import { readThesaurus } from '../server/modules/search/vocabulary/thesaurus/thesaurusFiles.ts';
import { printTable } from './printTable.ts';
import { demoCatalogue } from './searchCatalogue.ts';
import { readQueries, type JudgedQuery } from './searchQueries.ts';
import { findTasks, scoreWizard } from './wizardScores.ts';

const pageLength = 12;

interface Page {
  ids: readonly number[];
  isSure: boolean;
}
type Search = (text: string) => Page;

interface Answer {
  judged: JudgedQuery;
  titles: readonly string[];
  isSure: boolean;
}

const { documents, getTitle } = demoCatalogue();
const thesaurus = new Thesaurus(readThesaurus());

function loadout(): Search {
  const index = new Index(thesaurus);
  for (const document of documents) index.put(document);
  const engine = new Engine(index);
  return (text) => {
    const found = engine.search(
      { text, tags: [], approvedBy: null, seesHidden: false, isExact: false },
      { page: 0, perPage: pageLength, sort: 'likes desc' },
    );
    return { ids: [...found.ids, ...found.near], isSure: found.total > 0 && !found.unsure };
  };
}

const fieldsOf = ({ id, title, description, tags, tasks, cases }: SearchDocument) => ({
  id,
  title: [title.ru, title.en].join(' '),
  description: [description.ru, description.en].join(' '),
  tags: tags.map(({ name, ru, en }) => [name, ru, en].join(' ')).join(' '),
  tasks: [...tasks.ru, ...tasks.en].join(' '),
  cases: cases.map(({ ru, en }) => [ru, en].join(' ')).join(' '),
});

/** MiniSearch over the same texts, with prefixes and a typing error in five letters. */
function miniSearch(): Search {
  const index = new MiniSearch({
    fields: ['title', 'description', 'tags', 'tasks', 'cases'],
    processTerm: (term) => term.toLowerCase().replaceAll('ё', 'е'),
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 3, tags: 2, tasks: 2 } },
  });
  index.addAll(documents.map(fieldsOf));
  return (text) => ({ ids: index.search(text).map(({ id }) => Number(id)), isSure: true });
}

const ask = (search: Search, queries: readonly JudgedQuery[]): Answer[] =>
  queries.map((judged) => {
    const { ids, isSure } = search(judged.query);
    return { judged, titles: ids.slice(0, pageLength).map(getTitle), isSure };
  });

const isAnswerable = ({ judged: { best, also } }: Answer): boolean => best.size + also.size > 0;
const fits = ({ judged: { best, also } }: Answer, title: string): boolean =>
  best.has(title) || also.has(title);
/** Where nothing is made for the query, what can serve it is right. */
const isRightFirst = ({ judged: { best, also }, titles: [title] }: Answer): boolean =>
  title !== undefined && (best.size > 0 ? best : also).has(title);

const shareOf = (answers: readonly Answer[], holds: (answer: Answer) => boolean): number | null =>
  answers.length === 0 ? null : answers.filter(holds).length / answers.length;

/** Shares of 0 to 1; null where no query asks for it. */
interface Score {
  /** The best answer stands first. */
  first: number | null;
  /** Something that fits is among the first three. */
  hit: number | null;
  /** Something that fits is on the page. */
  found: number | null;
  nothing: number | null;
  unsure: number | null;
  /** Of unanswerable queries: answered by nothing, or by something said to be unsure. */
  refused: number | null;
}

function scoreOf(answers: readonly Answer[]): Score {
  const asked = answers.filter(isAnswerable);
  return {
    first: shareOf(asked, isRightFirst),
    hit: shareOf(asked, (one) => one.titles.slice(0, 3).some((title) => fits(one, title))),
    found: shareOf(asked, (one) => one.titles.some((title) => fits(one, title))),
    nothing: shareOf(asked, ({ titles }) => titles.length === 0),
    unsure: shareOf(asked, ({ titles, isSure }) => titles.length > 0 && !isSure),
    refused: shareOf(
      answers.filter((one) => !isAnswerable(one)),
      ({ titles, isSure }) => titles.length === 0 || !isSure,
    ),
  };
}

const digits = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
const cells = ({ first, hit, found, nothing, unsure, refused }: Score): string[] =>
  [first, hit, found, nothing, unsure, refused].map(digits);

/** Queries for a purpose, in contrast to names, word forms and typing errors. */
const meaning = new Set(['task', 'open task', 'no shared word', 'like', 'by ear']);

function printScores(half: string, ours: readonly Answer[], theirs: readonly Answer[]): void {
  const parts: [string, (answer: Answer) => boolean][] = [
    ...[...new Set(ours.map(({ judged }) => judged.group))].map(
      (group): [string, (answer: Answer) => boolean] => [
        group,
        (one) => one.judged.group === group,
      ],
    ),
    ['all of task to by ear', ({ judged }) => meaning.has(judged.group)],
    ['all', () => true],
  ];
  console.log(`\n${half}: ${ours.length} queries, ${documents.length} services`);
  const figures = ['first', 'hit@3', 'found', 'none', 'unsure', 'refused'];
  printTable([
    ['', 'n', ...figures, '| MiniSearch:', ...figures.slice(0, 4)],
    ...parts.map(([name, isPart]) => {
      const [our, their] = [ours.filter(isPart), theirs.filter(isPart)];
      return [
        name,
        String(our.length),
        ...cells(scoreOf(our)),
        '|',
        ...cells(scoreOf(their)).slice(0, 4),
      ];
    }),
  ]);
}

function printMisses(answers: readonly Answer[]): void {
  for (const answer of answers) {
    const { judged, titles, isSure } = answer;
    if (isAnswerable(answer) ? isRightFirst(answer) : titles.length === 0 || !isSure) continue;
    console.log(
      `  ${judged.group}: ${judged.query} →${isSure ? '' : ' (unsure)'} ${titles.slice(0, 6).join(', ') || 'nothing'} | wanted ${[...judged.best].join(', ') || 'nothing'}`,
    );
  }
}

const [tuned, heldOut] = [readQueries('tuned'), readQueries('heldOut')];
const [ours, theirs] = [loadout(), miniSearch()];
const answers = { tuned: ask(ours, tuned), heldOut: ask(ours, heldOut) };
printScores('Tuned', answers.tuned, ask(theirs, tuned));
printScores('Held out', answers.heldOut, ask(theirs, heldOut));
if (process.argv.includes('--misses')) printMisses(answers.tuned);

const inGroups = (...groups: string[]): Answer[] =>
  answers.heldOut.filter(({ judged }) => groups.includes(judged.group));
const purpose = scoreOf(inGroups(...meaning));
const wizard = scoreWizard(findTasks({ documents, getTitle }, thesaurus));
/** Each a name, a value and the least or the most that it may be. */
const limits: [string, number | null, '≥' | '≤', number][] = [
  ['task to by ear, held out: first', purpose.first, '≥', 0.6],
  ['task to by ear, held out: hit@3', purpose.hit, '≥', 0.8],
  ['task to by ear, held out: nothing', purpose.nothing, '≤', 0.03],
  ['task to by ear, held out: unsure', purpose.unsure, '≤', 0.3],
  ['unfit, held out: refused', scoreOf(inGroups('unfit')).refused, '≥', 0.9],
  [
    'names and typing errors, held out: first',
    scoreOf(inGroups('exact name', 'prefix of a name', 'wrong layout', 'typing error')).first,
    '≥',
    0.95,
  ],
  ['wizard: tasks that find something', wizard.shown, '≥', 110],
  ['wizard: tasks with three services that fit', wizard.choice, '≥', 0.74],
  ['wizard: first three services that fit', wizard.first, '≥', 0.85],
];
console.log();
printTable([
  ['Limit', 'measured', '', 'met'],
  ...limits.map(([name, value, sign, bound]) => {
    const isMet = value !== null && (sign === '≥' ? value >= bound : value <= bound);
    if (!isMet) process.exitCode = 1;
    return [name, digits(value), `${sign} ${bound}`, isMet ? 'yes' : 'NO'];
  }),
]);
