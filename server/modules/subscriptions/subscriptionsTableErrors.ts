// Error messages of the CSV import of subscriptions, in both languages.
import type { Language } from '../../shared/language.ts';
import type { TableError } from '../../shared/tableRows.ts';
import { tableErrorText } from '../access/dataRules/dataRules.module.ts';

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
