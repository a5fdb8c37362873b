// Table that compares the results of several searches for the same judged queries.
import { scoreOf, type JudgedAnswer, type Score } from './judgedQueries.ts';

const figures: [string, keyof Score][] = [
  ['first', 'first'],
  ['hit@3', 'hit'],
  ['nDCG', 'gain'],
  ['none', 'nothing'],
  ['unsure', 'unsure'],
  ['refused', 'refused'],
];

export const digits = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

/** Rows of text with a heading, one for each group of queries and one for all. */
export function comparisonRows(
  searches: Readonly<Record<string, readonly JudgedAnswer[]>>,
): string[][] {
  const [first = []] = Object.values(searches);
  const groups = [...new Set(first.map(({ judged }) => judged.group)), null];
  return [
    [
      '',
      'n',
      ...Object.keys(searches).flatMap((name) => [`| ${name}:`, ...figures.map(([one]) => one)]),
    ],
    ...groups.map((group) => {
      const inGroup = ({ judged }: JudgedAnswer): boolean =>
        group === null || judged.group === group;
      return [
        group ?? 'all',
        String(first.filter(inGroup).length),
        ...Object.values(searches).flatMap((answers) => {
          const score = scoreOf(answers.filter(inGroup));
          return ['|', ...figures.map(([, figure]) => digits(score[figure]))];
        }),
      ];
    }),
  ];
}
