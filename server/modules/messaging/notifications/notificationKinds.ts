// Notification kinds in one table: event, audience and texts in both languages of each.
import { limits } from '../../../config/limits.ts';
import type { Language } from '../../../shared/language.ts';
import type { EventKind } from '../../outbox/outbox.module.ts';
import type { AccessStatus } from '../../access/requests/accessRequests.module.ts';
import type { ComplaintStatus } from '../../feedback/complaints/complaints.module.ts';
import type { ProposalState } from '../../feedback/proposals/proposals.module.ts';

/** Recipients of an event; `notifications.store.ts` has the SQL of each. */
export type Audience =
  | 'author'
  | 'asked'
  | 'requester'
  | 'reporter'
  | 'proposer'
  | 'watcher'
  | 'users'
  | 'usersOfCompany'
  | 'reviewers'
  | 'sourceDeciders'
  | 'subscriptionKeepers'
  | 'accessHolder'
  | 'concernedByIncident'
  | 'toldOfIncident'
  | 'pilotDeciders'
  | 'loadoutOwners'
  | 'admins';

export interface NotificationSource {
  event: EventKind;
  audience: Audience;
  /** Folds the events of a day into one notification; without it each event gets its own. */
  foldedBy?: 'item' | 'subject';
  /** Unit that counts once within a folded notification; by default each event. */
  part?: 'actor' | 'subject' | 'change' | 'subjectChange';
}

/**
 * A line of text: `name` is the item or the reader's own words, `count` people or use cases, `person` the one who asks.
 */
export type TextOf = (name: string, count: number, person: string) => string;
type Texts = Record<Language, TextOf>;

interface NotificationRow {
  /** Null for a kind without an event. */
  source: NotificationSource | null;
  /** About the reader's own request, complaint or proposal; delivered even when the item has become hidden. */
  isOwn?: true;
  /** The item itself is the subject, so a merge of the item moves the notification. */
  isAboutItem?: true;
  /** Cannot be switched off, because the reader waits for it. */
  isMandatory?: true;
  /** Delivered again at once when a part is added, because a person waits for an answer. */
  isRepeated?: true;
  /** Wait before a message that is sent at once, so that an undo comes before it. */
  waitMs?: number;
  texts?: Texts;
  /** One text for each status: the outcome of something that the reader asked for. */
  statuses?: Record<string, Texts>;
}

const plural =
  (language: Language, forms: Partial<Record<Intl.LDMLPluralRule, string>>) =>
  (count: number): string =>
    `${new Intl.NumberFormat(language).format(count)} ${forms[new Intl.PluralRules(language).select(count)] ?? forms.other}`;

const ruLikers = plural('ru', { one: 'коллеге', other: 'коллегам' });
const enLikers = plural('en', { one: 'colleague', other: 'colleagues' });
const ruOthers = plural('ru', { one: 'коллега', few: 'коллеги', many: 'коллег', other: 'коллеги' });
const enOthers = plural('en', { one: 'more colleague', other: 'more colleagues' });
const ruUseCases = plural('ru', {
  one: 'новый кейс',
  few: 'новых кейса',
  many: 'новых кейсов',
  other: 'нового кейса',
});
const enUseCases = plural('en', { one: 'new use case', other: 'new use cases' });

const noticeText = (days: number): Texts => ({
  ru: (item) => `Отказаться от подписки на «${item}» можно ещё не больше ${days} дней`,
  en: (item) => `No more than ${days} days left to cancel the subscription to “${item}”`,
});

/** The type requires all texts, in both languages and for each status. */
const table = {
  case_liked: {
    source: { event: 'use_case_liked', audience: 'author', foldedBy: 'subject', part: 'actor' },
    texts: {
      ru: (item, count) => `Ваш кейс с «${item}» полезен ${ruLikers(count)}`,
      en: (item, count) => `${enLikers(count)} marked your use case for “${item}” as useful`,
    },
  },
  case_asked: {
    source: { event: 'use_case_asked', audience: 'asked', foldedBy: 'subject', part: 'actor' },
    isRepeated: true,
    texts: {
      ru: (item, count, person) =>
        count > 1
          ? `${person} и ещё ${ruOthers(count - 1)} хотят спросить вас о кейсе с «${item}»`
          : `${person} хочет спросить вас о кейсе с «${item}»`,
      en: (item, count, person) =>
        count > 1
          ? `${person} and ${enOthers(count - 1)} want to ask you about your use case for “${item}”`
          : `${person} wants to ask you about your use case for “${item}”`,
    },
  },
  request_moved: {
    source: { event: 'access_request_moved', audience: 'requester', part: 'subjectChange' },
    isOwn: true,
    waitMs: limits.accessRequest.undoMs,
    statuses: {
      requested: {
        ru: (item) => `Запрос доступа снова ждёт решения: ${item}`,
        en: (item) => `Your access request is waiting for a decision again: ${item}`,
      },
      needs_answer: {
        ru: (item) => `По вашему запросу доступа есть вопрос: ${item}`,
        en: (item) => `There’s a question about your access request: ${item}`,
      },
      approved: {
        ru: (item) => `Ваш запрос доступа одобрен: ${item}`,
        en: (item) => `Your access request is approved: ${item}`,
      },
      declined: {
        ru: (item) => `Ваш запрос доступа отклонён: ${item}`,
        en: (item) => `Your access request is declined: ${item}`,
      },
      granted: {
        ru: (item) => `Доступ выдан: ${item}`,
        en: (item) => `Access granted: ${item}`,
      },
      expired: {
        ru: (item) => `Доступ истёк: ${item}`,
        en: (item) => `Access expired: ${item}`,
      },
      revoked: {
        ru: (item) => `Доступ отозван: ${item}`,
        en: (item) => `Access revoked: ${item}`,
      },
      withdrawn: {
        ru: (item) => `Ваш запрос доступа отозван: ${item}`,
        en: (item) => `Your access request is withdrawn: ${item}`,
      },
    } satisfies Record<AccessStatus, Texts>,
  },
  report_moved: {
    source: { event: 'report_moved', audience: 'reporter' },
    isOwn: true,
    statuses: {
      new: {
        ru: (item) => `Ваша жалоба снова открыта: ${item}`,
        en: (item) => `Your complaint has been reopened: ${item}`,
      },
      in_progress: {
        ru: (item) => `Ваша жалоба в работе: ${item}`,
        en: (item) => `Your complaint is in progress: ${item}`,
      },
      resolved: {
        ru: (item) => `Ваша жалоба решена: ${item}`,
        en: (item) => `Your complaint is resolved: ${item}`,
      },
      rejected: {
        ru: (item) => `Ваша жалоба отклонена: ${item}`,
        en: (item) => `Your complaint is rejected: ${item}`,
      },
    } satisfies Record<ComplaintStatus, Texts>,
  },
  proposal_moved: {
    source: { event: 'proposal_moved', audience: 'proposer' },
    isOwn: true,
    statuses: {
      open: {
        ru: (item) => `Ваше предложение ждёт решения: ${item}`,
        en: (item) => `Your suggestion is waiting for a decision: ${item}`,
      },
      added: {
        ru: (item) => `Сервис, который вы предложили, теперь в каталоге: ${item}`,
        en: (item) => `The service you suggested is now in the catalogue: ${item}`,
      },
      // For an item that was added and then removed from the catalogue.
      addedGone: {
        ru: (item) =>
          `Сервис, который вы предложили, добавили, но в каталоге его больше нет: ${item}`,
        en: (item) =>
          `The service you suggested was added, but is no longer in the catalogue: ${item}`,
      },
      declined: {
        ru: (item) => `Сервис, который вы предложили, не добавили: ${item}`,
        en: (item) => `The service you suggested was declined: ${item}`,
      },
    } satisfies Record<ProposalState | 'addedGone', Texts>,
  },
  wish_told: {
    source: { event: 'wish_told', audience: 'watcher' },
    statuses: {
      served: {
        ru: (search) => `По запросу «${search}» есть результаты`,
        en: (search) => `New results for your search “${search}”`,
      },
      declined: {
        ru: (search) => `По запросу «${search}» ничего не добавят`,
        en: (search) => `Nothing will be added for your search “${search}”`,
      },
    } satisfies Record<'served' | 'declined', Texts>,
  },
  service_rules: {
    source: {
      event: 'data_rules_changed',
      audience: 'usersOfCompany',
      foldedBy: 'item',
      part: 'change',
    },
    isAboutItem: true,
    texts: {
      ru: (item) => `Ваша компания изменила правила данных «${item}»`,
      en: (item) => `Your company has changed its data rules for “${item}”`,
    },
  },
  service_case: {
    source: { event: 'use_case_published', audience: 'users', foldedBy: 'item', part: 'subject' },
    texts: {
      ru: (item, count) => `${ruUseCases(count)} с «${item}»`,
      en: (item, count) => `${enUseCases(count)} for “${item}”`,
    },
  },
  service_link_lost: {
    source: { event: 'link_lost', audience: 'users', foldedBy: 'item' },
    isAboutItem: true,
    texts: {
      ru: (item) => `Ссылка на «${item}» больше не работает`,
      en: (item) => `The link to “${item}” no longer works`,
    },
  },
  loadout_service_hidden: {
    source: { event: 'item_hidden', audience: 'loadoutOwners', foldedBy: 'item' },
    isOwn: true,
    isAboutItem: true,
    texts: {
      ru: (loadout) => `Сервис из набора «${loadout}» скрыли: его видят только администраторы`,
      en: (loadout) => `A service of your loadout “${loadout}” has been hidden: only admins see it`,
    },
  },
  review_due: {
    source: { event: 'review_due', audience: 'reviewers', foldedBy: 'item' },
    isAboutItem: true,
    texts: {
      ru: (item) => `Правила данных для «${item}» пора пересмотреть`,
      en: (item) => `The data rules for “${item}” are due for review`,
    },
  },
  // One notification per change, regardless of the number of rules and items that quote the page.
  source_changed: {
    source: {
      event: 'source_changed',
      audience: 'sourceDeciders',
      foldedBy: 'subject',
      part: 'subject',
    },
    texts: {
      ru: (item) => `Источник правил данных для «${item}» изменился: проверьте правило`,
      en: (item) => `A source of the data rules for “${item}” has changed: check the rule`,
    },
  },
  source_gone: {
    source: {
      event: 'source_gone',
      audience: 'sourceDeciders',
      foldedBy: 'subject',
      part: 'subject',
    },
    texts: {
      ru: (item) => `Страницы, на которую ссылается правило данных для «${item}», больше нет`,
      en: (item) => `A page that the data rules for “${item}” quote is gone`,
    },
  },
  access_needed: {
    source: { event: 'access_review_asked', audience: 'accessHolder' },
    isOwn: true,
    isMandatory: true,
    statuses: {
      asked: {
        ru: (item) => `Вам всё ещё нужен доступ? ${item}`,
        en: (item) => `Do you still need access? ${item}`,
      },
      reminded: {
        ru: (item) => `Напоминаем: ответьте, нужен ли вам ещё доступ. ${item}`,
        en: (item) => `Reminder: tell us whether you still need access. ${item}`,
      },
    } satisfies Record<'asked' | 'reminded', Texts>,
  },
  notice_due: {
    source: { event: 'subscription_notice_due', audience: 'subscriptionKeepers' },
    statuses: {
      60: noticeText(60),
      30: noticeText(30),
      7: noticeText(7),
    },
  },
  incident_started: {
    source: {
      event: 'incident_started',
      audience: 'concernedByIncident',
      foldedBy: 'subject',
      part: 'subject',
    },
    texts: {
      ru: (item) => `Инцидент с «${item}»: посмотрите, что делать`,
      en: (item) => `Incident with “${item}”: see what to do`,
    },
  },
  incident_ended: {
    source: {
      event: 'incident_ended',
      audience: 'toldOfIncident',
      foldedBy: 'subject',
      part: 'subject',
    },
    texts: {
      ru: (item) => `Инцидент с «${item}» завершён: правила данных снова действуют`,
      en: (item) => `The incident with “${item}” is over: its data rules apply again`,
    },
  },
  pilot_ended: {
    source: { event: 'pilot_ended', audience: 'pilotDeciders' },
    texts: {
      ru: (item) => `Пилот с «${item}» заканчивается: решите, что дальше`,
      en: (item) => `The pilot of “${item}” ends: decide what comes next`,
    },
  },
  webhook_gone: {
    source: { event: 'webhook_gone', audience: 'admins' },
    isMandatory: true,
    texts: {
      ru: (host) => `Вебхук выключен: получатель на ${host} ответил, что его больше нет`,
      en: (host) => `Webhook switched off: the receiver at ${host} is gone`,
    },
  },
  telegram_stopped: {
    source: null,
    isMandatory: true,
    texts: {
      ru: () =>
        'Бот не может вам написать: сообщения в Telegram выключены. Включить их можно в профиле',
      en: () =>
        'The bot can’t message you, so Telegram messages are off. Turn them on in your profile',
    },
  },
} satisfies Record<
  string,
  NotificationRow & ({ texts: Texts } | { statuses: Record<string, Texts> })
>;

export type NotificationKind = keyof typeof table;
export const notificationRows: Record<NotificationKind, NotificationRow> = table;
export const notificationKinds = Object.keys(table) as [NotificationKind, ...NotificationKind[]];

const kindsWith = (property: keyof NotificationRow): NotificationKind[] =>
  notificationKinds.filter((kind) => notificationRows[kind][property]);

export const ownKinds = kindsWith('isOwn');
export const itemKinds = kindsWith('isAboutItem');
export const optionalKinds = notificationKinds.filter(
  (kind) => !notificationRows[kind].isMandatory,
);
