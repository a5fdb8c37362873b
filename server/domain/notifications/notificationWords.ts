// What people are told outside the page, in both languages: a line for each notification.
import { cutText, oneLine } from '../../shared/foreignText.ts';
import { limits } from '../../limits.ts';
import type { Language } from '../knowledge/knowledge.ts';
import { isOwnKind, type Notification, type NotificationKind } from './notifications.ts';

/** A notification with all that its message says. */
export interface ToldNotice extends Pick<
  Notification,
  'kind' | 'itemId' | 'title' | 'status' | 'count'
> {
  titleRu: string | null;
  titleEn: string | null;
  /** What somebody wrote to the reader with it. */
  word: string | null;
}

type Say = (service: string, count: number, person: string) => string;

/** A number with its word. */
const counted =
  (language: Language, forms: Partial<Record<Intl.LDMLPluralRule, string>>) =>
  (count: number): string =>
    `${new Intl.NumberFormat(language).format(count)} ${forms[new Intl.PluralRules(language).select(count)] ?? forms.other}`;

const ruLikers = counted('ru', { one: 'коллеге', other: 'коллегам' });
const ruMoreAskers = counted('ru', {
  one: 'коллега',
  few: 'коллеги',
  many: 'коллег',
  other: 'коллеги',
});
const enMoreAskers = counted('en', { one: 'more colleague', other: 'more colleagues' });
const ruCases = counted('ru', {
  one: 'новый кейс',
  few: 'новых кейса',
  many: 'новых кейсов',
  other: 'нового кейса',
});

const lines: Record<Language, Partial<Record<NotificationKind, Say>>> = {
  ru: {
    case_liked: (service, count) => `${ruLikers(count)} нравится ваш кейс с «${service}»`,
    case_asked: (service, count, person) =>
      count > 1
        ? `${person} и ещё ${ruMoreAskers(count - 1)} хотят спросить вас о кейсе с «${service}»`
        : `${person} хочет спросить вас о кейсе с «${service}»`,
    service_rules: (service) => `Ваша компания решила, что можно делать с «${service}»`,
    service_case: (service, count) => `${ruCases(count)} с «${service}»`,
    service_link_lost: (service) => `Ссылка на «${service}» больше не открывается`,
    review_due: (service) => `Правила данных для «${service}» пора пересмотреть`,
    webhook_gone: (host) => `Вебхук выключен: получатель на ${host} ответил, что его больше нет`,
    telegram_stopped: () =>
      'Бот не может вам написать: сообщения в Telegram выключены. Включить их можно в профиле',
  },
  en: {
    case_liked: (service, count) =>
      `${counted('en', { one: 'colleague likes', other: 'colleagues like' })(count)} your use case for “${service}”`,
    case_asked: (service, count, person) =>
      count > 1
        ? `${person} and ${enMoreAskers(count - 1)} want to ask you about your use case for “${service}”`
        : `${person} wants to ask you about your use case for “${service}”`,
    service_rules: (service) => `Your company has decided what may be done with “${service}”`,
    service_case: (service, count) =>
      `${counted('en', { one: 'new use case', other: 'new use cases' })(count)} for “${service}”`,
    service_link_lost: (service) => `The link to “${service}” doesn’t open any more`,
    review_due: (service) => `The data rules of “${service}” are due for review`,
    webhook_gone: (host) => `A webhook is switched off: its receiver at ${host} says it is gone`,
    telegram_stopped: () =>
      'The bot can’t write to you: messages in Telegram are off. Switch them on in your profile',
  },
};

/** What has become of something that the reader had asked for, by how far it has come. */
const states: Record<Language, Record<string, Say>> = {
  ru: {
    'request_moved requested': (service) => `Запрос доступа снова ждёт решения: ${service}`,
    'request_moved needs_answer': (service) => `По вашему запросу доступа есть вопрос: ${service}`,
    'request_moved approved': (service) => `Ваш запрос доступа одобрен: ${service}`,
    'request_moved declined': (service) => `Ваш запрос доступа отклонён: ${service}`,
    'request_moved granted': (service) => `Доступ открыт: ${service}`,
    'request_moved expired': (service) => `Срок доступа закончился: ${service}`,
    'request_moved revoked': (service) => `Доступ закрыт: ${service}`,
    'report_moved new': (service) => `Ваша жалоба снова открыта: ${service}`,
    'report_moved in_progress': (service) => `Ваша жалоба в работе: ${service}`,
    'report_moved resolved': (service) => `Ваша жалоба решена: ${service}`,
    'report_moved rejected': (service) => `Ваша жалоба отклонена: ${service}`,
    'proposal_moved added': (service) =>
      `Сервис, который вы предложили, теперь в каталоге: ${service}`,
    'proposal_moved added gone': (service) =>
      `Сервис, который вы предложили, добавили, но в каталоге его больше нет: ${service}`,
    'proposal_moved declined': (service) =>
      `Сервис, который вы предложили, не добавили: ${service}`,
    'wish_told served': (service) => `По запросу «${service}» теперь кое-что есть`,
    'wish_told declined': (service) => `По запросу «${service}» ничего не появится`,
  },
  en: {
    'request_moved requested': (service) => `Your request waits for a decision again: ${service}`,
    'request_moved needs_answer': (service) =>
      `There is a question on your request for access: ${service}`,
    'request_moved approved': (service) => `Your request for access is approved: ${service}`,
    'request_moved declined': (service) => `Your request for access is declined: ${service}`,
    'request_moved granted': (service) => `Access is granted: ${service}`,
    'request_moved expired': (service) => `Access has expired: ${service}`,
    'request_moved revoked': (service) => `Access is revoked: ${service}`,
    'report_moved new': (service) => `Your report is open again: ${service}`,
    'report_moved in_progress': (service) => `Your report is in progress: ${service}`,
    'report_moved resolved': (service) => `Your report is resolved: ${service}`,
    'report_moved rejected': (service) => `Your report is rejected: ${service}`,
    'proposal_moved added': (service) =>
      `The service you suggested is now in the catalogue: ${service}`,
    'proposal_moved added gone': (service) =>
      `The service you suggested was added, but is no longer in the catalogue: ${service}`,
    'proposal_moved declined': (service) => `The service you suggested was declined: ${service}`,
    'wish_told served': (service) => `Something answers your search “${service}” now`,
    'wish_told declined': (service) => `Nothing will come for your search “${service}”`,
  },
};

/** A service that the reader may not see any more. */
const gone: Record<Language, string> = {
  ru: 'сервис, которого больше нет в каталоге',
  en: 'a service that is no longer in the catalogue',
};

/** What of others stands in a line: one line, and short. */
const short = (text: string): string => cutText(oneLine(text), limits.notifications.inMessage.name);

const serviceOf = (language: Language, { kind, title, titleRu, titleEn }: ToldNotice): string =>
  (kind === 'case_asked' ? null : title) ??
  (language === 'ru' ? (titleRu ?? titleEn) : (titleEn ?? titleRu)) ??
  (isOwnKind(kind) ? gone[language] : '');

const stateOf = ({ kind, status, itemId }: ToldNotice): string =>
  kind === 'proposal_moved' && status === 'added' && itemId === null
    ? `${kind} ${status} gone`
    : `${kind} ${status}`;

/** One line of ours, in which what others wrote is one line too, and short. */
export function lineOf(language: Language, notice: ToldNotice): string {
  const say = lines[language][notice.kind] ?? states[language][stateOf(notice)] ?? null;
  const service = short(serviceOf(language, notice));
  return say ? say(service, notice.count, short(notice.title ?? '')) : `Loadout: ${service}`;
}

const ruNews = counted('ru', {
  one: 'уведомление',
  few: 'уведомления',
  many: 'уведомлений',
  other: 'уведомления',
});
const enNews = counted('en', { one: 'notification', other: 'notifications' });

/** What frames the lines. */
export const frame: Record<
  Language,
  {
    news(count: number): string;
    more(count: number): string;
    settings: string;
    end: string;
  }
> = {
  ru: {
    news: (count) => `Loadout: ${ruNews(count)}`,
    more: (count) => `И ещё ${new Intl.NumberFormat('ru').format(count)} — в Loadout`,
    settings: 'Что и когда сообщать',
    end: 'Больше не присылать таких писем',
  },
  en: {
    news: (count) => `Loadout: ${enNews(count)}`,
    more: (count) => `And ${new Intl.NumberFormat('en').format(count)} more in Loadout`,
    settings: 'What to be told, and when',
    end: 'Stop these emails',
  },
};
