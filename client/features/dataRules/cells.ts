/** A cell of the matrix: what is decided of one class; as a spreadsheet writes it, and read back. Pure. */
import { dataVerdictWords } from '../../enums/generated.ts';
import type { Language } from '../../i18n/languages.ts';
import type {
  DataClass,
  DataVerdictInput,
  DataVerdictWord,
  DecidedRuleFragment,
} from './generated.ts';

export interface CellValue {
  verdict: DataVerdictWord;
  /** With `yes_if`: in one language at least. */
  ru: string;
  en: string;
}

export const undecidedCell: CellValue = { verdict: 'undecided', ru: '', en: '' };

export const unconditionalCell = (verdict: DataVerdictWord): CellValue => ({
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

/** The words of the answers, in the reader's language. */
export type VerdictNames = Record<DataVerdictWord, string>;

/** As a cell of a spreadsheet; of two conditions that of the reader's language. */
export function formatCell(value: CellValue, names: VerdictNames, language: Language): string {
  const condition = value[language] || value.ru || value.en;
  return condition ? `${names[value.verdict]}: ${condition}` : names[value.verdict];
}

/** What cannot be pasted. */
export type CellError = 'unknownWord' | 'noCondition';

/** Null for an empty cell, which leaves what stands there. */
export function parseCell(
  text: string,
  names: readonly VerdictNames[],
  language: Language,
): CellValue | CellError | null {
  const [, word = '', condition = ''] = /^([^:]*)(?::(.*))?$/s.exec(text.trim()) ?? [];
  const said = word.trim().toLowerCase();
  if (said === '') return null;
  const verdict = dataVerdictWords.find(
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

/** A block as a spreadsheet takes it from the clipboard. */
export const formatBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quote).join('\t')).join('\n');

/** A block as a spreadsheet puts it on the clipboard: a cell with tabs or lines stands in quotation marks. */
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
