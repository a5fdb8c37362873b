// Data rules of a company as a table: given out, looked at before it comes in, and brought in, all of it or nothing.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { holdsKey } from '../../../shared/credentials.ts';
import { decodeText } from '../../../shared/decodeText.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { readId } from '../../../shared/ids.ts';
import { parseInput, storableText } from '../../../shared/validation.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import {
  changed,
  planTiers,
  sayTheSame,
  type PlanTier,
  type Rule,
  type RuleFacts,
} from './dataRules.ts';
import {
  changeOf,
  ruleChangeInput,
  textsWithPaths,
  type CheckedChange,
  type RuleChangeInput,
} from './dataRulesInput.ts';
import type { DataRulesQueries } from './dataRules.queries.ts';
import type { DataRules } from './dataRules.service.ts';
import {
  adminColumns,
  changeIn,
  columnOf,
  columnsFor,
  rowOf,
  type RowCells,
} from './rulesTable.ts';
import type { TableFault } from './rulesTableErrors.ts';

const tooLarge = (message: string) => new DomainError('INVALID', message, { reason: 'tooCostly' });

/** Tables as files, which this room does not know how to read. */
export interface TableFiles {
  /** Stops after `maxRows` rows; `hasMore` says that it stopped. */
  read(
    text: string,
    maxRows: number,
  ):
    | { header: string[]; lines: { line: number; cells: string[] }[]; hasMore: boolean }
    | { brokenAt: number };
  write(rows: readonly (readonly string[])[]): string;
}

interface Options {
  search: DataRulesQueries;
  rules: Pick<DataRules, 'reader' | 'decider' | 'writeChecked'>;
  files: TableFiles;
}

/** What a row makes of a rule. */
export interface RowChange {
  itemId: number;
  titleRu: string | null;
  titleEn: string | null;
  tier: PlanTier;
  before: RuleFacts;
  after: RuleFacts;
}

/** What a table has changed, or would change. */
export interface TableOutcome {
  isDryRun: boolean;
  /** Rows that were read. */
  rows: number;
  /** Rules that say something else then. */
  changed: number;
  /** The first of them. */
  changes: RowChange[];
  /** At most so many; where there is one, nothing comes in. */
  errors: TableFault[];
  errorsCount: number;
  /** By which it is taken back; null where nothing was changed. */
  changeId: number | null;
}

const fault = (line: number, column: string | null, code: string): TableFault => ({
  line,
  column,
  code,
});

/** A row that says something else than the rule as it stands. */
interface WantedChange {
  checked: CheckedChange;
  before: Rule;
  after: RuleFacts;
}

/** The text of a table, which is typed or the bytes of a file. @throws DomainError INVALID (`unknownEncoding`) */
function textOf(table: string | Uint8Array): string {
  const text = typeof table === 'string' ? table : decodeText(table);
  if (text !== null) return text;
  throw new DomainError('INVALID', 'The file is not text in UTF-8, UTF-16 or Windows-1251', {
    reason: 'unknownEncoding',
  });
}

/** A column of the file that has a name, and its place in a line. */
interface NamedColumn {
  name: string;
  place: number;
}

function headerFaults(columns: readonly NamedColumn[], isAdmin: boolean): TableFault[] {
  const known = new Set(columnsFor(isAdmin));
  const seen = Map.groupBy(columns, ({ name }) => name);
  return [
    ...columns
      .filter(({ name }) => !known.has(name))
      .map(({ name }) =>
        fault(1, name, adminColumns.includes(name) ? 'columnOfAdmins' : 'columnUnknown'),
      ),
    ...[...seen]
      .filter(([, those]) => those.length > 1)
      .map(([name]) => fault(1, name, 'columnTwice')),
    ...(seen.has('id') ? [] : [fault(1, 'id', 'columnMissing')]),
  ];
}

/** The cells in which a key stands that the row would write. */
async function keysIn(
  row: RowCells,
  input: RuleChangeInput,
  checked: CheckedChange,
): Promise<TableFault[]> {
  const faults: TableFault[] = [];
  for (const { path, text } of textsWithPaths(checked))
    if (await holdsKey(text)) faults.push(fault(row.line, columnOf(path, input), 'holdsKey'));
  return faults;
}

const tierIn = ({ cells }: RowCells): PlanTier | null => {
  const cell = (cells.get('tier') ?? '').toLowerCase() || 'team';
  return planTiers.find((tier) => tier === cell) ?? null;
};

export const createRulesTable = ({ search, rules, files }: Options) => {
  /** The rules as they stand, by service and plan, for every service that the row may name, also by the id of one that was merged. */
  const presentRules = async (
    companyKey: string,
    wanted: readonly RowCells[],
    seesHidden: boolean,
  ): Promise<Map<string, Rule>> => {
    const ids = wanted.flatMap(({ cells }) => {
      const id = readId(cells.get('id') ?? '');
      return id === null ? [] : [id];
    });
    const idNow = await search.itemsNow([...new Set(ids)], seesHidden);
    const views = await search.views(
      [...new Set(idNow.values())].flatMap((itemId) =>
        planTiers.map((tier) => ({ itemId, companyKey, tier })),
      ),
    );
    const ruleOf = new Map(views.map((rule) => [`${rule.itemId} ${rule.tier}`, rule]));
    return new Map(
      [...idNow].flatMap(([wanted, id]) =>
        planTiers.map((tier) => [`${wanted} ${tier}`, ruleOf.get(`${id} ${tier}`)!]),
      ),
    );
  };

  /** One row against the rule as it stands: the change, its faults, or none where it says the same. */
  const checkRow = async (row: RowCells, present: Rule): Promise<CheckedChange | TableFault[]> => {
    const input = changeIn(row, present);
    const result = ruleChangeInput.safeParse(input);
    if (!result.success) {
      try {
        parseInput(ruleChangeInput, input);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return error.errors.map(({ path, code }) => fault(row.line, columnOf(path, input), code));
      }
      return [];
    }
    if (sayTheSame(present, changed(present, changeOf(result.data)))) return [];
    const faults = await keysIn(row, input, result.data);
    if (result.data.expectedVersion !== present.version)
      faults.push(fault(row.line, null, 'changedMeanwhile'));
    return faults.length > 0 ? faults : result.data;
  };

  /** The first changes, with the titles of their services. */
  const shownOf = async (wanted: readonly WantedChange[]): Promise<RowChange[]> => {
    const shown = wanted.slice(0, limits.lists.dataRulesShown);
    const titles = await search.titles(shown.map(({ before }) => before.itemId));
    return shown.map(({ before, after }) => ({
      itemId: before.itemId,
      titleRu: null,
      titleEn: null,
      ...titles.get(before.itemId),
      tier: before.tier,
      before,
      after,
    }));
  };

  const readRows = (text: string, isAdmin: boolean): { rows: RowCells[]; faults: TableFault[] } => {
    const table = files.read(text, limits.lists.dataRulesTable);
    if ('brokenAt' in table) return { rows: [], faults: [fault(table.brokenAt, null, 'broken')] };
    // Columns without a name, as spreadsheets leave them behind, cost nothing, however many there are.
    const columns = table.header
      .map((name, place): NamedColumn => ({ name: name.trim().toLowerCase(), place }))
      .filter(({ name }) => name !== '');
    const faults = headerFaults(columns, isAdmin);
    if (table.hasMore) faults.push(fault(limits.lists.dataRulesTable + 2, null, 'tooManyRows'));
    // A comma without quotation marks moves all that stands behind it: a no would come into the column of a condition.
    for (const { line, cells } of table.lines)
      if (cells.length > table.header.length) faults.push(fault(line, null, 'tooManyCells'));
    if (faults.length > 0) return { rows: [], faults };
    const rows = table.lines.map(({ line, cells }) => ({
      line,
      cells: new Map(columns.map(({ name, place }) => [name, cells[place] ?? ''])),
    }));
    return { rows, faults };
  };

  return {
    /**
     * All services with the rules of a company, for whoever reads them to decide.
     * @throws DomainError FORBIDDEN, NOT_FOUND, INVALID (`tooCostly`) past what an answer holds, or more rows than come in again
     */
    async export(viewer: Viewer, companyKey: string): Promise<string> {
      const { isAdmin } = await rules.reader(viewer, companyKey);
      const known = (await search.companies(null)).some(({ key }) => key === companyKey);
      if (!known) throw new DomainError('NOT_FOUND', 'There is no such company');
      if ((await search.tableBytes(companyKey)) > limits.rest.answerBytes)
        throw tooLarge('The table is too large to be given out');
      const rows = await search.table({
        companyKey,
        always: 'team',
        most: limits.lists.dataRulesTable + 1,
        seesHidden: isAdmin,
      });
      // A part of it would look like all of it.
      if (rows.length > limits.lists.dataRulesTable)
        throw tooLarge(`The table has more than ${limits.lists.dataRulesTable} rows`);
      const columns = columnsFor(isAdmin);
      return files.write([columns, ...rows.map((row) => rowOf(row, columns))]);
    },

    /**
     * Brings a table in, or says what that would do; one with a fault changes nothing. A column that is not there stays, an empty
     * cell clears.
     * @throws DomainError INVALID past a limit or in letters that are not known (`unknownEncoding`), NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`), CONFLICT for a change in the same moment
     */
    async bringIn(
      viewer: Viewer,
      companyKey: string,
      given: { text: string | Uint8Array; isDryRun: boolean },
    ): Promise<TableOutcome> {
      const by = await rules.decider(viewer, [companyKey]);
      const { text } = parseInput(z.object({ text: storableText(limits.text.rulesTable) }), {
        text: textOf(given.text),
      });
      const { rows, faults } = readRows(text, by.isAdmin);
      const present = await presentRules(companyKey, rows, by.isAdmin);
      const seen = new Set<string>();
      const wanted: WantedChange[] = [];
      for (const row of rows) {
        const tier = tierIn(row);
        if (tier === null) {
          faults.push(fault(row.line, 'tier', 'invalid_value'));
          continue;
        }
        const rule = present.get(`${readId(row.cells.get('id') ?? '')} ${tier}`);
        // Two ids may lead to one service.
        const key = rule ? `${rule.itemId} ${tier}` : '';
        if (!rule || seen.has(key)) {
          faults.push(fault(row.line, 'id', rule ? 'rowTwice' : 'noService'));
          continue;
        }
        seen.add(key);
        const checked = await checkRow(row, rule);
        if (Array.isArray(checked)) {
          faults.push(...checked);
          continue;
        }
        wanted.push({ checked, before: rule, after: changed(rule, changeOf(checked)) });
      }
      const shown = faults.length > 0 ? [] : wanted;
      const outcome = {
        isDryRun: given.isDryRun,
        rows: rows.length,
        changed: shown.length,
        changes: await shownOf(shown),
        errors: faults.slice(0, limits.lists.dataRulesTableErrors),
        errorsCount: faults.length,
        changeId: null,
      };
      if (given.isDryRun || shown.length === 0) return outcome;
      const written = await rules.writeChecked(
        by,
        companyKey,
        shown.map(({ checked }) => checked),
        'import',
      );
      return { ...outcome, changed: written.count, changeId: written.changeId };
    },
  };
};
