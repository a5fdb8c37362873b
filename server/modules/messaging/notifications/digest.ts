// The message that tells somebody outside the page of one thing, or of several at once. Pure: what others wrote begins no line of it.
import { cutText, quoteLines } from '../../../shared/untrustedText.ts';
import { escapeHtml, mailPage } from '../../../shared/mailPage.ts';
import { limits } from '../../../config/limits.ts';
import type { Language } from '../../../shared/language.ts';
import { isOwnKind } from './notifications.ts';
import { frame, lineOf, type ToldNotice } from './notificationTexts.ts';

/** What a message is made of. */
export interface Digest {
  /** Null: the reader's language is not known, so everything is said in both. */
  language: Language | null;
  /** The newest first, and no more than a message tells. */
  notices: readonly ToldNotice[];
  total: number;
  publicUrl: string;
}

const { said, all } = limits.notifications.inMessage;
const settingsPath = '/profile/notifications';
const webhooksPath = '/admin/tokens';

/** Where a notification leads. */
function addressOf(publicUrl: string, { kind, itemId }: ToldNotice): string {
  if (kind === 'telegram_stopped') return publicUrl + settingsPath;
  if (kind === 'webhook_gone') return publicUrl + webhooksPath;
  return itemId === null || isOwnKind(kind)
    ? `${publicUrl}/profile/requests`
    : `${publicUrl}/services/${itemId}`;
}

const languagesOf = (language: Language | null): Language[] =>
  language ? [language] : ['ru', 'en'];

const wordOf = ({ word }: ToldNotice): string | null =>
  word === null ? null : quoteLines(cutText(word.trim(), said), '>');

const alone = (notice: ToldNotice, { language, publicUrl }: Digest): string =>
  [
    languagesOf(language)
      .map((one) => lineOf(one, notice))
      .join('\n'),
    wordOf(notice),
    addressOf(publicUrl, notice),
  ]
    .filter((part) => part !== null)
    .join('\n\n');

const entry = (language: Language, notice: ToldNotice, publicUrl: string): string =>
  [`• ${lineOf(language, notice)}`, wordOf(notice), addressOf(publicUrl, notice)]
    .filter((part) => part !== null)
    .join('\n');

/** As many entries as there is room for, and how many are left. */
function listed(language: Language, { notices, total, publicUrl }: Digest, room: number): string {
  const entries: string[] = [];
  let left = room;
  for (const notice of notices) {
    const text = entry(language, notice, publicUrl);
    if (text.length + 2 > left) break;
    left -= text.length + 2;
    entries.push(text);
  }
  const more = total - entries.length;
  return [...entries, ...(more > 0 ? [frame[language].more(more)] : [])].join('\n\n');
}

/** The message as Telegram takes it. */
export function telegramText(digest: Digest): string {
  const [first] = digest.notices;
  if (digest.total === 1 && first) return alone(first, digest);
  const languages = languagesOf(digest.language);
  const room = all / languages.length - 200;
  return languages
    .map((language) => `${frame[language].news(digest.total)}\n\n${listed(language, digest, room)}`)
    .join('\n\n');
}

const htmlEntry = (language: Language, notice: ToldNotice, publicUrl: string): string => {
  const word = notice.word === null ? '' : cutText(notice.word.trim(), said);
  return (
    `<li><a href="${escapeHtml(addressOf(publicUrl, notice))}" dir="auto">${escapeHtml(lineOf(language, notice))}</a>` +
    `${word ? `<blockquote style="white-space:pre-wrap" dir="auto">${escapeHtml(word)}</blockquote>` : ''}</li>`
  );
};

/** The same as a mail, with the ways to other settings and to no more mails. */
export function digestMail(
  digest: Digest,
  unsubscribeUrl: string,
): { subject: string; text: string; html: string } {
  const { notices, total, publicUrl } = digest;
  const settingsUrl = publicUrl + settingsPath;
  const languages = languagesOf(digest.language);
  const text = (language: Language) =>
    [
      listed(language, digest, Number.POSITIVE_INFINITY),
      '-- ',
      `${frame[language].settings}: ${settingsUrl}`,
      `${frame[language].end}: ${unsubscribeUrl}`,
    ].join('\n');
  const html = (language: Language) =>
    [
      `<div lang="${language}">`,
      `<ul>${notices.map((notice) => htmlEntry(language, notice, publicUrl)).join('\n')}</ul>`,
      ...(total > notices.length ? [`<p>${frame[language].more(total - notices.length)}</p>`] : []),
      `<p><a href="${escapeHtml(settingsUrl)}">${frame[language].settings}</a> · `,
      `<a href="${escapeHtml(unsubscribeUrl)}">${frame[language].end}</a></p>`,
      '</div>',
    ].join('\n');
  return {
    subject: languages.map((language) => frame[language].news(total)).join(' / '),
    text: `${languages.map(text).join('\n\n')}\n`,
    html: mailPage(languages.map(html)),
  };
}
