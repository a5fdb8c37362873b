/** Values of grid cells, with formatting and parsing for spreadsheets. */
import { dataClasses, dataVerdictValues } from '../../enums/generated.ts';
import type { Language } from '../../i18n/languages.ts';
import type {
  DataClass,
  DataVerdictInput,
  DataVerdictValue,
  DecidedRuleFragment,
} from './generated.ts';

export interface CellValue {
  verdict: DataVerdictValue;
  /** With `yes_if`: in one language at least. */
  ru: string;
  en: string;
}

export const undecidedCell: CellValue = { verdict: 'undecided', ru: '', en: '' };

export const unconditionalCell = (verdict: DataVerdictValue): CellValue => ({
  ...undecidedCell,
  verdict,
});

/** Last decision, also while it is under review. */
export function cellOf(
  rule: Pick<DecidedRuleFragment, 'verdicts'>,
  dataClass: DataClass,
): CellValue {
  const found = rule.verdicts.find((one) => one.dataClass === dataClass);
  if (!found?.decided) return undecidedCell;
  const isConditional = found.decided === 'yes_if';
  return {
    verdict: found.decided,
    ru: isConditional ? (found.conditionRu ?? '') : '',
    en: isConditional ? (found.conditionEn ?? '') : '',
  };
}

export const isSameCell = (one: CellValue, other: CellValue): boolean =>
  one.verdict === other.verdict && one.ru === other.ru && one.en === other.en;

export const lacksCondition = ({ verdict, ru, en }: CellValue): boolean =>
  verdict === 'yes_if' && ru.trim() === '' && en.trim() === '';

export const toVerdictInput = (dataClass: DataClass, value: CellValue): DataVerdictInput => ({
  dataClass,
  verdict: value.verdict,
  ...(value.verdict === 'yes_if'
    ? { conditionRu: value.ru.trim() || null, conditionEn: value.en.trim() || null }
    : {}),
});

/** Names of the verdicts in one language. */
export type VerdictNames = Record<DataVerdictValue, string>;

/** The condition in the given language when it exists. */
export const conditionOf = (value: CellValue, language: Language): string =>
  value[language] || value.ru || value.en;

/** The most used conditions of rows, most used first. */
export function commonConditions(
  rows: readonly { valueAt: (column: number) => CellValue }[],
  most: number,
): CellValue[] {
  const uses = new Map<string, { value: CellValue; count: number }>();
  for (const row of rows)
    for (const column of dataClasses.keys()) {
      const value = row.valueAt(column + 1);
      if (value.verdict !== 'yes_if') continue;
      const key = `${value.ru}\n${value.en}`;
      uses.set(key, { value, count: (uses.get(key)?.count ?? 0) + 1 });
    }
  return [...uses.values()]
    .toSorted((one, other) => other.count - one.count)
    .slice(0, most)
    .map(({ value }) => value);
}

/** Text for a spreadsheet, with the condition in the given language when it exists. */
export function formatCell(value: CellValue, names: VerdictNames, language: Language): string {
  const condition = conditionOf(value, language);
  return condition ? `${names[value.verdict]}: ${condition}` : names[value.verdict];
}

export type CellError = 'unknownWord' | 'noCondition';

/** Parses a pasted cell. Null for an empty one, which changes nothing. */
export function parseCell(
  text: string,
  names: readonly VerdictNames[],
  language: Language,
): CellValue | CellError | null {
  const [, word = '', condition = ''] = /^([^:]*)(?::(.*))?$/s.exec(text.trim()) ?? [];
  const said = word.trim().toLowerCase();
  if (said === '') return null;
  const verdict = dataVerdictValues.find(
    (one) => one === said || names.some((words) => words[one].toLowerCase() === said),
  );
  if (!verdict) return 'unknownWord';
  const value = {
    ...unconditionalCell(verdict),
    ...(verdict === 'yes_if' ? { [language]: condition.trim() } : {}),
  };
  return lacksCondition(value) ? 'noCondition' : value;
}

const quote = (text: string): string =>
  /[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Formats cells as tab-separated text for the clipboard. */
export const formatBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quote).join('\t')).join('\n');

/** Parses tab-separated text of a spreadsheet; cells with tabs or line breaks are quoted. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/gy;
  const whole = text.replace(/\r?\n$/, '');
  for (let match = cells.exec(whole); match; match = cells.exec(whole)) {
    const [, inside, bare = '', end] = match;
    rows.at(-1)!.push(inside === undefined ? bare : inside.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}
