// CSV export and import of the data rules of a company.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { holdsKey } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { readId } from '../../../shared/ids.ts';
import {
  readTableRows,
  tableError,
  tableText,
  type RowCells,
  type TableError,
  type TableFiles,
} from '../../../shared/tableRows.ts';
import { parseInput, storableText } from '../../../shared/validation.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import {
  applyChange,
  planTiers,
  isSameRule,
  type PlanTier,
  type RuleView,
  type RuleFacts,
} from './dataRules.ts';
import {
  toRuleChange,
  ruleChangeInput,
  freeTexts,
  type CheckedChange,
  type RuleChangeInput,
} from './dataRulesInput.ts';
import type { DataRulesQueries } from './dataRules.queries.ts';
import type { DataRules } from './dataRules.service.ts';
import { adminColumns, parseRow, columnOfPath, columnsFor, toRow } from './rulesTable.ts';

const tooLarge = (message: string) => new DomainError('INVALID', message, { reason: 'tooCostly' });

interface Options {
  queries: DataRulesQueries;
  dataRules: DataRules;
  files: TableFiles;
}

export interface RowChange {
  itemId: number;
  titleRu: string | null;
  titleEn: string | null;
  tier: PlanTier;
  before: RuleFacts;
  after: RuleFacts;
}

export interface TableImport {
  isDryRun: boolean;
  rows: number;
  changed: number;
  changes: RowChange[];
  /** The first errors; with any error nothing is imported. */
  errors: TableError[];
  errorsCount: number;
  /** The change to undo; null when nothing changed. */
  changeId: number | null;
}

interface PlannedChange {
  checked: CheckedChange;
  before: RuleView;
  after: RuleFacts;
}

async function credentialErrors(
  row: RowCells,
  input: RuleChangeInput,
  checked: CheckedChange,
): Promise<TableError[]> {
  const errors: TableError[] = [];
  for (const { path, text } of freeTexts(checked))
    if (await holdsKey(text))
      errors.push(tableError(row.line, columnOfPath(path, input), 'holdsKey'));
  return errors;
}

const tierOf = ({ cells }: RowCells): PlanTier | null => {
  const cell = (cells.get('tier') ?? '').toLowerCase() || 'team';
  return planTiers.find((tier) => tier === cell) ?? null;
};

export class RulesTable {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * All items with the rules of a company as CSV.
   * @throws DomainError FORBIDDEN, NOT_FOUND, INVALID (`tooCostly`) when the table exceeds the limit of an answer or an
   * import
   */
  async export(viewer: Viewer, companyKey: string): Promise<string> {
    const { isAdmin } = await this.deps.dataRules.requireReader(viewer, companyKey);
    const known = (await this.deps.queries.companies(null)).some(({ key }) => key === companyKey);
    if (!known) throw new DomainError('NOT_FOUND', 'This company does not exist. Check its key');
    if ((await this.deps.queries.estimateTableBytes(companyKey)) > limits.rest.answerBytes)
      throw tooLarge('The table is too large to export');
    const rows = await this.deps.queries.table({
      companyKey,
      always: 'team',
      most: limits.lists.dataRulesTable + 1,
      seesHidden: isAdmin,
    });
    // A truncated table would look complete.
    if (rows.length > limits.lists.dataRulesTable)
      throw tooLarge(
        `The table has more than ${limits.lists.dataRulesTable} rows, which is the limit of an import`,
      );
    const columns = columnsFor(isAdmin);
    return this.deps.files.write([columns, ...rows.map((row) => toRow(row, columns))]);
  }

  /**
   * Imports a table, or previews the import; a table with an error changes nothing. A missing column leaves a field
   * unchanged, an empty cell clears it.
   * @throws DomainError INVALID past a limit or for an unknown encoding (`unknownEncoding`), NOT_FOUND, FORBIDDEN
   * (`approversOnly`, `otherCompany`), CONFLICT for a concurrent change
   */
  async import(
    viewer: Viewer,
    companyKey: string,
    given: { text: string | Uint8Array; isDryRun: boolean },
  ): Promise<TableImport> {
    const by = await this.deps.dataRules.requireDecider(viewer, [companyKey]);
    const { text } = parseInput(z.object({ text: storableText(limits.text.rulesTable) }), {
      text: tableText(given.text),
    });
    const { rows, errors } = this.readRows(text, by.isAdmin);
    const present = await this.rulesOfRows(companyKey, rows, by.isAdmin);
    const seen = new Set<string>();
    const wanted: PlannedChange[] = [];
    for (const row of rows) {
      const tier = tierOf(row);
      if (tier === null) {
        errors.push(tableError(row.line, 'tier', 'invalid_value'));
        continue;
      }
      const rule = present.get(`${readId(row.cells.get('id') ?? '')} ${tier}`);
      // Two ids may refer to the same item after a merge.
      const key = rule ? `${rule.itemId} ${tier}` : '';
      if (!rule || seen.has(key)) {
        errors.push(tableError(row.line, 'id', rule ? 'rowTwice' : 'noService'));
        continue;
      }
      seen.add(key);
      const checked = await this.checkRow(row, rule);
      if (Array.isArray(checked)) {
        errors.push(...checked);
        continue;
      }
      wanted.push({ checked, before: rule, after: applyChange(rule, toRuleChange(checked)) });
    }
    const shown = errors.length > 0 ? [] : wanted;
    const outcome = {
      isDryRun: given.isDryRun,
      rows: rows.length,
      changed: shown.length,
      changes: await this.previewChanges(shown),
      errors: errors.slice(0, limits.lists.dataRulesTableErrors),
      errorsCount: errors.length,
      changeId: null,
    };
    if (given.isDryRun || shown.length === 0) return outcome;
    const written = await this.deps.dataRules.writeChanges(
      by,
      companyKey,
      shown.map(({ checked }) => checked),
      'import',
    );
    return { ...outcome, changed: written.count, changeId: written.changeId };
  }

  /** Current rules by the row's item id and plan; ids of merged items work too. */
  private async rulesOfRows(
    companyKey: string,
    wanted: readonly RowCells[],
    seesHidden: boolean,
  ): Promise<Map<string, RuleView>> {
    const ids = wanted.flatMap(({ cells }) => {
      const id = readId(cells.get('id') ?? '');
      return id === null ? [] : [id];
    });
    const idNow = await this.deps.queries.currentItemIds([...new Set(ids)], seesHidden);
    const views = await this.deps.queries.views(
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
  }

  /** The change of one row, or its errors; null when the row equals the rule. */
  private async checkRow(row: RowCells, present: RuleView): Promise<CheckedChange | TableError[]> {
    const input = parseRow(row, present);
    const result = ruleChangeInput.safeParse(input);
    if (!result.success) {
      try {
        parseInput(ruleChangeInput, input);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return error.errors.map(({ path, code }) =>
          tableError(row.line, columnOfPath(path, input), code),
        );
      }
      return [];
    }
    if (isSameRule(present, applyChange(present, toRuleChange(result.data)))) return [];
    const errors = await credentialErrors(row, input, result.data);
    if (result.data.expectedVersion !== present.version)
      errors.push(tableError(row.line, null, 'changedMeanwhile'));
    return errors.length > 0 ? errors : result.data;
  }

  private async previewChanges(wanted: readonly PlannedChange[]): Promise<RowChange[]> {
    const shown = wanted.slice(0, limits.lists.dataRulesShown);
    const titles = await this.deps.queries.titles(shown.map(({ before }) => before.itemId));
    return shown.map(({ before, after }) => ({
      itemId: before.itemId,
      titleRu: null,
      titleEn: null,
      ...titles.get(before.itemId),
      tier: before.tier,
      before,
      after,
    }));
  }

  private readRows(text: string, isAdmin: boolean): { rows: RowCells[]; errors: TableError[] } {
    const known = new Set(columnsFor(isAdmin));
    return readTableRows(this.deps.files, text, {
      refuse: (name) => {
        if (known.has(name)) return null;
        return adminColumns.includes(name) ? 'columnOfAdmins' : 'columnUnknown';
      },
      required: ['id'],
      maxRows: limits.lists.dataRulesTable,
    });
  }
}
