// The judged queries name services of the demo catalogue, each query once, and both halves hold the same kinds.
import { demoCatalogue } from '../server/modules/demo/seed/demoDocuments.ts';
import { halves, readQueries } from '../server/modules/search/evaluation/demoQueries.ts';

const { documents, getTitle } = demoCatalogue();
const titles = new Set(documents.map(({ id }) => getTitle(id)));
const byHalf = halves.map(readQueries);

test('every title is one of the demo catalogue, and fits a query once', () => {
  for (const { query, best, also } of byHalf.flat()) {
    const unknown = [...best, ...also].filter((title) => !titles.has(title));
    const twice = [...best].filter((title) => also.has(title));
    expect({ query, unknown, twice }).toEqual({ query, unknown: [], twice: [] });
  }
});

test('no query is asked twice', () => {
  const queries = byHalf.flat().map(({ query }) => query.toLowerCase());
  expect(queries.filter((query, place) => queries.indexOf(query) !== place)).toEqual([]);
});

test('both halves have about 200 queries, as many of each kind', () => {
  const counts = byHalf.map((queries) => Object.groupBy(queries, ({ group }) => group));
  const [tuned, heldOut] = counts;
  expect(Object.keys(tuned!)).toEqual(Object.keys(heldOut!));
  for (const [group, queries] of Object.entries(tuned!))
    expect(Math.abs(queries!.length - heldOut![group]!.length)).toBeLessThanOrEqual(2);
  for (const queries of byHalf) expect(Math.abs(queries.length - 200)).toBeLessThanOrEqual(20);
});
