// Error messages of the CSV import of data rules, in both languages.
import type { Language } from '../../../shared/language.ts';

export interface TableError {
  /** From 1, the header. */
  line: number;
  /** Null for the whole line. */
  column: string | null;
  code: string;
}

type ErrorText = Record<Language, string>;

const errorTexts: Record<string, ErrorText> = {
  broken: {
    ru: 'Таблицу не удалось прочитать дальше этой строки: проверьте кавычки.',
    en: 'The table cannot be read past this line: look at its quotation marks.',
  },
  tooManyRows: { ru: 'В таблице слишком много строк.', en: 'The table has too many rows.' },
  tooManyCells: {
    ru: 'В строке больше ячеек, чем столбцов: возьмите текст с запятой в кавычки.',
    en: 'The line has more cells than there are columns: put a text with a comma into quotation marks.',
  },
  columnUnknown: { ru: 'Такого столбца нет.', en: 'There is no such column.' },
  columnOfAdmins: {
    ru: 'Этот столбец меняют только администраторы: уберите его.',
    en: 'Only administrators decide this column: take it out.',
  },
  columnTwice: { ru: 'Столбец стоит дважды.', en: 'The column stands there twice.' },
  columnMissing: { ru: 'Не хватает этого столбца.', en: 'This column is missing.' },
  noService: { ru: 'Такого сервиса в каталоге нет.', en: 'The catalogue has no such service.' },
  rowTwice: {
    ru: 'Для этого сервиса и тарифа строка уже есть.',
    en: 'There is a row for this service and plan already.',
  },
  invalid_value: { ru: 'Здесь стоит незнакомое слово.', en: 'This word is not known here.' },
  too_long: { ru: 'Текст слишком длинный.', en: 'The text is too long.' },
  day: { ru: 'День пишут так: 2026-12-31.', en: 'A day is written as 2026-12-31.' },
  webAddress: {
    ru: 'Источник — это адрес страницы, с http:// или https://.',
    en: 'A source is the address of a page, with http:// or https://.',
  },
  conditionMissing: {
    ru: 'У «да, если» нет условия.',
    en: 'This “yes, if” does not say the condition.',
  },
  sourceMissing: {
    ru: 'У факта нет источника или дня, когда его прочли.',
    en: 'The fact has no source, or not the day on which it was read.',
  },
  holdsKey: {
    ru: 'В ячейке ключ или токен: им сможет воспользоваться любой, кто его увидит. Уберите его.',
    en: 'This is a key or a token, and whoever reads it can use it: take it out.',
  },
  changedMeanwhile: {
    ru: 'Кто-то уже изменил это правило. Выгрузите таблицу ещё раз.',
    en: 'Somebody has changed this rule meanwhile. Export the table again.',
  },
};

const unknownErrorText: ErrorText = {
  ru: 'Это значение здесь не подходит.',
  en: 'This value does not fit here.',
};

export const tableErrorText = ({ code }: TableError, language: Language): string =>
  (errorTexts[code] ?? unknownErrorText)[language];
