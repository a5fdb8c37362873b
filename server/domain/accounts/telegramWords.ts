// What the bot says, in both languages.
import type { Language } from '../knowledge/knowledge.ts';

/** What the bot has to say; a `name` is the account's. */
export type BotWord =
  | { kind: 'linked' | 'alreadyLinked' | 'welcomeBack'; name: string }
  | { kind: 'belongsToAnother' | 'invalidLink' | 'stranger' | 'closed' };

type Say = (name: string) => string;

const words: Record<BotWord['kind'], Record<Language, Say>> = {
  linked: {
    ru: (name) =>
      `Готово: Telegram подключён к аккаунту «${name}». Ссылка для входа действует 5 минут и один раз:`,
    en: (name) =>
      `Done: Telegram is connected to the account “${name}”. This link signs you in, once and within 5 minutes:`,
  },
  alreadyLinked: {
    ru: (name) =>
      `Telegram уже подключён к аккаунту «${name}». Ссылка для входа действует 5 минут и один раз:`,
    en: (name) =>
      `Telegram is already connected to the account “${name}”. This link signs you in, once and within 5 minutes:`,
  },
  welcomeBack: {
    ru: (name) => `Здравствуйте, ${name}! Ссылка для входа действует 5 минут и один раз:`,
    en: (name) => `Hello, ${name}! This link signs you in, once and within 5 minutes:`,
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
      'This link was already used, or it has expired. Open Loadout and press “Connect Telegram” again.',
  },
  stranger: {
    ru: () =>
      'Этот Telegram ещё не подключён. Войдите через рабочий аккаунт Google, и он подключится сам. Ссылка только для вас, действует 10 минут, не пересылайте её никому:',
    en: () =>
      'This Telegram is not connected yet. Sign in with your work Google account and it will be connected. The link is for you only and works for 10 minutes, do not pass it on to anybody:',
  },
  closed: {
    ru: () => 'Доступ открыт только сотрудникам компаний-партнёров.',
    en: () => 'Access is restricted to employees of the partner companies.',
  },
};

export const sayAsBot = (word: BotWord, language: Language): string =>
  words[word.kind][language]('name' in word ? word.name : '');

/** The language of a Telegram person; Russian is the fallback (specification, section 9). */
export const languageOfTelegram = (code: string | null | undefined): Language =>
  code?.toLowerCase().split('-')[0] === 'en' ? 'en' : 'ru';
