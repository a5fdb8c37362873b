// Recorded searches: 500 requests over the demo catalogue, with the first services of each answer. They are no judgement of what is
// right; they show what a change of the engine or of its vocabulary does to answers that nobody looked at.
//
// After a wanted change, record anew and read the difference:
//   RECORD_SEARCHES=true npm run test:one -- bench/recordedSearches.test.ts --selectProjects server
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoCatalogue } from '../server/modules/demo/seed/demoDocuments.ts';
import { engineOf } from '../server/modules/search/evaluation/evaluatedSearch.ts';
import { Thesaurus } from '../server/modules/search/engine/thesaurus.ts';
import { readThesaurus } from '../server/modules/search/vocabulary/thesaurus/thesaurusFiles.ts';

/** Each line: the text of the request, a tab, and ids of services; behind a question mark when they are unsure. */
const file = join(import.meta.dirname, 'recordedSearches.tsv');
const mostRecorded = 5;

const { documents, getTitle } = demoCatalogue();
const engine = engineOf(documents, new Thesaurus(readThesaurus()));

function answerTo(text: string): string {
  const { ids, near, unsure } = engine.search(
    { text, tags: [], approvedBy: null, seesHidden: false, isExact: false },
    { page: 0, perPage: mostRecorded, sort: 'likes desc' },
  );
  return [...(unsure ? ['?'] : []), ...ids, ...near].join(' ');
}

/** The answer with titles instead of ids. */
const inWords = (answer: string): string =>
  answer.replace(/\d+/g, (id) => `${getTitle(Number(id)) || id},`).replace(/,$/, '') || 'nothing';

test('recorded searches answer as they did', () => {
  const recorded = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string]);
  const answers = recorded.map(([text, before]) => ({ text, before, now: answerTo(text) }));
  if (process.env['RECORD_SEARCHES'] === 'true') {
    writeFileSync(file, answers.map(({ text, now }) => `${text}\t${now}\n`).join(''));
    return;
  }
  const changed = answers
    .filter(({ before, now }) => before !== now)
    .map(({ text, before, now }) => `${text}\n  was ${inWords(before)}\n  now ${inWords(now)}`);
  if (changed.length > 0)
    throw new Error(
      `${changed.length} of ${recorded.length} recorded searches answer differently. If that is wanted, record them anew as the top of this file says.\n\n${changed.join('\n')}`,
    );
});
