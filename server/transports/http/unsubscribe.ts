// /unsubscribe/<secret>: ends mails by POST; a GET changes nothing, because mail programs open links.
import { Router, type Response } from 'express';
import type { Language } from '../../shared/language.ts';
import { plainPage } from './plainPage.ts';

type Subscriber = { language: Language | null } | null;

interface Subscribers {
  subscriber(secret: string): Promise<Subscriber>;
  unsubscribe(secret: string): Promise<Subscriber>;
}

const words = {
  ru: {
    question: 'Больше не присылать уведомления Loadout по почте?',
    act: 'Больше не присылать',
    done: 'Готово: писем с уведомлениями больше не будет. Включить их снова можно в профиле.',
    wrong: 'Ссылка не действует. Настройте уведомления в профиле.',
    settings: 'Настройки уведомлений',
  },
  en: {
    question: 'Stop Loadout’s notification emails?',
    act: 'Stop emails',
    done: 'Done: you won’t get notification emails any more. You can turn them back on in your profile.',
    wrong: 'This link isn’t valid. Change your notification settings in your profile.',
    settings: 'Notification settings',
  },
};

const page = (language: Language, what: 'question' | 'done' | 'wrong'): string => {
  const say = words[language];
  const form = `<form method="post"><button>${say.act}</button></form>`;
  const body = [
    `<p>${say[what]}</p>`,
    ...(what === 'question' ? [form] : []),
    `<p><a href="/profile/notifications">${say.settings}</a></p>`,
  ].join('\n');
  return plainPage({ language, title: 'Loadout', body });
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

export function unsubscribe(subscribers: Subscribers): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/unsubscribe/:secret', async (request, response) =>
    answer(response, await subscribers.subscriber(request.params.secret), 'question'),
  );
  router.post('/unsubscribe/:secret', async (request, response) =>
    answer(response, await subscribers.unsubscribe(request.params.secret), 'done'),
  );
  return router;
}
