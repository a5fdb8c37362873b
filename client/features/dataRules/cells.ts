/** Values of grid cells, with formatting and parsing for spreadsheets. */
import { dataVerdictValues } from '../../enums/generated.ts';
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

/** What was decided last, though it may be being checked now. */
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

/** Text for a spreadsheet, with the condition in the given language when it exists. */
export function formatCell(value: CellValue, names: VerdictNames, language: Language): string {
  const condition = value[language] || value.ru || value.en;
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
