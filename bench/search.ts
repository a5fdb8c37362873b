// npm run bench:search [-- FILE] [--misses]: judges the search of Loadout and of a peer over the demo catalogue and, when an
// export file of bookmarks is given (as FILE or in BOOKMARKS_FILE), over these bookmarks and over both. Exits with 1 when a
// figure is below what is demanded. --misses names what was not answered rightly; held-out searches stay unseen. Then it says of
// the wizard what its tasks find in each catalogue.
import type { SearchDocument } from '../server/domain/search/engine/document.ts';
import { Engine, type Found } from '../server/domain/search/engine/engine.ts';
import { Index } from '../server/domain/search/engine/index.ts';
import { rangesIn, reasonsOf } from '../server/domain/search/engine/mark.ts';
import { Thesaurus } from '../server/domain/search/engine/thesaurus.ts';
import { readThesaurus } from '../server/domain/search/thesaurus/thesaurusFiles.ts';
import { bookmarksCatalogue, demoCatalogue, type JudgedCatalogue } from './searchCatalogue.ts';
import { demands, wizardDemands } from './searchDemands.ts';
import { judgedQueries } from './searchJudgements.ts';
import { miniSearch } from './searchPeer.ts';
import {
  collectAnswers,
  isRightFirst,
  pageLength,
  scoreAnswers,
  type Answer,
  type Engine as JudgedEngine,
  type Score,
} from './searchScores.ts';
import { findTasks, scoreWizard, type WizardScore } from './wizardScores.ts';

const thesaurus = new Thesaurus(readThesaurus());

/** The share of what was found that says why in both languages: by a mark in its texts, or by a reason. */
function shareExplained(
  found: readonly SearchDocument[],
  { marked, nearby }: Found,
  { taught }: Index,
): number | null {
  if (found.length === 0 || marked.size === 0) return null;
  const isExplained = (document: SearchDocument, language: 'ru' | 'en') => {
    const { title, description } = document;
    const shown = [title, description].map((text) => text[language] ?? text.ru ?? text.en);
    if (shown.some((text) => rangesIn(text, marked, thesaurus).length > 0)) return true;
    const reasons = reasonsOf(document, { marked, nearby, thesaurus, taught, language });
    const { tags, concepts, task, case: quote } = reasons;
    return tags.length + concepts.length > 0 || task !== null || quote !== null;
  };
  const explained = found.filter((one) => isExplained(one, 'ru') && isExplained(one, 'en'));
  return explained.length / found.length;
}

function loadout({ documents }: JudgedCatalogue): JudgedEngine {
  const index = new Index(thesaurus);
  for (const document of documents) index.put(document);
  const engine = new Engine(index);
  const byId = new Map(documents.map((document) => [document.id, document]));
  return (text) => {
    const found = engine.search(
      { text, tags: [], approvedBy: null, seesHidden: false, isExact: false },
      { page: 0, perPage: pageLength, sort: 'likes desc' },
    );
    const ids = [...found.ids, ...found.near];
    return {
      ids,
      isSure: found.total > 0 && !found.unsure,
      explained: shareExplained(
        ids.map((id) => byId.get(id)!),
        found,
        index,
      ),
    };
  };
}

const percent = (value: number | null): string =>
  (value === null ? '–' : (value * 100).toFixed(0)).padStart(6);

const gain = (value: number | null): string =>
  (value === null ? '–' : value.toFixed(2)).padStart(6);

const row = ({ first, hit, gain: page, found, nothing, unsure, refused }: Score): string =>
  [
    percent(first),
    percent(hit),
    gain(page),
    ...[found, nothing, unsure, refused].map(percent),
  ].join('');

const columns = ['first', 'hit@3', 'nDCG', 'found', 'none', 'unsure', 'refus.']
  .map((column) => column.padStart(6))
  .join('');

function printScores(name: string, ours: readonly Answer[], theirs: readonly Answer[]): void {
  const groups = [...new Set(ours.map(({ judged }) => judged.group))];
  const parts: [string, (answer: Answer) => boolean][] = [
    ...groups.map((group): [string, (answer: Answer) => boolean] => [
      group,
      ({ judged }) => judged.group === group,
    ]),
    ['other language', ({ judged }) => judged.isOtherLanguage],
  ];
  console.log(`\n${name}\n${' '.repeat(28)}n |${columns} | MiniSearch:\n`);
  for (const [part, isPart] of parts) {
    for (const [half, isHalf] of [
      ['', () => true],
      [', held out', ({ judged }: Answer) => judged.isHeldOut],
    ] as const) {
      const our = ours.filter((answer) => isPart(answer) && isHalf(answer));
      const their = theirs.filter((answer) => isPart(answer) && isHalf(answer));
      if (our.length === 0) continue;
      const label = `${part}${half}`.padEnd(25);
      console.log(
        `${label}${String(our.length).padStart(4)} |${row(scoreAnswers(our))} |${row(scoreAnswers(their))}`,
      );
    }
  }
}

/** Names the searches whose first answer is wrong. */
function printMisses(answers: readonly Answer[]): void {
  for (const answer of answers) {
    const { judged, titles, isSure } = answer;
    if (judged.isHeldOut || judged.group === 'description') continue;
    const isUnfit = judged.best.size + judged.also.size === 0;
    if (isUnfit ? titles.length === 0 || !isSure : isRightFirst(answer)) continue;
    const sign = (title: string) =>
      judged.best.has(title) ? '+' : judged.also.has(title) ? '~' : '';
    const shown = titles.slice(0, 6).map((title) => `${sign(title)}${title}`);
    const wanted = [...judged.best].slice(0, 5).join(', ');
    console.log(
      `  ${judged.group}: ${judged.query} →${isSure ? '' : ' (unsure)'} ${shown.join(', ') || 'nothing'} | wanted ${wanted}`,
    );
  }
}

/** Scores the wizard, and names what it finds that does not do the task. */
function judgeWizard(catalogue: JudgedCatalogue): WizardScore {
  const found = findTasks(catalogue, thesaurus);
  const score = scoreWizard(found);
  const { shown, choice, some, first } = score;
  console.log(
    `\nwizard: ${shown} tasks find something, ${percent(choice).trim()} % three that fit, ${percent(some).trim()} % one; of the first three fit ${percent(first).trim()} %`,
  );
  if (!process.argv.includes('--misses')) return score;
  for (const { key, titles, fits } of found) {
    const wrong = titles.filter((_, place) => place < 3 && !fits[place]);
    if (wrong.length > 0) console.log(`  ${key}: ${wrong.join(', ')}`);
  }
  return score;
}

interface Judged {
  name: JudgedCatalogue['name'];
  ours: Answer[];
  theirs: Answer[];
  wizard: WizardScore;
}

function judge(catalogue: JudgedCatalogue): Judged {
  const queries = judgedQueries(catalogue);
  const ours = collectAnswers(loadout(catalogue), queries, catalogue.getTitle);
  const theirs = collectAnswers(miniSearch(catalogue.documents), queries, catalogue.getTitle);
  printScores(`${catalogue.name}: ${catalogue.documents.length} services`, ours, theirs);
  if (process.argv.includes('--misses')) printMisses(ours);
  return { name: catalogue.name, ours, theirs, wizard: judgeWizard(catalogue) };
}

const file =
  process.argv.slice(2).find((word) => !word.startsWith('--')) ?? process.env['BOOKMARKS_FILE'];
const judged = [judge(demoCatalogue()), ...(file ? [judge(await bookmarksCatalogue(file))] : [])];
const ours = judged.flatMap((one) => one.ours);
if (file) {
  printScores(
    'both',
    ours,
    judged.flatMap((one) => one.theirs),
  );
} else {
  console.log('\nNo file of bookmarks was given (npm run bench:search -- FILE): only the demo.');
}
console.log('\nDemanded, over all of them:');
let isBelow = false;
function demand(label: string, value: string, isRight: boolean, bound: string): void {
  isBelow ||= !isRight;
  console.log(`${isRight ? '  ' : '✗ '}${label.padEnd(36)}${value.padEnd(5)}  ${bound}`);
}
for (const { group, isPart, figure, least, most } of demands) {
  const value = scoreAnswers(ours.filter(isPart))[figure];
  if (value === null) continue;
  const isRight = value >= (least ?? 0) && value <= (most ?? 1);
  const bound = least === undefined ? `≤ ${most}` : `≥ ${least}`;
  demand(`${group}, ${figure}`, value.toFixed(3), isRight, bound);
}
for (const { name, wizard } of judged) {
  for (const [figure, least] of Object.entries(wizardDemands[name])) {
    const value = wizard[figure as keyof WizardScore];
    const shown = figure === 'shown' ? String(value) : value.toFixed(3);
    demand(`wizard over ${name}, ${figure}`, shown, value >= least, `≥ ${least}`);
  }
}
if (isBelow) process.exitCode = 1;
