// Mail about an access request: in both languages, as plain text and as HTML.
import { oneLine, quoteLines } from '../../../shared/untrustedText.ts';
import { escapeHtml, mailPage } from '../../../shared/mailPage.ts';
import type { AccessRequest, RequestedService } from './accessRequests.ts';
import { dataClassNames, deadlineText, planName, type BilingualText } from './accessTexts.ts';
import type { Language } from '../../../shared/language.ts';

export interface Requester {
  name: string;
  email: string | null;
  company: string | null;
}

interface Row {
  ru: string;
  en: string;
  value: string;
  valueEn?: string;
  /** Printed below its name, on lines of its own. */
  isLong?: boolean;
}

export interface AccessMailText {
  subject: string;
  text: string;
  html: string;
}

const rowOf = (ru: string, en: string, [value, valueEn]: BilingualText): Row => ({
  ru,
  en,
  value,
  valueEn,
});

const rowsOf = (
  request: AccessRequest,
  service: RequestedService | null,
  requester: Requester,
): Row[] => {
  const person = [
    requester.name,
    requester.email && `<${requester.email}>`,
    requester.company && `(${requester.company})`,
  ];
  const data = dataClassNames(request.dataClasses);
  return [
    { ru: 'Сервис', en: 'Service', value: request.service },
    ...(service ? [{ ru: 'Адрес сервиса', en: 'Service address', value: service.sourceUrl }] : []),
    { ru: 'Кто просит', en: 'Requested by', value: person.filter(Boolean).join(' ') },
    rowOf('Подписка', 'Subscription', planName(request.subscriptionType)),
    rowOf(
      'Нужен тестовый период',
      'Trial period needed',
      request.needsTesting ? ['да', 'yes'] : ['нет', 'no'],
    ),
    ...(data ? [rowOf('Какие данные', 'Data to be put in', data)] : []),
    rowOf('Срок решения', 'Decide by', deadlineText(request.dueAt)),
    { ru: 'Для каких задач', en: 'What it is needed for', value: request.features, isLong: true },
  ];
};

const introduction = {
  ru: 'Сотрудник просит доступ к сервису из каталога Loadout.',
  en: 'An employee is requesting access to a service from the Loadout catalogue.',
};

const decided = {
  ru: 'Решить можно на странице запроса',
  en: 'It is decided on the page of the request',
};

const closing = {
  ru: 'Ответ на это письмо получит сам сотрудник.',
  en: 'A reply to this message goes straight to the employee.',
};

interface Part {
  rows: Row[];
  isAnswerable: boolean;
  pageUrl: string;
}

/** People's words stay on the line of their name or are quoted, so that none of their lines passes for one of ours. */
const textLine = (language: Language, row: Row): string => {
  const value = language === 'en' ? (row.valueEn ?? row.value) : row.value;
  return `${row[language]}:${row.isLong ? `\n${quoteLines(value, '>')}` : ` ${oneLine(value)}`}`;
};

const textPart = (language: Language, { rows, isAnswerable, pageUrl }: Part): string =>
  [
    introduction[language],
    '',
    ...rows.map((row) => textLine(language, row)),
    '',
    `${decided[language]}: ${pageUrl}`,
    ...(isAnswerable ? [closing[language]] : []),
  ].join('\n');

const cell = 'padding:6px 12px 6px 0;vertical-align:top;';

const htmlPart = (language: Language, { rows, isAnswerable, pageUrl }: Part): string =>
  [
    `<div lang="${language}">`,
    `<p>${introduction[language]}</p>`,
    '<table style="border-collapse:collapse">',
    ...rows.map((row) => {
      const value = language === 'en' ? (row.valueEn ?? row.value) : row.value;
      return (
        `<tr><th scope="row" style="${cell}text-align:left;font-weight:normal;color:#5b5f6b">${row[language]}</th>` +
        `<td style="${cell}white-space:pre-wrap" dir="auto">${escapeHtml(value)}</td></tr>`
      );
    }),
    '</table>',
    `<p><a href="${escapeHtml(pageUrl)}">${decided[language]}</a></p>`,
    ...(isAnswerable ? [`<p>${closing[language]}</p>`] : []),
    '</div>',
  ].join('\n');

/**
 * Composes the mail; people's words are escaped text, never markup or a header.
 * @param pageUrl the page of the request; opening it decides nothing
 */
export function accessMail(
  request: AccessRequest,
  service: RequestedService | null,
  requester: Requester,
  pageUrl: string,
): AccessMailText {
  const part: Part = {
    rows: rowsOf(request, service, requester),
    isAnswerable: requester.email !== null,
    pageUrl,
  };
  return {
    subject: `Запрос доступа / Access request: ${oneLine(request.service)}`,
    text: `${textPart('ru', part)}\n\n---\n\n${textPart('en', part)}\n`,
    html: mailPage([htmlPart('ru', part), htmlPart('en', part)]),
  };
}
