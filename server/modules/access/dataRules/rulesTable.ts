// Columns of the CSV table of data rules: one row for each item and plan.
import {
  dataClasses,
  factKinds,
  effectiveVerdict,
  type DataClass,
  type DataFact,
  type Rule,
  type RuleView,
  type Verdict,
} from './dataRules.ts';
import type { RowCells } from '../../../shared/tableRows.ts';
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
