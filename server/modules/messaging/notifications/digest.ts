// Telegram messages and mails with one notification or a digest of several, in the reader's language or in both. Pure.
import { cutText, oneLine, quoteLines } from '../../../shared/cleanText.ts';
import { escapeHtml, mailPage } from '../../../shared/mailer.ts';
import { limits } from '../../../config/limits.ts';
import type { BotButton } from '../../people/accounts/accounts.module.ts';
import { reviewButtons } from '../../subscriptions/subscriptions.module.ts';
import { languages as allLanguages, type Language } from '../../../shared/language.ts';
import { notificationRows, type NotificationKind, type TextOf } from './notificationKinds.ts';

/** A notification with all data of its message. */
export interface NotificationContent {
  kind: NotificationKind;
  itemId: number | null;
  subjectId: string;
  /** The reader's own words of a request, the person who asks, or the host of a webhook. */
  title: string | null;
  status: string | null;
  count: number;
  titleRu: string | null;
  titleEn: string | null;
  /** Text that somebody wrote to the reader with it. */
  word: string | null;
}

export interface Digest {
  /** Null for both languages, because the reader's language is unknown. */
  language: Language | null;
  /** Newest first, at most as many as a message holds. */
  notices: readonly NotificationContent[];
  total: number;
  publicUrl: string;
}

const { said: quoteLength, all: messageLength, name: nameLength } = limits.notifications.inMessage;
/** Characters reserved for the heading and the line about further notifications. */
const frameLength = 200;
const settingsPath = '/profile/notifications';
const webhooksPath = '/admin/webhooks';
const subscriptionsPath = '/profile/subscriptions';
const sourcesPath = '/profile/rules/sources';
/** Maximum questions with buttons in one message; the page shows all. */
const maxQuestions = 5;

const removedItem: Record<Language, string> = {
  ru: 'сервис, которого больше нет в каталоге',
  en: 'a service that is no longer in the catalogue',
};

const ruNotifications: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'уведомление',
  few: 'уведомления',
  many: 'уведомлений',
};

const digestTexts: Record<
  Language,
  { heading(count: number): string; more(count: number): string; settings: string; end: string }
> = {
  ru: {
    heading: (count) =>
      `Loadout: ${count.toLocaleString('ru')} ${ruNotifications[new Intl.PluralRules('ru').select(count)] ?? 'уведомления'}`,
    more: (count) => `И ещё ${count.toLocaleString('ru')} — в Loadout`,
    settings: 'Настроить уведомления',
    end: 'Больше не присылать таких писем',
  },
  en: {
    heading: (count) =>
      `Loadout: ${count.toLocaleString('en')} ${count === 1 ? 'notification' : 'notifications'}`,
    more: (count) => `And ${count.toLocaleString('en')} more in Loadout`,
    settings: 'Notification settings',
    end: 'Stop these emails',
  },
};

/** Limits other people's words to one short line. */
const shorten = (text: string): string => cutText(oneLine(text), nameLength);

const itemName = (
  language: Language,
  { kind, title, titleRu, titleEn }: NotificationContent,
): string =>
  // The title of a question is the name of the person who asks.
  (kind === 'case_asked' ? null : title) ??
  (language === 'ru' ? (titleRu ?? titleEn) : (titleEn ?? titleRu)) ??
  (notificationRows[kind].isOwn ? removedItem[language] : '');

/** The text of a notification; undefined for a status that only an earlier release wrote. */
function textOf(
  language: Language,
  { kind, status, itemId }: NotificationContent,
): TextOf | undefined {
  const { texts, statuses } = notificationRows[kind];
  if (texts) return texts[language];
  const isGone = kind === 'proposal_moved' && status === 'added' && itemId === null;
  return statuses?.[isGone ? 'addedGone' : (status ?? '')]?.[language];
}

function notificationLine(language: Language, notice: NotificationContent): string {
  const text = textOf(language, notice);
  const item = shorten(itemName(language, notice));
  return text ? text(item, notice.count, shorten(notice.title ?? '')) : `Loadout: ${item}`;
}

function linkOf(publicUrl: string, { kind, itemId }: NotificationContent): string {
  if (kind === 'telegram_stopped') return publicUrl + settingsPath;
  if (kind === 'webhook_gone') return publicUrl + webhooksPath;
  if (kind === 'source_changed' || kind === 'source_gone') return publicUrl + sourcesPath;
  if (kind === 'notice_due' && itemId === null) return publicUrl + subscriptionsPath;
  return itemId === null || notificationRows[kind].isOwn
    ? `${publicUrl}/profile/requests`
    : `${publicUrl}/services/${itemId}`;
}

const languagesOf = (language: Language | null): readonly Language[] =>
  language ? [language] : allLanguages;

const quotedText = ({ word }: NotificationContent): string[] =>
  word === null ? [] : [quoteLines(cutText(word.trim(), quoteLength), '>')];

const singleNotice = (notice: NotificationContent, { language, publicUrl }: Digest): string =>
  [
    languagesOf(language)
      .map((one) => notificationLine(one, notice))
      .join('\n'),
    ...quotedText(notice),
    linkOf(publicUrl, notice),
  ].join('\n\n');

const listEntry = (language: Language, notice: NotificationContent, publicUrl: string): string =>
  [
    `• ${notificationLine(language, notice)}`,
    ...quotedText(notice),
    linkOf(publicUrl, notice),
  ].join('\n');

/** The entries that fit, and the number of further ones. */
function noticeList(
  language: Language,
  { notices, total, publicUrl }: Digest,
  maxLength: number,
): string {
  const entries: string[] = [];
  let left = maxLength;
  for (const notice of notices) {
    const text = listEntry(language, notice, publicUrl);
    if (text.length + 2 > left) break;
    left -= text.length + 2;
    entries.push(text);
  }
  const more = total - entries.length;
  return [...entries, ...(more > 0 ? [digestTexts[language].more(more)] : [])].join('\n\n');
}

export function telegramText(digest: Digest): string {
  const [first] = digest.notices;
  if (digest.total === 1 && first) return singleNotice(first, digest);
  const languages = languagesOf(digest.language);
  const maxLength = messageLength / languages.length - frameLength;
  return languages
    .map(
      (language) =>
        `${digestTexts[language].heading(digest.total)}\n\n${noticeList(language, digest, maxLength)}`,
    )
    .join('\n\n');
}

/** Buttons for answering the questions of a message directly. */
export function telegramButtons({ notices, language }: Digest): BotButton[] {
  const questions = new Map(
    notices
      .filter(({ kind }) => kind === 'access_needed')
      .map((notice) => [notice.subjectId, notice]),
  );
  const isSingle = notices.length === 1;
  return [...questions.values()]
    .slice(0, maxQuestions)
    .flatMap(({ subjectId, title }) => reviewButtons(subjectId, isSingle ? null : title, language));
}

const htmlEntry = (language: Language, notice: NotificationContent, publicUrl: string): string => {
  const word = notice.word === null ? '' : cutText(notice.word.trim(), quoteLength);
  return (
    `<li><a href="${escapeHtml(linkOf(publicUrl, notice))}" dir="auto">${escapeHtml(notificationLine(language, notice))}</a>` +
    `${word ? `<blockquote style="white-space:pre-wrap" dir="auto">${escapeHtml(word)}</blockquote>` : ''}</li>`
  );
};

/** The digest as a mail, with links to the settings and for unsubscribing. */
export function digestMail(
  digest: Digest,
  unsubscribeUrl: string,
): { subject: string; text: string; html: string } {
  const { notices, total, publicUrl } = digest;
  const settingsUrl = publicUrl + settingsPath;
  const languages = languagesOf(digest.language);
  const text = (language: Language) =>
    [
      noticeList(language, digest, Number.POSITIVE_INFINITY),
      '-- ',
      `${digestTexts[language].settings}: ${settingsUrl}`,
      `${digestTexts[language].end}: ${unsubscribeUrl}`,
    ].join('\n');
  const html = (language: Language) =>
    [
      `<div lang="${language}">`,
      `<ul>${notices.map((notice) => htmlEntry(language, notice, publicUrl)).join('\n')}</ul>`,
      ...(total > notices.length
        ? [`<p>${digestTexts[language].more(total - notices.length)}</p>`]
        : []),
      `<p><a href="${escapeHtml(settingsUrl)}">${digestTexts[language].settings}</a> · `,
      `<a href="${escapeHtml(unsubscribeUrl)}">${digestTexts[language].end}</a></p>`,
      '</div>',
    ].join('\n');
  return {
    subject: languages.map((language) => digestTexts[language].heading(total)).join(' / '),
    text: `${languages.map(text).join('\n\n')}\n`,
    html: mailPage(languages.map(html)),
  };
}
