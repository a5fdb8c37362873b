// What fits the tasks of the wizard stays well-formed, and the wizard keeps what it finds over the demo catalogue.
import { Thesaurus } from '../server/domain/search/engine/thesaurus.ts';
import { readThesaurus } from '../server/domain/search/thesaurus/thesaurusFiles.ts';
import { demoCatalogue } from './searchCatalogue.ts';
import { findTasks, scoreWizard, wizardJudgements, wizardTasks } from './wizardScores.ts';

const demo = demoCatalogue();
const found = findTasks(demo, new Thesaurus(readThesaurus()));

test('every task is judged, by titles that the demo has, each once', () => {
  expect(Object.keys(wizardJudgements)).toEqual(wizardTasks.map(({ key }) => key));
  const titles = new Set(demo.documents.map(({ id }) => demo.getTitle(id)));
  for (const [key, { demo: fitting, bookmarks }] of Object.entries(wizardJudgements)) {
    expect({ key, unknown: fitting.filter((title) => !titles.has(title)) }).toEqual({
      key,
      unknown: [],
    });
    expect({ key, count: new Set(fitting).size }).toEqual({ key, count: fitting.length });
    expect({ key, count: new Set(bookmarks).size }).toEqual({ key, count: bookmarks.length });
  }
});

test('each task for which the demo has something is shown, with some of it on the first page', () => {
  const wanted = Object.keys(wizardJudgements).filter(
    (key) => wizardJudgements[key]!.demo.length > 0,
  );
  expect(found.filter(({ fits }) => fits.includes(true)).map(({ key }) => key)).toEqual(wanted);
});

test('what stands first does the task', () => {
  const { choice, first } = scoreWizard(found);
  expect(choice).toBeGreaterThanOrEqual(0.74);
  expect(first).toBeGreaterThanOrEqual(0.85);
});
