// CSV table of data rules: its columns, the parsing of its rows, and its error messages in both languages.
import type { Language } from '../../../shared/language.ts';
import type { RowCells, TableError } from '../../../shared/tableRows.ts';
import {
  type DataClass,
  dataClasses,
  type DataFact,
  effectiveVerdict,
  factKinds,
  type Rule,
  type RuleView,
  type Verdict,
} from './dataRules.ts';
import type { RuleChangeInput } from './dataRulesInput.ts';

/** Columns with a single value, and their fields. */
const fields = {
  status: 'status',
  result: 'result',
  account: 'account',
  owner: 'owner',
  review_by: 'reviewBy',
  ai_role: 'aiRole',
  ai_tier: 'aiTier',
} as const satisfies Record<string, keyof Rule>;

/** For readers only; an import ignores them. */
const readOnlyColumns = ['service', 'url'];

const verdictColumns = (one: DataClass) => [one, `${one}_if_ru`, `${one}_if_en`] as const;
const factColumns = (kind: DataFact['kind']) =>
  [`${kind}_ru`, `${kind}_en`, `${kind}_source`, `${kind}_date`] as const;

/** Columns that only admins read and change. */
export const adminColumns: readonly string[] = ['ai_role', 'ai_tier'];

const tableColumns: readonly string[] = [
  'id',
  ...readOnlyColumns,
  'tier',
  'version',
  ...Object.keys(fields),
  ...dataClasses.flatMap(verdictColumns),
  ...factKinds.flatMap(factColumns),
];

export const columnsFor = (isAdmin: boolean): readonly string[] =>
  isAdmin ? tableColumns : tableColumns.filter((name) => !adminColumns.includes(name));

type TableRule = Rule & Pick<RuleView, 'hasIncident'>;

/** Shows the effective verdict, so that importing an exported cell unchanged changes nothing. */
function verdictCells(rule: TableRule, one: DataClass): [string, string, string] {
  const verdict = effectiveVerdict(rule, one);
  const stored = rule.verdicts[one];
  const word = verdict === 'undecided' ? '' : verdict;
  return verdict === 'yes_if' ? [word, stored?.ru ?? '', stored?.en ?? ''] : [word, '', ''];
}

function factCells(rule: TableRule, kind: DataFact['kind']): [string, string, string, string] {
  const fact = rule.facts.find((one) => one.kind === kind);
  return fact ? [fact.ru ?? '', fact.en ?? '', fact.sourceUrl, fact.sourceDate] : ['', '', '', ''];
}

const toCells = (rule: TableRule & { title: string; url: string }): string[] => [
  String(rule.itemId),
  rule.title,
  rule.url,
  rule.tier,
  String(rule.version),
  ...Object.values(fields).map((field) => rule[field] ?? ''),
  ...dataClasses.flatMap((one) => verdictCells(rule, one)),
  ...factKinds.flatMap((kind) => factCells(rule, kind)),
];

export function toRow(
  rule: TableRule & { title: string; url: string },
  columns: readonly string[],
): string[] {
  const cells = toCells(rule);
  return tableColumns.flatMap((name, index) => (columns.includes(name) ? cells[index]! : []));
}

/** Spellings that people use in spreadsheets. */
const verdictAliases: Record<string, Verdict | 'undecided'> = {
  '': 'undecided',
  'не решено': 'undecided',
  'нет решения': 'undecided',
  'not decided': 'undecided',
  да: 'yes',
  'да, если': 'yes_if',
  'yes, if': 'yes_if',
  спросить: 'ask',
  нет: 'no',
};

const parseVerdict = (cell: string): string => {
  const word = cell.toLowerCase();
  return verdictAliases[word] ?? word;
};

type VerdictInput = NonNullable<RuleChangeInput['verdicts']>[number];

/** True when a row removes `not_allowed`, so that earlier decisions apply again unless the row says `no`. */
const liftsBan = (cells: RowCells['cells'], present: TableRule): boolean =>
  present.status === 'not_allowed' && (cells.get('status') ?? 'not_allowed') !== 'not_allowed';

/** The verdict of a row; empty when the column is missing or shows the effective verdict. */
function parseVerdictCells(
  cells: RowCells['cells'],
  present: TableRule,
  one: DataClass,
): VerdictInput[] {
  const columns = verdictColumns(one);
  if (!columns.some((column) => cells.has(column))) return [];
  const before = verdictCells(present, one);
  const [word, ru, en] = columns.map((column, index) => cells.get(column) ?? before[index]!);
  const isUnchanged =
    [parseVerdict(word!), ru, en].join('\n') ===
    [parseVerdict(before[0]), before[1], before[2]].join('\n');
  if (isUnchanged && !(cells.has(one) && present.verdicts[one] && liftsBan(cells, present)))
    return [];
  // Validated together with the other fields.
  const verdict = parseVerdict(word!) as VerdictInput['verdict'];
  return [{ dataClass: one, verdict, conditionRu: ru, conditionEn: en }];
}

function parseFactCells(
  cells: RowCells['cells'],
  present: TableRule,
  kind: DataFact['kind'],
): NonNullable<RuleChangeInput['facts']> {
  const columns = factColumns(kind);
  if (!columns.some((column) => cells.has(column))) return [];
  const before = factCells(present, kind);
  const [textRu, textEn, sourceUrl, sourceDate] = columns.map(
    (column, index) => cells.get(column) ?? before[index]!,
  );
  if ([textRu, textEn, sourceUrl, sourceDate].join('\n') === before.join('\n')) return [];
  return [{ kind, textRu, textEn, sourceUrl: sourceUrl || null, sourceDate: sourceDate || null }];
}

/** The change of a rule in a row, not validated. */
export function parseRow({ cells }: RowCells, present: TableRule): RuleChangeInput {
  const version = cells.get('version');
  const rest = Object.entries(fields).flatMap(([column, field]) => {
    const cell = cells.get(column);
    return cell === undefined || cell === (present[field] ?? '') ? [] : [[field, cell || null]];
  });
  return {
    itemId: present.itemId,
    tier: present.tier,
    expectedVersion: version ? Number(version) : present.version,
    ...(Object.fromEntries(rest) as Partial<RuleChangeInput>),
    verdicts: dataClasses.flatMap((one) => parseVerdictCells(cells, present, one)),
    facts: factKinds.flatMap((kind) => parseFactCells(cells, present, kind)),
  };
}

const partOfVerdict: Record<string, number> = { verdict: 0, conditionRu: 1, conditionEn: 2 };
const partOfFact: Record<string, number> = { textRu: 0, textEn: 1, sourceUrl: 2, sourceDate: 3 };

/** The column for the path of a validation error. */
export function columnOfPath(path: string, input: RuleChangeInput): string {
  const [first = '', index = '', part = ''] = path.split('.');
  if (first === 'verdicts') {
    const verdict = input.verdicts?.[Number(index)];
    return verdict ? verdictColumns(verdict.dataClass)[partOfVerdict[part] ?? 0]! : first;
  }
  if (first === 'facts') {
    const fact = input.facts?.[Number(index)];
    return fact ? factColumns(fact.kind)[partOfFact[part] ?? 0]! : first;
  }
  const known = Object.entries(fields).find(([, field]) => field === first);
  return known?.[0] ?? { itemId: 'id', expectedVersion: 'version' }[first] ?? first;
}

type ErrorText = Record<Language, string>;

const errorTexts: Record<string, ErrorText> = {
  broken: {
    ru: 'Таблицу не удалось прочитать дальше этой строки: проверьте кавычки.',
    en: 'The table cannot be read past this line: check its quotation marks.',
  },
  tooManyRows: { ru: 'В таблице слишком много строк.', en: 'The table has too many rows.' },
  tooManyCells: {
    ru: 'В строке больше ячеек, чем столбцов: возьмите текст с запятой в кавычки.',
    en: 'The line has more cells than the header: put text with a comma in quotation marks.',
  },
  columnUnknown: {
    ru: 'Неизвестный столбец. Удалите его или исправьте название.',
    en: 'Unknown column. Remove it or correct its name.',
  },
  columnOfAdmins: {
    ru: 'Этот столбец меняют только администраторы: уберите его.',
    en: 'Only administrators can change this column. Remove it.',
  },
  columnTwice: {
    ru: 'Столбец повторяется. Оставьте один.',
    en: 'The column is repeated. Keep one.',
  },
  columnMissing: { ru: 'Нет этого столбца. Добавьте его.', en: 'This column is missing. Add it.' },
  noService: {
    ru: 'Такого сервиса в каталоге нет. Проверьте id.',
    en: 'This service is not in the catalogue. Check the id.',
  },
  rowTwice: {
    ru: 'Для этого сервиса и тарифа уже есть строка. Оставьте одну.',
    en: 'This service and plan already have a row. Keep one.',
  },
  invalid_value: {
    ru: 'Неизвестное значение. Посмотрите допустимые значения в выгрузке.',
    en: 'Unknown value. See an export for the allowed values.',
  },
  too_long: {
    ru: 'Текст слишком длинный. Сократите его.',
    en: 'The text is too long. Shorten it.',
  },
  day: { ru: 'Укажите день в виде 2026-12-31.', en: 'Write the day as 2026-12-31.' },
  webAddress: {
    ru: 'Укажите источник: адрес страницы с http:// или https://.',
    en: 'The source must be a web address that begins with http:// or https://.',
  },
  conditionMissing: {
    ru: 'Для «да, если» укажите условие.',
    en: 'Add the condition of this “yes, if”.',
  },
  sourceMissing: {
    ru: 'Укажите источник факта и день, когда его прочли.',
    en: 'Add the source of the fact and the day on which it was read.',
  },
  holdsKey: {
    ru: 'В ячейке ключ или токен: им сможет воспользоваться любой, кто его увидит. Уберите его.',
    en: 'This is a key or a token: whoever reads it can use it. Remove it.',
  },
  changedMeanwhile: {
    ru: 'Кто-то уже изменил это правило. Выгрузите таблицу ещё раз.',
    en: 'Somebody else has changed this rule. Export the table again.',
  },
};

const unknownErrorText: ErrorText = {
  ru: 'Недопустимое значение.',
  en: 'This value is not allowed here.',
};

export const tableErrorText = ({ code }: TableError, language: Language): string =>
  (errorTexts[code] ?? unknownErrorText)[language];
