// Scores of wizard tasks against the services judged to fit them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WizardTask } from '../client/features/wizard/wizardCategories.ts';
import { wizardCatalogue } from '../client/features/wizard/wizardCatalogue.ts';
import { Engine } from '../server/modules/search/engine/engine.ts';
import { Index } from '../server/modules/search/engine/invertedIndex.ts';
import type { Thesaurus } from '../server/modules/search/engine/thesaurus.ts';
import type { JudgedCatalogue } from '../server/modules/demo/seed/demoDocuments.ts';

/** Titles of the services that fit a task, by task key. */
export const wizardJudgements: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(join(import.meta.dirname, 'wizardTasks.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { task: string; titles: string[] })
    .map(({ task, titles }) => [task, titles]),
);

export const wizardTasks: readonly WizardTask[] = wizardCatalogue.flatMap(({ subcategories }) =>
  subcategories.flatMap(({ tasks }) => tasks),
);

/** First page of results of a task, with the fit of each title. */
export interface FoundTask {
  key: string;
  titles: string[];
  fits: boolean[];
}

export interface WizardScore {
  /** Number of tasks with confident results. */
  shown: number;
  /** Share of these with at least three fitting services on the page; equal titles count once. */
  choice: number;
  /** Share of these with at least one fitting service. */
  some: number;
  /** Share of the first three results that fit. */
  first: number;
}

const places = 3;
const pageLength = 12;

/** First pages of the wizard tasks with confident results. */
export function findTasks(catalogue: JudgedCatalogue, thesaurus: Thesaurus): FoundTask[] {
  const index = new Index(thesaurus);
  for (const document of catalogue.documents) index.put(document);
  const engine = new Engine(index);
  const anything = { text: '', tags: [], approvedBy: null, seesHidden: false, isExact: false };
  return wizardTasks.flatMap(({ key, concepts }) => {
    const { ids, unsure } = engine.search(
      { ...anything, concepts },
      { page: 0, perPage: pageLength, sort: 'likes desc' },
    );
    const titles = ids.map((id) => catalogue.getTitle(id));
    const fitting = wizardJudgements.get(key) ?? [];
    return ids.length === 0 || unsure
      ? []
      : [{ key, titles, fits: titles.map((title) => fitting.includes(title)) }];
  });
}

const countFitting = ({ titles, fits }: FoundTask): number =>
  new Set(titles.filter((_, place) => fits[place])).size;

export function scoreWizard(found: readonly FoundTask[]): WizardScore {
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const from = (least: number) => found.filter((task) => countFitting(task) >= least).length;
  const first = found.flatMap(({ fits }) => fits.slice(0, places));
  return {
    shown: found.length,
    choice: share(from(places), found.length),
    some: share(from(1), found.length),
    first: share(first.filter(Boolean).length, first.length),
  };
}
