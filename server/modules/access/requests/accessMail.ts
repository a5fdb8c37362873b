// Mail about an access request: in both languages, as plain text and as HTML.
import { oneLine, quoteLines } from '../../../shared/cleanText.ts';
import { escapeHtml, mailPage } from '../../../shared/mailer.ts';
import {
  type AccessRequest,
  type BilingualText,
  dataClassNames,
  deadlineText,
  planName,
  type RequestedService,
} from './accessRequests.ts';
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
  /** Printed on separate lines below its name. */
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

/** A request with its item; the item is null when not all approvers may see it. */
interface RequestWithService {
  request: AccessRequest;
  service: RequestedService | null;
}

/** Rows for the items of a mail, one line per item when there are several. */
function serviceRows(requests: readonly RequestWithService[]): Row[] {
  const [one, second] = requests;
  if (one && !second)
    return [
      { ru: 'Сервис', en: 'Service', value: one.request.service },
      ...(one.service
        ? [{ ru: 'Адрес сервиса', en: 'Service URL', value: one.service.sourceUrl }]
        : []),
    ];
  const lines = requests.map(({ request, service }) =>
    [oneLine(request.service), service?.sourceUrl].filter(Boolean).join(': '),
  );
  return [{ ru: 'Сервисы', en: 'Services', value: lines.join('\n'), isLong: true }];
}

const rowsOf = (requests: readonly RequestWithService[], requester: Requester): Row[] => {
  const { request } = requests[0]!;
  const person = [
    requester.name,
    requester.email && `<${requester.email}>`,
    requester.company && `(${requester.company})`,
  ];
  const data = dataClassNames(request.dataClasses);
  return [
    ...serviceRows(requests),
    { ru: 'Кто просит', en: 'Requested by', value: person.filter(Boolean).join(' ') },
    rowOf('Подписка', 'Subscription', planName(request.subscriptionType)),
    rowOf(
      'Нужен тестовый период',
      'Trial period needed',
      request.needsTesting ? ['да', 'yes'] : ['нет', 'no'],
    ),
    ...(data ? [rowOf('Данные', 'Data', data)] : []),
    rowOf('Срок решения', 'Decide by', deadlineText(request.dueAt)),
    { ru: 'Для каких задач', en: 'What it’s needed for', value: request.features, isLong: true },
  ];
};

const introductions = {
  one: {
    ru: 'Сотрудник просит доступ к сервису из каталога Loadout.',
    en: 'An employee is requesting access to a service from the Loadout catalogue.',
  },
  several: {
    ru: 'Сотрудник просит доступ к нескольким сервисам из каталога Loadout.',
    en: 'An employee is requesting access to several services from the Loadout catalogue.',
  },
};

const links = {
  one: { ru: 'Решить на странице запроса', en: 'Decide on the request’s page' },
  several: { ru: 'Решить на странице запросов', en: 'Decide on the page of requests' },
};

const closing = {
  ru: 'Ответ на это письмо получит сам сотрудник.',
  en: 'A reply to this message goes straight to the employee.',
};

interface Part {
  number: 'one' | 'several';
  rows: Row[];
  isAnswerable: boolean;
  pageUrl: string;
}

/** People's texts stay on the line of their name or are quoted, so that they cannot imitate lines of Loadout. */
const textLine = (language: Language, row: Row): string => {
  const value = language === 'en' ? (row.valueEn ?? row.value) : row.value;
  return `${row[language]}:${row.isLong ? `\n${quoteLines(value, '>')}` : ` ${oneLine(value)}`}`;
};

const textPart = (language: Language, { number, rows, isAnswerable, pageUrl }: Part): string =>
  [
    introductions[number][language],
    '',
    ...rows.map((row) => textLine(language, row)),
    '',
    `${links[number][language]}: ${pageUrl}`,
    ...(isAnswerable ? [closing[language]] : []),
  ].join('\n');

const cell = 'padding:6px 12px 6px 0;vertical-align:top;';

const htmlPart = (language: Language, { number, rows, isAnswerable, pageUrl }: Part): string =>
  [
    `<div lang="${language}">`,
    `<p>${introductions[number][language]}</p>`,
    '<table style="border-collapse:collapse">',
    ...rows.map((row) => {
      const value = language === 'en' ? (row.valueEn ?? row.value) : row.value;
      return (
        `<tr><th scope="row" style="${cell}text-align:left;font-weight:normal;color:#5b5f6b">${row[language]}</th>` +
        `<td style="${cell}white-space:pre-wrap" dir="auto">${escapeHtml(value)}</td></tr>`
      );
    }),
    '</table>',
    `<p><a href="${escapeHtml(pageUrl)}">${links[number][language]}</a></p>`,
    ...(isAnswerable ? [`<p>${closing[language]}</p>`] : []),
    '</div>',
  ].join('\n');

/**
 * Composes the mail about a request, or about several with the same text; people's texts are escaped, never markup or a
 * header.
 * @param pageUrl page of the requests; opening it decides nothing
 */
export function accessMail(
  requests: readonly RequestWithService[],
  requester: Requester,
  pageUrl: string,
): AccessMailText {
  const more = requests.length - 1;
  const part: Part = {
    number: more > 0 ? 'several' : 'one',
    rows: rowsOf(requests, requester),
    isAnswerable: requester.email !== null,
    pageUrl,
  };
  const first = oneLine(requests[0]!.request.service);
  return {
    subject: `Запрос доступа / Access request: ${first}${more > 0 ? ` (+${more})` : ''}`,
    text: `${textPart('ru', part)}\n\n---\n\n${textPart('en', part)}\n`,
    html: mailPage([htmlPart('ru', part), htmlPart('en', part)]),
  };
}
