// Judged queries and wizard tasks: well-formed, and the tasks still found in the demo catalogue.
import { demoCatalogue } from '../server/modules/demo/seed/demoDocuments.ts';
import { Engine } from '../server/modules/search/engine/engine.ts';
import { Index } from '../server/modules/search/engine/invertedIndex.ts';
import { Thesaurus } from '../server/modules/search/engine/thesaurus.ts';
import { halves, readQueries } from '../server/modules/search/evaluation/demoQueries.ts';
import { readThesaurus } from '../server/modules/search/vocabulary/thesaurus/thesaurusFiles.ts';
import { findTasks, scoreWizard, wizardJudgements, wizardTasks } from './wizardScores.ts';

const demo = demoCatalogue();
const thesaurus = new Thesaurus(readThesaurus());
const found = findTasks(demo, thesaurus);

test('judges every task by distinct titles of the demo', () => {
  expect([...wizardJudgements.keys()]).toEqual(wizardTasks.map(({ key }) => key));
  const titles = new Set(demo.documents.map(({ id }) => demo.getTitle(id)));
  for (const [key, fitting] of wizardJudgements) {
    expect({ key, unknown: fitting.filter((title) => !titles.has(title)) }).toEqual({
      key,
      unknown: [],
    });
    expect({ key, count: new Set(fitting).size }).toEqual({ key, count: fitting.length });
  }
});

test('shows fitting services on the first page of each task that the demo can answer', () => {
  const wanted = [...wizardJudgements.keys()].filter(
    (key) => wizardJudgements.get(key)!.length > 0,
  );
  expect(found.filter(({ fits }) => fits.includes(true)).map(({ key }) => key)).toEqual(wanted);
});

test('the first result fits the task', () => {
  const { choice, first } = scoreWizard(found);
  expect(choice).toBeGreaterThanOrEqual(0.74);
  expect(first).toBeGreaterThanOrEqual(0.85);
});

test('further concepts and words only narrow the results of a task’s first concept', () => {
  const index = new Index(thesaurus);
  for (const document of demo.documents) index.put(document);
  const engine = new Engine(index);
  const idsOf = (concepts: readonly string[], text = '') =>
    engine.search(
      { text, concepts, tags: [], approvedBy: null, seesHidden: false, isExact: false },
      { page: 0, perPage: demo.documents.length, sort: 'likes desc' },
    ).ids;
  const wider = wizardTasks.flatMap(({ key, concepts }) => {
    const alone = new Set(idsOf(concepts.slice(0, 1)));
    const asked = [idsOf(concepts), idsOf(concepts, 'ai'), idsOf(concepts.slice(0, 1), 'text')];
    return asked.flat().every((id) => alone.has(id)) ? [] : [key];
  });
  expect(wider).toEqual([]);
});

// The judged queries name items of the demo catalogue, each query is unique, and both halves have the same kinds.
describe('the judged queries', () => {
  const { documents, getTitle } = demoCatalogue();
  const titles = new Set(documents.map(({ id }) => getTitle(id)));
  const byHalf = halves.map(readQueries);

  test('uses titles of the demo catalogue, each once per query', () => {
    for (const { query, best, also } of byHalf.flat()) {
      const unknown = [...best, ...also].filter((title) => !titles.has(title));
      const twice = [...best].filter((title) => also.has(title));
      expect({ query, unknown, twice }).toEqual({ query, unknown: [], twice: [] });
    }
  });

  test('contains each query once', () => {
    const queries = byHalf.flat().map(({ query }) => query.toLowerCase());
    expect(queries.filter((query, place) => queries.indexOf(query) !== place)).toEqual([]);
  });

  test('has about 200 queries in each half, with equal kinds', () => {
    const counts = byHalf.map((queries) => Object.groupBy(queries, ({ group }) => group));
    const [tuned, heldOut] = counts;
    expect(Object.keys(tuned!)).toEqual(Object.keys(heldOut!));
    for (const [group, queries] of Object.entries(tuned!))
      expect(Math.abs(queries!.length - heldOut![group]!.length)).toBeLessThanOrEqual(2);
    for (const queries of byHalf) expect(Math.abs(queries.length - 200)).toBeLessThanOrEqual(20);
  });
});
