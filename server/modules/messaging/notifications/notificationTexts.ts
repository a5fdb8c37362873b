// What people are told outside the page, in both languages: a line for each notification.
import { cutText, oneLine } from '../../../shared/untrustedText.ts';
import { limits } from '../../../config/limits.ts';
import type { Language } from '../../../shared/language.ts';
import type { AccessStatus } from '../../access/requests/accessRequests.module.ts';
import type { ComplaintStatus } from '../../feedback/complaints/complaints.module.ts';
import type { ProposalState } from '../../feedback/proposals/proposals.module.ts';
import {
  isOwnKind,
  isStatusKind,
  type Notification,
  type NotificationKind,
  type StatusKind,
} from './notifications.ts';

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

/** A kind without a text in a language does not compile. */
const lines: Record<Language, Record<Exclude<NotificationKind, StatusKind>, Say>> = {
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

/** The statuses of each kind that says how far something has come. */
interface StatusOf {
  request_moved: AccessStatus;
  report_moved: ComplaintStatus;
  /** `addedGone`: added, and no longer in the catalogue. */
  proposal_moved: ProposalState | 'addedGone';
  wish_told: 'served' | 'declined';
}

/** What has become of something that the reader had asked for; a status without a text in a language does not compile. */
const states: Record<Language, { [Kind in StatusKind]: Record<StatusOf[Kind], Say> }> = {
  ru: {
    request_moved: {
      requested: (service) => `Запрос доступа снова ждёт решения: ${service}`,
      needs_answer: (service) => `По вашему запросу доступа есть вопрос: ${service}`,
      approved: (service) => `Ваш запрос доступа одобрен: ${service}`,
      declined: (service) => `Ваш запрос доступа отклонён: ${service}`,
      granted: (service) => `Доступ открыт: ${service}`,
      expired: (service) => `Срок доступа закончился: ${service}`,
      revoked: (service) => `Доступ закрыт: ${service}`,
      withdrawn: (service) => `Ваш запрос доступа отозван: ${service}`,
    },
    report_moved: {
      new: (service) => `Ваша жалоба снова открыта: ${service}`,
      in_progress: (service) => `Ваша жалоба в работе: ${service}`,
      resolved: (service) => `Ваша жалоба решена: ${service}`,
      rejected: (service) => `Ваша жалоба отклонена: ${service}`,
    },
    proposal_moved: {
      open: (service) => `Ваше предложение ждёт решения: ${service}`,
      added: (service) => `Сервис, который вы предложили, теперь в каталоге: ${service}`,
      addedGone: (service) =>
        `Сервис, который вы предложили, добавили, но в каталоге его больше нет: ${service}`,
      declined: (service) => `Сервис, который вы предложили, не добавили: ${service}`,
    },
    wish_told: {
      served: (service) => `По запросу «${service}» теперь кое-что есть`,
      declined: (service) => `По запросу «${service}» ничего не появится`,
    },
  },
  en: {
    request_moved: {
      requested: (service) => `Your request waits for a decision again: ${service}`,
      needs_answer: (service) => `There is a question on your request for access: ${service}`,
      approved: (service) => `Your request for access is approved: ${service}`,
      declined: (service) => `Your request for access is declined: ${service}`,
      granted: (service) => `Access is granted: ${service}`,
      expired: (service) => `Access has expired: ${service}`,
      revoked: (service) => `Access is revoked: ${service}`,
      withdrawn: (service) => `Your request for access is withdrawn: ${service}`,
    },
    report_moved: {
      new: (service) => `Your report is open again: ${service}`,
      in_progress: (service) => `Your report is in progress: ${service}`,
      resolved: (service) => `Your report is resolved: ${service}`,
      rejected: (service) => `Your report is rejected: ${service}`,
    },
    proposal_moved: {
      open: (service) => `Your suggestion waits for a decision: ${service}`,
      added: (service) => `The service you suggested is now in the catalogue: ${service}`,
      addedGone: (service) =>
        `The service you suggested was added, but is no longer in the catalogue: ${service}`,
      declined: (service) => `The service you suggested was declined: ${service}`,
    },
    wish_told: {
      served: (service) => `Something answers your search “${service}” now`,
      declined: (service) => `Nothing will come for your search “${service}”`,
    },
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

/** The text of a status; none for one that only an earlier release knew. */
function sayOfStatus(language: Language, kind: StatusKind, notice: ToldNotice): Say | undefined {
  const { status, itemId } = notice;
  const isGone = kind === 'proposal_moved' && status === 'added' && itemId === null;
  const texts: Partial<Record<string, Say>> = states[language][kind];
  return texts[isGone ? 'addedGone' : (status ?? '')];
}

/** One line of ours, in which what others wrote is one line too, and short. */
export function lineOf(language: Language, notice: ToldNotice): string {
  const { kind } = notice;
  const say = isStatusKind(kind) ? sayOfStatus(language, kind, notice) : lines[language][kind];
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
