// Columns of the CSV table of subscriptions: one row per item and company.
import type { RowCells } from '../../shared/tableRows.ts';
import {
  formatPrice,
  isCurrency,
  parsePrice,
  type Subscription,
  type SubscriptionTerms,
} from './subscriptions.ts';

/** Columns of the terms, and their fields. */
const termColumns = {
  plan: 'plan',
  seats: 'seats',
  price_per_seat: 'pricePerSeat',
  currency: 'currency',
  period: 'period',
  owner: 'ownerEmail',
  renews_on: 'renewsOn',
  notice_days: 'noticeDays',
  contract: 'contractUrl',
  note: 'note',
} as const satisfies Record<string, keyof SubscriptionTerms>;

/** `service` is for readers only; an import ignores it. */
export const tableColumns: readonly string[] = [
  'service_id',
  'service',
  'company',
  ...Object.keys(termColumns),
  'version',
];

export const toRow = (one: Subscription): string[] => [
  String(one.itemId ?? ''),
  one.service,
  one.companyKey,
  ...Object.values(termColumns).map((field) =>
    field === 'pricePerSeat'
      ? formatPrice(one.pricePerSeat, one.currency)
      : String(one[field] ?? ''),
  ),
  String(one.version),
];

/** The column for the path of a validation error. */
export const columnOfPath = (path: string): string | null =>
  Object.entries(termColumns).find(([, field]) => field === path)?.[0] ?? null;

const periodAliases: Record<string, string> = { месяц: 'month', год: 'year' };
const wholeNumber = (cell: string): number => (/^\d{1,12}$/.test(cell) ? Number(cell) : Number.NaN);

/** Parses a cell; undefined for an empty one of a required field. */
const readers: Record<keyof typeof termColumns, (cell: string, currency: string) => unknown> = {
  plan: (cell) => cell,
  seats: wholeNumber,
  price_per_seat: (cell, currency) =>
    (isCurrency(currency) ? parsePrice(cell, currency) : 0) ?? Number.NaN,
  currency: (cell) => cell,
  period: (cell) => periodAliases[cell.toLowerCase()] ?? cell.toLowerCase(),
  owner: (cell) => cell || null,
  renews_on: (cell) => cell || null,
  notice_days: (cell) => (cell === '' ? 0 : wholeNumber(cell)),
  contract: (cell) => cell || null,
  note: (cell) => cell || null,
};

/** The terms of a row, not validated: missing columns have the values of the present subscription. */
export function parseRow(
  { cells }: RowCells,
  present: Subscription | null,
): Record<string, unknown> {
  const currency = (cells.get('currency') ?? present?.currency ?? '').toUpperCase();
  return Object.fromEntries(
    Object.entries(termColumns).map(([column, field]) => {
      const cell = cells.get(column);
      const read = readers[column as keyof typeof termColumns];
      return [field, cell === undefined ? present?.[field] : read(cell, currency)];
    }),
  );
}
