// Error messages of the CSV import of data rules, in both languages.
import type { Language } from '../../../shared/language.ts';
import type { TableError } from '../../../shared/tableRows.ts';

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
