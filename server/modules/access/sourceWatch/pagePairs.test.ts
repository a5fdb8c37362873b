// Source watch on pairs of vendor pages: what is a change in substance, and what is not.
import { limits } from '../../../config/limits.ts';
import { firstHalf, secondHalf, type PagePair } from './fixtures/pagePairs.ts';
import { readPageSentences } from './pageSentences.ts';
import { substantialChanges } from './substantialChanges.ts';

const sentences = (html: string) => readPageSentences(html, limits.sourceWatch.textBytes)!;
const isFound = ({ before, after }: PagePair): boolean =>
  substantialChanges(sentences(before), sentences(after)) !== null;

test('at least 18 of 20 changes in substance are found, and at most 2 of 20 others', () => {
  const pairs = [...firstHalf, ...secondHalf];
  const [changed, same] = [
    pairs.filter((one) => one.isChanged),
    pairs.filter((one) => !one.isChanged),
  ];
  expect([changed.length, same.length]).toEqual([20, 20]);
  const missed = changed.filter((one) => !isFound(one)).map(({ name }) => name);
  const false_ = same.filter(isFound).map(({ name }) => name);
  expect({ missed: missed.slice(2), false: false_.slice(2) }).toEqual({ missed: [], false: [] });
});

test('tells which sentences have changed, a row of a table as one', () => {
  const page = (rows: string) =>
    sentences(`<nav><a href="/">Home</a></nav><p>Kept.</p><table>${rows}</table>`);
  expect(
    substantialChanges(
      page('<tr><td>Retention<td>30 days<tr><td>Region<td>EU'),
      page('<tr><td>Retention</td><td>90 days</td></tr><tr><td>Region</td><td>EU</td></tr>'),
    ),
  ).toEqual({ removed: ['Retention · 30 days'], added: ['Retention · 90 days'] });
});

test('reads markup that nobody closes, and refuses a page with too much text', () => {
  expect(
    sentences('<div class=nav><div>menu</div></div><p class=meta>5 views<p>First<div>Second'),
  ).toEqual(['First', 'Second']);
  expect(readPageSentences(`<p>${'Word. '.repeat(100)}`, 500)).toBeNull();
});

test('compares a sentence up to its bound', () => {
  const { sentenceCharacters } = limits.sourceWatch;
  const change = (length: number) =>
    substantialChanges([`${'-'.repeat(length)} EU`], [`${'-'.repeat(length)} US`]);
  expect(change(sentenceCharacters - 3)).not.toBeNull();
  expect(change(sentenceCharacters)).toBeNull();
});
