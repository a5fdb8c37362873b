// The mail about a request for access: in both languages, as plain text and as HTML.
import type { AccessRequest, RequestedService } from './access.ts';

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
}

export interface AccessMailText {
  subject: string;
  text: string;
  html: string;
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** One line: whatever a title holds, it cannot begin a new header. */
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

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
  return [
    { ru: 'Сервис', en: 'Service', value: request.service },
    ...(service ? [{ ru: 'Адрес сервиса', en: 'Service address', value: service.sourceUrl }] : []),
    { ru: 'Кто просит', en: 'Requested by', value: person.filter(Boolean).join(' ') },
    { ru: 'Подписка', en: 'Subscription', value: request.subscriptionType },
    {
      ru: 'Нужен тестовый период',
      en: 'Trial period needed',
      value: request.needsTesting ? 'да' : 'нет',
      valueEn: request.needsTesting ? 'yes' : 'no',
    },
    { ru: 'Для каких задач', en: 'What it is needed for', value: request.features },
  ];
};

const introduction = {
  ru: 'Сотрудник просит доступ к сервису из каталога Loadout.',
  en: 'An employee is requesting access to a service from the Loadout catalogue.',
};

const closing = {
  ru: 'Ответ на это письмо получит сам сотрудник.',
  en: 'A reply to this message goes straight to the employee.',
};

const textPart = (language: 'ru' | 'en', rows: Row[], isAnswerable: boolean): string =>
  [
    introduction[language],
    '',
    ...rows.map(
      (row) => `${row[language]}: ${language === 'en' ? (row.valueEn ?? row.value) : row.value}`,
    ),
    ...(isAnswerable ? ['', closing[language]] : []),
  ].join('\n');

const cell = 'padding:6px 12px 6px 0;vertical-align:top;';

const htmlPart = (language: 'ru' | 'en', rows: Row[], isAnswerable: boolean): string =>
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
    ...(isAnswerable ? [`<p>${closing[language]}</p>`] : []),
    '</div>',
  ].join('\n');

/** Composes the mail. What a person wrote stands in it as text, never as markup or as a header. */
export function accessMail(
  request: AccessRequest,
  service: RequestedService | null,
  requester: Requester,
): AccessMailText {
  const rows = rowsOf(request, service, requester);
  const isAnswerable = requester.email !== null;
  return {
    subject: `Запрос доступа / Access request: ${oneLine(request.service)}`,
    text: `${textPart('ru', rows, isAnswerable)}\n\n---\n\n${textPart('en', rows, isAnswerable)}\n`,
    html: [
      '<!doctype html>',
      '<html><head><meta charset="utf-8"></head>',
      '<body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#1d1f27">',
      htmlPart('ru', rows, isAnswerable),
      '<hr style="border:0;border-top:1px solid #d5d7de;margin:24px 0">',
      htmlPart('en', rows, isAnswerable),
      '</body></html>',
    ].join('\n'),
  };
}
