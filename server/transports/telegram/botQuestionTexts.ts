// Texts of the Telegram bot for questions about services, in both languages.
import type { Language } from '../../shared/language.ts';

interface QuestionTexts {
  /** Button above inline answers. */
  connect: string;
  tooMany: string;
  howToAsk: string;
  help: (botName: string) => string;
  allowedFor: (classes: string) => string;
  others: string;
  commands: { command: string; description: string }[];
}

export const questionTexts: Record<Language, QuestionTexts> = {
  ru: {
    connect: 'Подключить Telegram к Loadout',
    tooMany: 'Слишком много вопросов. Повторите через минуту',
    howToAsk: 'Как спросить',
    help: (botName) =>
      [
        '/can figma данные игроков — можно ли отправлять эти данные в сервис',
        '/can исходный код — в какие сервисы можно',
        '/find озвучить трейлер — найти сервис для задачи',
        '/start — ссылка для входа',
        '',
        `В любом чате: @${botName} cursor исходный код. Ответ вы отправляете сами; он о вашей компании.`,
      ].join('\n'),
    allowedFor: (classes) => `Разрешено: ${classes}`,
    others: 'Ещё нашлось:',
    commands: [
      { command: 'can', description: 'Можно ли отправлять данные в сервис' },
      { command: 'find', description: 'Найти сервис для задачи' },
      { command: 'start', description: 'Ссылка для входа' },
      { command: 'help', description: 'Как спросить' },
    ],
  },
  en: {
    connect: 'Connect Telegram to Loadout',
    tooMany: 'Too many questions. Try again in a minute',
    howToAsk: 'How to ask',
    help: (botName) =>
      [
        '/can figma player data — whether this data may go into the service',
        '/can source code — which services take it',
        '/find voice a trailer — find a service for a task',
        '/start — a sign-in link',
        '',
        `In any chat: @${botName} cursor source code. You send the answer yourself; it is about your company.`,
      ].join('\n'),
    allowedFor: (classes) => `Allowed: ${classes}`,
    others: 'Also found:',
    commands: [
      { command: 'can', description: 'Whether data may go into a service' },
      { command: 'find', description: 'Find a service for a task' },
      { command: 'start', description: 'A sign-in link' },
      { command: 'help', description: 'How to ask' },
    ],
  },
};
