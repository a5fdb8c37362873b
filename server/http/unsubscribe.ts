// /unsubscribe/<secret>: ends the mails of whoever has it. A look ends nothing, since mail programs look at every link; a POST does,
// the press of the button here or of the one in the mail program (RFC 8058), which brings no cookie.
import { Router, type Response } from 'express';

type Language = 'ru' | 'en';
type Subscriber = { language: Language | null } | null;

interface Room {
  subscriber(secret: string): Promise<Subscriber>;
  unsubscribe(secret: string): Promise<Subscriber>;
}

const words = {
  ru: {
    question: 'Больше не присылать уведомления Loadout по почте?',
    act: 'Больше не присылать',
    done: 'Готово: писем с уведомлениями больше не будет. Включить их снова можно в профиле.',
    wrong: 'Эта ссылка не действует. Настроить уведомления можно в профиле.',
    settings: 'Настройки уведомлений',
  },
  en: {
    question: 'Stop Loadout’s notification emails?',
    act: 'Stop them',
    done: 'Done: there will be no more notification emails. You can switch them on again in your profile.',
    wrong: 'This link doesn’t work. You can set up notifications in your profile.',
    settings: 'Notification settings',
  },
};

const page = (language: Language, what: 'question' | 'done' | 'wrong'): string => {
  const say = words[language];
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="light dark"><title>Loadout</title>',
    '<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}',
    'button{font:inherit;min-height:44px;padding:0 1rem}</style></head><body><main>',
    `<h1>Loadout</h1><p>${say[what]}</p>`,
    what === 'question' ? `<form method="post"><button>${say.act}</button></form>` : '',
    `<p><a href="/profile/notifications">${say.settings}</a></p>`,
    '</main></body></html>',
  ].join('\n');
};

const answer = (response: Response, found: Subscriber, what: 'question' | 'done'): void => {
  const language = found
    ? (found.language ?? 'ru')
    : response.req.acceptsLanguages('ru', 'en') === 'en'
      ? 'en'
      : 'ru';
  response.setHeader('Cache-Control', 'no-store');
  response
    .status(found ? 200 : 404)
    .type('text/html; charset=utf-8')
    .send(page(language, found ? what : 'wrong'));
};

export function unsubscribe(room: Room): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/unsubscribe/:secret', async (request, response) =>
    answer(response, await room.subscriber(request.params.secret), 'question'),
  );
  router.post('/unsubscribe/:secret', async (request, response) =>
    answer(response, await room.unsubscribe(request.params.secret), 'done'),
  );
  return router;
}
