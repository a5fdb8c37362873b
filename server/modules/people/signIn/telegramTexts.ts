// Texts of the Telegram bot for sign-in and connection, in both languages.
import { limits } from '../../../config/limits.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { Language } from '../../../shared/language.ts';

/** A reply of the bot; `name` is that of the account. */
export type BotReplyText =
  | {
      kind:
        | 'linked'
        | 'alreadyLinked'
        | 'welcomeBack'
        | 'linkQuestion'
        | 'linkAgreed'
        | 'nowConnected'
        | 'replaced';
      name: string;
    }
  | { kind: 'linkYes' | 'linkNo' | 'linkDeclined' }
  | {
      kind:
        | 'belongsToAnother'
        | 'invalidLink'
        | 'stranger'
        | 'closed'
        | 'disabled'
        | 'unconfirmed'
        | 'tryAgain';
    };

type Template = (name: string) => string;

/** Full minutes, as "5 minutes". */
const minutes = (language: Language, ms: number): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(ms / minuteMs);
const signIn = (language: Language): string => minutes(language, limits.session.directAccessMs);
const link = (language: Language): string => minutes(language, limits.session.telegramLinkMs);

const templates: Record<BotReplyText['kind'], Record<Language, Template>> = {
  linked: {
    ru: (name) =>
      `Готово: Telegram подключён к аккаунту «${name}». Вот одноразовая ссылка для входа, она действует ${signIn('ru')}:`,
    en: (name) =>
      `Done: Telegram is connected to the account “${name}”. Here is your sign-in link; it works once, for ${signIn('en')}:`,
  },
  alreadyLinked: {
    ru: (name) =>
      `Telegram уже подключён к аккаунту «${name}». Вот одноразовая ссылка для входа, она действует ${signIn('ru')}:`,
    en: (name) =>
      `Telegram is already connected to the account “${name}”. Here is your sign-in link; it works once, for ${signIn('en')}:`,
  },
  linkQuestion: {
    ru: (name) =>
      `Подключить этот Telegram к аккаунту «${name}»?\n\nСоглашайтесь, только если это ваш аккаунт: иначе вы будете входить под чужим именем.`,
    en: (name) =>
      `Connect this Telegram to the account “${name}”?\n\nAgree only if the account is yours: otherwise you would be signing in as someone else.`,
  },
  linkYes: { ru: () => 'Да, это мой аккаунт', en: () => 'Yes, it’s my account' },
  linkNo: { ru: () => 'Нет', en: () => 'No' },
  linkAgreed: {
    ru: (name) =>
      `Осталось подтвердить в Loadout: вернитесь на страницу, где вы вошли как «${name}», и ответьте на вопрос о Telegram.`,
    en: (name) =>
      `One step left: go back to Loadout, where you are signed in as “${name}”, and answer the question about Telegram.`,
  },
  linkDeclined: {
    ru: () => 'Хорошо, ничего не подключаем.',
    en: () => 'OK, nothing has been connected.',
  },
  nowConnected: {
    ru: (name) =>
      `Telegram подключён к аккаунту «${name}». Чтобы получить ссылку для входа, отправьте /start. Если это сделали не вы, напишите администратору.`,
    en: (name) =>
      `Telegram is connected to the account “${name}”. Send /start to get a sign-in link. If this wasn’t you, tell an administrator.`,
  },
  replaced: {
    ru: (name) =>
      `Этот Telegram отключён от аккаунта «${name}»: владелец подключил другой. Если это сделали не вы, напишите администратору.`,
    en: (name) =>
      `This Telegram is no longer connected to the account “${name}”: its owner has connected another one. If this wasn’t you, tell an administrator.`,
  },
  welcomeBack: {
    ru: (name) =>
      `Здравствуйте, ${name}! Вот одноразовая ссылка для входа, она действует ${signIn('ru')}:`,
    en: (name) => `Hello, ${name}! Here is your sign-in link; it works once, for ${signIn('en')}:`,
  },
  belongsToAnother: {
    ru: () =>
      'Этот Telegram уже подключён к другому аккаунту. Войдите в тот аккаунт или обратитесь к администратору.',
    en: () =>
      'This Telegram is already connected to another account. Sign in to that account or ask an administrator.',
  },
  invalidLink: {
    ru: () =>
      'Эта ссылка уже использована или устарела. Откройте Loadout и нажмите «Подключить Telegram» ещё раз.',
    en: () =>
      'This link has already been used or has expired. Open Loadout and press “Connect Telegram” again.',
  },
  stranger: {
    ru: () =>
      `Этот Telegram ещё не подключён. Войдите через рабочий аккаунт Google и ответьте на вопрос о Telegram. Ссылка действует ${link('ru')} и предназначена только вам — не пересылайте её:`,
    en: () =>
      `This Telegram isn’t connected yet. Sign in with your work Google account and answer the question about Telegram. The link is for you only and works for ${link('en')}; don’t forward it to anyone:`,
  },
  closed: {
    ru: () => 'Доступ только для сотрудников компаний-партнёров.',
    en: () => 'Access is limited to partner-company employees.',
  },
  disabled: {
    ru: () => 'Администратор отключил ваш аккаунт. Если это ошибка, напишите администратору.',
    en: () =>
      'An administrator has disabled your account. If you think it’s a mistake, contact them.',
  },
  unconfirmed: {
    ru: () =>
      'Google давно не подтверждал ваш аккаунт. Откройте Loadout в браузере и войдите через Google — после этого Telegram снова заработает.',
    en: () =>
      'Google hasn’t confirmed your account for too long. Open Loadout in a browser and sign in with Google; Telegram will then work again.',
  },
  tryAgain: {
    ru: () => 'Loadout сейчас недоступен. Попробуйте ещё раз через минуту.',
    en: () => 'Loadout is unavailable right now. Try again in a minute.',
  },
};

export const botText = (reply: BotReplyText, language: Language): string =>
  templates[reply.kind][language]('name' in reply ? reply.name : '');

/** For a person whose language is unknown. */
export const bilingualBotText = (reply: BotReplyText): string =>
  [botText(reply, 'ru'), botText(reply, 'en')].join('\n\n');

/** The language of a Telegram person; Russian is the fallback (specification, section 9). */
export const languageOfTelegram = (code: string | null | undefined): Language =>
  code?.toLowerCase().split('-')[0] === 'en' ? 'en' : 'ru';
