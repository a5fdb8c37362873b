// Everyday jobs of employees in a browser, with every press counted. Shared by the journeys and `bench:jobs`.
import { expect, type Page } from '@playwright/test';
import { createCountingUser, type Hand, type JobCost, type Language } from './jobs.ts';

const words = {
  ru: {
    signIn: 'Войти как выбранный сотрудник',
    search: 'Поиск по каталогу',
    task: 'озвучить персонажа',
    filters: 'Фильтры',
    approved: /^Только одобренные/,
    code: /^Исходный код/,
    set: 'Убрать фильтр «Исходный код»',
    newCase: 'Как вы используете сервис?',
    text: 'Собираю им таблицу уровней из заметок, экономит час в день',
    save: 'Сохранить кейс',
    saved: 'Кейс сохранён',
    cases: /^\d+ кейс/,
    ask: /^Спросить в Telegram/,
    access: 'Запросить доступ',
    plan: 'Расширенная',
    features: 'Для каких задач нужен доступ?',
    send: 'Отправить запрос',
    sent: 'Запрос отправлен',
    report: 'Ссылка не работает?',
    sendReport: 'Отправить',
    reported: /^Жалоба отправлена/,
    more: /^Ещё действия/,
    pick: 'Сравнить',
    compare: /^Сравнить с\s/,
  },
  en: {
    signIn: 'Sign in as this person',
    search: 'Search the catalogue',
    task: 'voice a character',
    filters: 'Filters',
    approved: /^Approved only/,
    code: /^Source code/,
    set: 'Remove filter “Source code”',
    newCase: 'How do you use this service?',
    text: 'It makes a table of levels of my notes and saves an hour a day',
    save: 'Save use case',
    saved: 'Use case saved',
    cases: /^\d+ use case/,
    ask: /^Ask in Telegram/,
    access: 'Request access',
    plan: 'Pro',
    features: 'What do you need it for?',
    send: 'Send request',
    sent: 'Request sent successfully',
    report: 'Report a broken link',
    sendReport: 'Send',
    reported: /^Complaint sent/,
    more: /^More actions/,
    pick: 'Compare',
    compare: /^Compare with/,
  },
};

type Words = (typeof words)[Language];

interface Job {
  name: string;
  /** Maximum number of presses; writing a text counts as one. */
  presses: number;
  /** Path of the page on which the job starts. */
  from: string;
  /** The job starts without a session. */
  isVisitor?: boolean;
  run(page: Page, hand: Hand, say: Words): Promise<void>;
}

const card = (page: Page, place = 0) => page.getByRole('article').nth(place);

export const everydayJobs: readonly Job[] = [
  {
    name: 'Sign in',
    presses: 2,
    from: '/login',
    isVisitor: true,
    async run(page, hand, say) {
      await hand.press(page.getByRole('button', { name: say.signIn }));
      await expect(card(page)).toBeVisible();
    },
  },
  {
    name: 'Find a service by a task',
    presses: 1,
    from: '/dashboard',
    async run(page, hand, say) {
      await hand.fill(page.getByRole('combobox', { name: say.search }), say.task);
      await expect(page.locator('[data-part=found-by], mark').first()).toBeVisible();
    },
  },
  {
    name: 'See what is approved and allowed for source code',
    presses: 3,
    from: '/dashboard',
    async run(page, hand, say) {
      // Wide screens have the filters beside the cards.
      const filters = page.getByRole('button', { name: say.filters, exact: true });
      const approved = page.getByRole('switch', { name: say.approved });
      await expect(filters.or(approved).first()).toBeVisible();
      if (await filters.isVisible()) await hand.press(filters);
      await hand.press(approved);
      await hand.press(page.getByRole('checkbox', { name: say.code }));
      await expect(page.getByRole('button', { name: say.set })).toBeVisible();
    },
  },
  {
    name: 'Mark a service as used and write a use case',
    presses: 3,
    from: '/dashboard?search=Krisp',
    async run(page, hand, say) {
      // The use case marks the service too.
      await hand.press(card(page).getByRole('button', { name: say.cases }));
      await hand.fill(page.getByRole('textbox', { name: say.newCase }), say.text);
      await hand.press(page.getByRole('button', { name: say.save }));
      await expect(page.getByText(say.saved).first()).toBeVisible();
      await expect(page.locator('[data-like=used]').first()).toBeVisible();
    },
  },
  {
    name: 'Ask an expert',
    presses: 2,
    from: '/dashboard',
    async run(page, hand, say) {
      // The page behind the link belongs to Telegram.
      await page.context().route(/t\.me/, (route) => route.fulfill({ body: 'Telegram' }));
      const opened = page.context().waitForEvent('page');
      await hand.press(card(page).getByRole('button', { name: say.cases }));
      await hand.press(page.getByRole('dialog').getByRole('link', { name: say.ask }).first());
      await (await opened).close();
    },
  },
  {
    name: 'Request access',
    presses: 4,
    from: '/dashboard',
    async run(page, hand, say) {
      await hand.press(page.getByRole('button', { name: say.access }).first());
      const dialog = page.getByRole('dialog');
      await hand.press(dialog.getByText(say.plan, { exact: true }));
      await hand.fill(dialog.getByRole('textbox', { name: say.features }), say.text);
      await hand.press(dialog.getByRole('button', { name: say.send }));
      await expect(page.getByText(say.sent).first()).toBeVisible();
    },
  },
  {
    name: 'Report a broken link',
    presses: 2,
    from: '/services/11',
    async run(page, hand, say) {
      await hand.press(page.getByRole('button', { name: say.report, exact: true }));
      const dialog = page.getByRole('dialog');
      await hand.press(dialog.getByRole('button', { name: say.sendReport, exact: true }));
      await expect(page.getByText(say.reported).first()).toBeVisible();
    },
  },
  {
    name: 'Compare two services',
    presses: 3,
    from: '/dashboard',
    async run(page, hand, say) {
      await hand.press(card(page, 0).getByRole('button', { name: say.more }));
      await hand.press(page.getByRole('menuitemcheckbox', { name: say.pick }));
      await hand.press(card(page, 1).getByRole('link', { name: say.compare }));
      await expect(page.getByRole('columnheader').last()).toBeVisible();
    },
  },
];

/** Does a job from its first page; signed in already, unless signing in is the job. */
export async function doEverydayJob(
  job: Job,
  page: Page,
  url: string,
  language: Language,
): Promise<JobCost> {
  const hand = createCountingUser(page, false);
  await page.goto(url + job.from);
  await expect(page.locator('#main')).toBeVisible();
  const begun = performance.now();
  await job.run(page, hand, words[language]);
  return { presses: hand.presses, seconds: (performance.now() - begun) / 1000 };
}
