// CSV export and import of subscriptions.
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import { holdsKey } from '../../shared/credentials.ts';
import { DomainError } from '../../shared/domainError.ts';
import { readId } from '../../shared/ids.ts';
import {
  readTableRows,
  tableError,
  tableText,
  type RowCells,
  type TableError,
  type TableFiles,
} from '../../shared/tableRows.ts';
import { parseInput, storableText } from '../../shared/validation.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import type { SubscriptionsQueries, SubscriptionView } from './subscriptions.queries.ts';
import type { Subscriptions, WantedChange } from './subscriptions.service.ts';
import {
  freeTexts,
  isSameTerms,
  type SubscriptionScope,
  type SubscriptionTerms,
  termsInput,
} from './subscriptions.ts';
import { columnOfPath, parseRow, tableColumns, toRow } from './subscriptionsTable.ts';

interface Options {
  queries: SubscriptionsQueries;
  subscriptions: Subscriptions;
  files: TableFiles;
}

export interface SubscriptionsImport {
  isDryRun: boolean;
  rows: number;
  added: number;
  changed: number;
  /** The first errors; any error prevents the import. */
  errors: TableError[];
  errorsCount: number;
}

/** Records that the rows of an import refer to. */
interface Known {
  scope: SubscriptionScope;
  companies: ReadonlySet<string>;
  items: ReadonlyMap<number, number>;
  present: ReadonlyMap<string, SubscriptionView>;
}

type CheckedRow = WantedChange & { line: number };

const keyOf = (itemId: number | null, companyKey: string): string => `${itemId} ${companyKey}`;

/** Distinguishes missing and unreadable numbers by column. */
function codeOf(path: string, code: string, cell: string | undefined): string {
  if (!cell) return code === 'invalid_type' ? 'required' : code;
  if (code !== 'invalid_type') return code;
  return path === 'pricePerSeat' ? 'price' : 'number';
}

async function credentialErrors(row: RowCells, terms: SubscriptionTerms): Promise<TableError[]> {
  const errors: TableError[] = [];
  for (const [field, text] of Object.entries(freeTexts(terms)))
    if (text && (await holdsKey(text)))
      errors.push(tableError(row.line, columnOfPath(field), 'holdsKey'));
  return errors;
}

function termsOf(
  row: RowCells,
  present: SubscriptionView | null,
): SubscriptionTerms | TableError[] {
  try {
    return parseInput(termsInput, parseRow(row, present));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.errors.map(({ path, code }) => {
      const column = columnOfPath(path);
      return tableError(row.line, column, codeOf(path, code, row.cells.get(column ?? '')));
    });
  }
}

async function checkRow(
  row: RowCells,
  { scope, companies, items, present }: Known,
): Promise<CheckedRow | TableError[]> {
  const id = readId(row.cells.get('service_id') ?? '');
  const companyKey = (row.cells.get('company') || scope.companies?.[0]) ?? '';
  if (!companies.has(companyKey)) return [tableError(row.line, 'company', 'companyUnknown')];
  const current = items.get(id ?? 0);
  const before =
    present.get(keyOf(id, companyKey)) ?? present.get(keyOf(current ?? null, companyKey)) ?? null;
  const itemId = before?.itemId ?? current;
  if (itemId === undefined) return [tableError(row.line, 'service_id', 'noService')];
  const terms = termsOf(row, before);
  if (Array.isArray(terms)) return terms;
  const errors = await credentialErrors(row, terms);
  const version = row.cells.get('version');
  if (before && version && Number(version) !== before.version && !isSameTerms(before, terms))
    errors.push(tableError(row.line, null, 'changedMeanwhile'));
  return errors.length > 0 ? errors : { line: row.line, itemId, companyKey, terms, before };
}

export class SubscriptionsTable {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Subscriptions as CSV, of a company or of all. @throws DomainError FORBIDDEN */
  async export(viewer: Viewer, companyKey: string | null): Promise<string> {
    const { subscriptions } = await this.deps.subscriptions.overview(viewer, companyKey);
    const rows = subscriptions.filter(({ itemId }) => itemId !== null);
    return this.deps.files.write([tableColumns, ...rows.map(toRow)]);
  }

  /**
   * Imports a table, or previews the import; a table with an error changes nothing. A missing column leaves a field
   * unchanged, an empty cell clears it.
   * @throws DomainError INVALID past a limit or for an unknown encoding (`unknownEncoding`), FORBIDDEN, CONFLICT for a
   * concurrent change
   */
  async import(
    viewer: Viewer,
    given: { text: string | Uint8Array; isDryRun: boolean },
  ): Promise<SubscriptionsImport> {
    const scope = await this.deps.subscriptions.requireScope(viewer, null);
    const { text } = parseInput(z.object({ text: storableText(limits.text.rulesTable) }), {
      text: tableText(given.text),
    });
    const isOneCompany = scope.companies?.length === 1;
    const { rows, errors } = readTableRows(this.deps.files, text, {
      refuse: (name) => (tableColumns.includes(name) ? null : 'columnUnknown'),
      required: isOneCompany ? ['service_id'] : ['service_id', 'company'],
      maxRows: limits.lists.subscriptions,
    });
    const wanted = await this.checkRows(scope, rows, errors);
    await this.checkOwners(wanted, errors);
    const changes = errors.length > 0 ? [] : wanted.filter(isChange);
    if (!given.isDryRun && changes.length > 0) await this.write(scope, changes);
    const added = changes.filter(({ before }) => before === null).length;
    return {
      isDryRun: given.isDryRun,
      rows: rows.length,
      added,
      changed: changes.length - added,
      errors: errors
        .toSorted((one, other) => one.line - other.line)
        .slice(0, limits.lists.dataRulesTableErrors),
      errorsCount: errors.length,
    };
  }

  private async checkRows(
    scope: SubscriptionScope,
    rows: readonly RowCells[],
    errors: TableError[],
  ): Promise<CheckedRow[]> {
    const { queries } = this.deps;
    const ids = rows.flatMap(({ cells }) => readId(cells.get('service_id') ?? '') ?? []);
    const known: Known = {
      scope,
      companies: new Set(await queries.companies(scope.companies)),
      items: await queries.currentItemIds([...new Set(ids)], scope.isAdmin),
      present: new Map(
        (await queries.list(scope)).map((one) => [keyOf(one.itemId, one.companyKey), one]),
      ),
    };
    const seen = new Set<string>();
    const wanted: CheckedRow[] = [];
    for (const row of rows) {
      const checked = await checkRow(row, known);
      if (Array.isArray(checked)) errors.push(...checked);
      else if (seen.has(keyOf(checked.itemId, checked.companyKey)))
        errors.push(tableError(row.line, 'service_id', 'rowTwice'));
      else {
        seen.add(keyOf(checked.itemId, checked.companyKey));
        wanted.push(checked);
      }
    }
    return wanted;
  }

  private async checkOwners(wanted: readonly CheckedRow[], errors: TableError[]): Promise<void> {
    const asked = wanted.filter(
      ({ terms, before }) => terms.ownerEmail && terms.ownerEmail !== before?.ownerEmail,
    );
    const known = await this.deps.subscriptions.inTransaction(({ store }) =>
      store.peopleByEmail(asked.map(({ terms }) => terms.ownerEmail!)),
    );
    for (const { line, terms } of asked)
      if (!known.has(terms.ownerEmail!.toLowerCase()))
        errors.push(tableError(line, 'owner', 'unknownPerson'));
  }

  /** @throws DomainError CONFLICT (`changedMeanwhile`) when a subscription has changed since the check */
  private async write(scope: SubscriptionScope, changes: readonly CheckedRow[]): Promise<void> {
    await this.deps.subscriptions.inTransaction(async (transaction) => {
      for (const { before } of changes) {
        if (before && (await transaction.store.lock(before.id))?.version !== before.version)
          throw new DomainError(
            'CONFLICT',
            'Somebody else has changed a subscription of the table. Check it again',
            { reason: 'changedMeanwhile' },
          );
      }
      await this.deps.subscriptions.write(transaction, scope, changes);
    });
  }
}

const isChange = ({ before, terms }: CheckedRow): boolean =>
  before === null || !isSameTerms(before, terms);
