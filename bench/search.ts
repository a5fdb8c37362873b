// npm run bench:search [-- --misses]: measures search quality with judged queries over the demo catalogue, beside MiniSearch.
// With EMBEDDINGS_* it prints what the embedding model adds. Exits with 1 when a figure misses its limit. --misses lists the wrong
// answers of the tuned half only.
import MiniSearch from 'minisearch';
import { readConfig, readEnvironment } from '../server/config/config.ts';
import { createEmbeddings } from '../server/integrations/embeddings/embeddings.ts';
import type { SearchDocument } from '../server/modules/search/engine/searchDocument.ts';
import { Thesaurus } from '../server/modules/search/engine/thesaurus.ts';
import { readThesaurus } from '../server/modules/search/vocabulary/thesaurus/thesaurusFiles.ts';
import { printTable } from './printTable.ts';
import { demoCatalogue } from '../server/modules/demo/seed/demoDocuments.ts';
import { readQueries } from '../server/modules/search/evaluation/demoQueries.ts';
import {
  answersByWords,
  engineOf,
  openMeaningSearch,
} from '../server/modules/search/evaluation/evaluatedSearch.ts';
import {
  isAnswerable,
  isRightFirst,
  pageLength,
  scoreOf,
  type JudgedAnswer,
  type JudgedQuery,
  type Score,
} from '../server/modules/search/evaluation/judgedQueries.ts';
import { comparisonRows, digits } from '../server/modules/search/evaluation/comparison.ts';
import { systemClock } from '../server/shared/clock.ts';
import { findTasks, scoreWizard } from './wizardScores.ts';

const { documents, getTitle } = demoCatalogue();
const thesaurus = new Thesaurus(readThesaurus());

const fieldsOf = ({ id, title, description, tags, tasks, cases }: SearchDocument) => ({
  id,
  title: [title.ru, title.en].join(' '),
  description: [description.ru, description.en].join(' '),
  tags: tags.map(({ name, ru, en }) => [name, ru, en].join(' ')).join(' '),
  tasks: [...tasks.ru, ...tasks.en].join(' '),
  cases: cases.map(({ ru, en }) => [ru, en].join(' ')).join(' '),
});

/** MiniSearch over the same texts, with prefixes and one typing error per five letters. */
function miniSearch(queries: readonly JudgedQuery[]): JudgedAnswer[] {
  const index = new MiniSearch({
    fields: ['title', 'description', 'tags', 'tasks', 'cases'],
    processTerm: (term) => term.toLowerCase().replaceAll('ё', 'е'),
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 3, tags: 2, tasks: 2 } },
  });
  index.addAll(documents.map(fieldsOf));
  return queries.map((judged) => {
    const ids = index.search(judged.query).map(({ id }) => Number(id));
    return { judged, titles: ids.slice(0, pageLength).map(getTitle), isSure: true };
  });
}

const cells = ({ first, hit, found, nothing, unsure, refused }: Score): string[] =>
  [first, hit, found, nothing, unsure, refused].map(digits);

/** Kinds of queries for a purpose, in contrast to names, word forms and typing errors. */
const meaning = new Set(['task', 'open task', 'no shared word', 'like', 'by ear']);

function printScores(
  half: string,
  ours: readonly JudgedAnswer[],
  theirs: readonly JudgedAnswer[],
): void {
  const parts: [string, (answer: JudgedAnswer) => boolean][] = [
    ...[...new Set(ours.map(({ judged }) => judged.group))].map(
      (group): [string, (answer: JudgedAnswer) => boolean] => [
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

function printMisses(answers: readonly JudgedAnswer[]): void {
  for (const answer of answers) {
    const { judged, titles, isSure } = answer;
    if (isAnswerable(answer) ? isRightFirst(answer) : titles.length === 0 || !isSure) continue;
    console.log(
      `  ${judged.group}: ${judged.query} →${isSure ? '' : ' (unsure)'} ${titles.slice(0, 6).join(', ') || 'nothing'} | wanted ${[...judged.best].join(', ') || 'nothing'}`,
    );
  }
}

const [tuned, heldOut] = [readQueries('tuned'), readQueries('heldOut')];
const engine = engineOf(documents, thesaurus);
const answers = {
  tuned: answersByWords(engine, tuned, getTitle),
  heldOut: answersByWords(engine, heldOut, getTitle),
};
printScores('Tuned', answers.tuned, miniSearch(tuned));
printScores('Held out', answers.heldOut, miniSearch(heldOut));
const { embeddings } = readConfig(readEnvironment());
if (embeddings) {
  const { model } = createEmbeddings(embeddings, { clock: systemClock });
  const ask = await openMeaningSearch({ engine, documents, model, getTitle });
  const byMeaning = { tuned: await ask(tuned), heldOut: await ask(heldOut) };
  for (const [half, name] of [
    ['tuned', 'Tuned'],
    ['heldOut', 'Held out'],
  ] as const) {
    console.log(`\n${name}, by words and with ${model.name}`);
    printTable(comparisonRows({ words: answers[half], 'and meaning': byMeaning[half] }));
  }
}
if (process.argv.includes('--misses')) printMisses(answers.tuned);

const inGroups = (...groups: string[]): JudgedAnswer[] =>
  answers.heldOut.filter(({ judged }) => groups.includes(judged.group));
const purpose = scoreOf(inGroups(...meaning));
const wizard = scoreWizard(findTasks({ documents, getTitle }, thesaurus));
/** Name, value and minimum or maximum of each figure. */
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
