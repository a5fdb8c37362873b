// What the search must reach, group by group; what is said of unseen searches is measured on the held-out ones.
import type { JudgedCatalogue } from './searchCatalogue.ts';
import type { Answer, Score } from './searchScores.ts';
import type { WizardScore } from './wizardScores.ts';

interface Demand {
  group: string;
  isPart: (answer: Answer) => boolean;
  figure: Exclude<keyof Score, 'queries'>;
  least?: number;
  most?: number;
}

type Bounds = Partial<Record<Demand['figure'], readonly ['≥' | '≤', number]>>;

const demandsOf = (group: string, isPart: Demand['isPart'], bounds: Bounds): Demand[] =>
  (Object.entries(bounds) as [Demand['figure'], readonly ['≥' | '≤', number]][]).map(
    ([figure, [sign, bound]]) => ({
      group,
      isPart,
      figure,
      ...(sign === '≥' ? { least: bound } : { most: bound }),
    }),
  );

const inGroup =
  (...groups: string[]) =>
  ({ judged }: Answer): boolean =>
    groups.includes(judged.group);

const unseen =
  (isPart: Demand['isPart']): Demand['isPart'] =>
  (answer) =>
    answer.judged.isHeldOut && isPart(answer);

export const demands: readonly Demand[] = [
  ...demandsOf('tasks, unseen', unseen(inGroup('task')), {
    first: ['≥', 0.6],
    hit: ['≥', 0.76],
    gain: ['≥', 0.48],
  }),
  ...demandsOf(
    'other language, unseen',
    unseen(({ judged }) => judged.isOtherLanguage),
    { found: ['≥', 0.6] },
  ),
  ...demandsOf('no shared word', inGroup('no shared word'), {
    first: ['≥', 0.45],
    nothing: ['≤', 0.08],
  }),
  ...demandsOf('like', inGroup('like'), { first: ['≥', 0.85], hit: ['≥', 0.95] }),
  ...demandsOf('by ear', inGroup('by ear'), { first: ['≥', 0.9] }),
  ...demandsOf('answerable, unseen', unseen(inGroup('task', 'no shared word', 'like', 'by ear')), {
    nothing: ['≤', 0.03],
    unsure: ['≤', 0.3],
  }),
  ...demandsOf('unfit', inGroup('unfit', 'task', 'like', 'by ear', 'no shared word'), {
    refused: ['≥', 0.9],
  }),
  ...demandsOf('names', inGroup('exact name', 'prefix of a name', 'wrong layout', 'punctuation'), {
    first: ['≥', 0.98],
  }),
  ...demandsOf('typing error', inGroup('typing error'), { first: ['≥', 0.98] }),
  ...demandsOf('transliteration', inGroup('transliteration'), { first: ['≥', 0.92] }),
  ...demandsOf('word form', inGroup('word form'), { first: ['≥', 0.95] }),
  ...demandsOf('description', inGroup('description'), { first: ['≥', 0.88] }),
  ...demandsOf('tasks, all', inGroup('task', 'no shared word', 'like', 'by ear'), {
    explained: ['≥', 0.99],
  }),
];

/** What the wizard must reach at least. The demo has many tasks for which it has one service or two, so less of a choice. */
export const wizardDemands: Record<JudgedCatalogue['name'], WizardScore> = {
  demo: { shown: 110, choice: 0.74, some: 0.99, first: 0.85 },
  bookmarks: { shown: 60, choice: 0.78, some: 0.95, first: 0.9 },
};
