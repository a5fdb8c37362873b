// CSV table of subscriptions: its columns, one row per item and company, and its error messages in both languages.
import type { Language } from '../../shared/language.ts';
import type { RowCells, TableError } from '../../shared/tableRows.ts';
import { tableErrorText } from '../access/dataRules/dataRules.module.ts';
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

/** Error texts that differ from those of other tables. */
const errorTexts: Record<string, Record<Language, string>> = {
  noService: {
    ru: 'Такого сервиса в каталоге нет. Проверьте service_id.',
    en: 'This service is not in the catalogue. Check the service_id.',
  },
  companyUnknown: {
    ru: 'Такой компании нет, или её подписки ведёте не вы. Проверьте ключ компании.',
    en: 'There is no such company, or others manage its subscriptions. Check its key.',
  },
  rowTwice: {
    ru: 'Для этого сервиса и компании уже есть строка. Оставьте одну.',
    en: 'This service and company already have a row. Keep one.',
  },
  required: { ru: 'Заполните эту ячейку.', en: 'Fill in this cell.' },
  number: {
    ru: 'Укажите целое число не меньше нуля.',
    en: 'Write a whole number of 0 or more.',
  },
  too_big: { ru: 'Слишком большое число.', en: 'The number is too large.' },
  price: {
    ru: 'Укажите цену числом, например 12.50, с копейками не точнее валюты.',
    en: 'Write the price as 12.50, with no more decimals than the currency has.',
  },
  currency: {
    ru: 'Неизвестная валюта. Укажите код, например EUR.',
    en: 'Unknown currency. Use its code, such as EUR.',
  },
  invalid_value: {
    ru: 'Неизвестный период. Укажите month или year.',
    en: 'Unknown period. Write month or year.',
  },
  contractAddress: {
    ru: 'Укажите адрес договора с http:// или https://.',
    en: 'The contract must be a web address that begins with http:// or https://.',
  },
  unknownPerson: {
    ru: 'У человека с такой почтой нет аккаунта. Проверьте адрес.',
    en: 'Nobody with this email has an account. Check the address.',
  },
  changedMeanwhile: {
    ru: 'Кто-то уже изменил эту подписку. Выгрузите таблицу ещё раз.',
    en: 'Somebody else has changed this subscription. Export the table again.',
  },
};

export const subscriptionErrorText = (error: TableError, language: Language): string =>
  errorTexts[error.code]?.[language] ?? tableErrorText(error, language);
