// Data rules as a table: one row for each service and plan. Its columns stand here once, for both ways.
import {
  dataClasses,
  factKinds,
  toldVerdict,
  type DataClass,
  type DataFact,
  type Rule,
  type VerdictWord,
} from './dataRules.ts';
import type { RuleChangeInput } from './dataRulesInput.ts';

/** A row as it is read: its cells by the names of columns, those that the file has. */
export interface RowCells {
  line: number;
  cells: Map<string, string>;
}

/** Columns of one word each, by the field that they fill. */
const fields = {
  status: 'status',
  result: 'result',
  account: 'account',
  owner: 'owner',
  review_by: 'reviewBy',
  ai_role: 'aiRole',
  ai_tier: 'aiTier',
} as const satisfies Record<string, keyof Rule>;

/** Who reads the table knows a service by them; they are not read back. */
const shown = ['service', 'url'];

const verdictColumns = (one: DataClass) => [one, `${one}_if_ru`, `${one}_if_en`] as const;
const factColumns = (kind: DataFact['kind']) =>
  [`${kind}_ru`, `${kind}_en`, `${kind}_source`, `${kind}_date`] as const;

/** What admins alone read and decide. */
export const adminColumns: readonly string[] = ['ai_role', 'ai_tier'];

const tableColumns: readonly string[] = [
  'id',
  ...shown,
  'tier',
  'version',
  ...Object.keys(fields),
  ...dataClasses.flatMap(verdictColumns),
  ...factKinds.flatMap(factColumns),
];

/** The columns of the table of an admin, or of somebody else who decides. */
export const columnsFor = (isAdmin: boolean): readonly string[] =>
  isAdmin ? tableColumns : tableColumns.filter((name) => !adminColumns.includes(name));

/** What a reader is told, never more: a cell that is read back as it was written changes nothing. */
function verdictCells(rule: Rule, one: DataClass): [string, string, string] {
  const told = toldVerdict(rule, one);
  const stored = rule.verdicts[one];
  const word = told === 'undecided' ? '' : told;
  return told === 'yes_if' ? [word, stored?.ru ?? '', stored?.en ?? ''] : [word, '', ''];
}

function factCells(rule: Rule, kind: DataFact['kind']): [string, string, string, string] {
  const fact = rule.facts.find((one) => one.kind === kind);
  return fact ? [fact.ru ?? '', fact.en ?? '', fact.sourceUrl, fact.sourceDate] : ['', '', '', ''];
}

const cellsOf = (rule: Rule & { title: string; url: string }): string[] => [
  String(rule.itemId),
  rule.title,
  rule.url,
  rule.tier,
  String(rule.version),
  ...Object.values(fields).map((field) => rule[field] ?? ''),
  ...dataClasses.flatMap((one) => verdictCells(rule, one)),
  ...factKinds.flatMap((kind) => factCells(rule, kind)),
];

/** The row of a rule, in these columns. */
export function rowOf(
  rule: Rule & { title: string; url: string },
  columns: readonly string[],
): string[] {
  const cells = cellsOf(rule);
  return tableColumns.flatMap((name, place) => (columns.includes(name) ? cells[place]! : []));
}

/** What people write in place of our words. */
const spoken: Record<string, VerdictWord | 'undecided'> = {
  '': 'undecided',
  'не решено': 'undecided',
  'not decided': 'undecided',
  да: 'yes',
  'да, если': 'yes_if',
  'yes, if': 'yes_if',
  спросить: 'ask',
  нет: 'no',
};

const wordOf = (cell: string): string => {
  const word = cell.toLowerCase();
  return spoken[word] ?? word;
};

type VerdictInput = NonNullable<RuleChangeInput['verdicts']>[number];

/** A row that takes `not_allowed` away: what was decided before it holds again, but where the row says no. */
const liftsBan = (cells: RowCells['cells'], present: Rule): boolean =>
  present.status === 'not_allowed' && (cells.get('status') ?? 'not_allowed') !== 'not_allowed';

/** The verdict of a row; nothing where the column is not there, or says what is told of the rule as it stands. */
function verdictIn(cells: RowCells['cells'], present: Rule, one: DataClass): VerdictInput[] {
  const columns = verdictColumns(one);
  if (!columns.some((column) => cells.has(column))) return [];
  const before = verdictCells(present, one);
  const [word, ru, en] = columns.map((column, place) => cells.get(column) ?? before[place]!);
  const isTold =
    [wordOf(word!), ru, en].join('\n') === [wordOf(before[0]), before[1], before[2]].join('\n');
  if (isTold && !(cells.has(one) && present.verdicts[one] && liftsBan(cells, present))) return [];
  // Whether it is one of the words is checked with everything else.
  const verdict = wordOf(word!) as VerdictInput['verdict'];
  return [{ dataClass: one, verdict, conditionRu: ru, conditionEn: en }];
}

function factIn(
  cells: RowCells['cells'],
  present: Rule,
  kind: DataFact['kind'],
): NonNullable<RuleChangeInput['facts']> {
  const columns = factColumns(kind);
  if (!columns.some((column) => cells.has(column))) return [];
  const before = factCells(present, kind);
  const [textRu, textEn, sourceUrl, sourceDate] = columns.map(
    (column, place) => cells.get(column) ?? before[place]!,
  );
  if ([textRu, textEn, sourceUrl, sourceDate].join('\n') === before.join('\n')) return [];
  return [{ kind, textRu, textEn, sourceUrl: sourceUrl || null, sourceDate: sourceDate || null }];
}

/** What a row changes of the rule as it stands, unchecked. */
export function changeIn({ cells }: RowCells, present: Rule): RuleChangeInput {
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
    verdicts: dataClasses.flatMap((one) => verdictIn(cells, present, one)),
    facts: factKinds.flatMap((kind) => factIn(cells, present, kind)),
  };
}

const partOfVerdict: Record<string, number> = { verdict: 0, conditionRu: 1, conditionEn: 2 };
const partOfFact: Record<string, number> = { textRu: 0, textEn: 1, sourceUrl: 2, sourceDate: 3 };

/** The column in which something stands that the path of a fault names. */
export function columnOf(path: string, input: RuleChangeInput): string {
  const [first = '', place = '', part = ''] = path.split('.');
  if (first === 'verdicts') {
    const verdict = input.verdicts?.[Number(place)];
    return verdict ? verdictColumns(verdict.dataClass)[partOfVerdict[part] ?? 0]! : first;
  }
  if (first === 'facts') {
    const fact = input.facts?.[Number(place)];
    return fact ? factColumns(fact.kind)[partOfFact[part] ?? 0]! : first;
  }
  const known = Object.entries(fields).find(([, field]) => field === first);
  return known?.[0] ?? { itemId: 'id', expectedVersion: 'version' }[first] ?? first;
}
