// First day of a newcomer: sign in, choose a discipline, open its loadout, mark and request. Shared by the journeys and `bench:jobs`.
import { expect, type Page } from '@playwright/test';
import { createCountingUser, type JobCost, type Language } from './jobs.ts';

/** A demo person in the first week, without a like, a request or a discipline. */
const newcomer = 'lev.aksenov@nexters.example';
export const newcomerPresses = 10;

const words = {
  ru: {
    signIn: 'Войти как выбранный сотрудник',
    choose: 'Выбрать',
    discipline: '2D-художник',
    open: 'Открыть',
    take: 'Взять набор',
    before: /^\d\sготовы?, \d\sнужно запросить$/,
    marked: /^Используете [3-7]\sиз\s7$/,
    plan: /^Расширенная/,
    send: 'Отправить запрос',
    sent: /^Доступ запрошен: [2-7] сервис/,
    waiting: /^Запрошен/,
  },
  en: {
    signIn: 'Sign in as this person',
    choose: 'Choose',
    discipline: '2D artist',
    open: 'Open',
    take: 'Take this loadout',
    before: /^\d\sready, \d\sto request$/,
    marked: /^You use [3-7]\sof\s7$/,
    plan: /^Pro/,
    send: 'Send request',
    sent: /^Access requested: [2-7] services/,
    waiting: /^Requested/,
  },
};

/** Marks at least three services as used, and requests access to two or more. */
export async function takeFirstLoadout(
  page: Page,
  url: string,
  { language, byKeyboard }: { language: Language; byKeyboard: boolean },
): Promise<JobCost> {
  const say = words[language];
  const hand = createCountingUser(page, byKeyboard);
  const begun = performance.now();
  await page.goto(`${url}/login`);
  await page.getByRole('combobox').selectOption(newcomer);
  await hand.press(page.getByRole('button', { name: say.signIn }));
  await hand.press(page.getByRole('button', { name: say.choose, exact: true }));
  const question = page.getByRole('dialog');
  await hand.press(question.getByRole('button', { name: say.discipline, exact: true }));
  await expect(question).toHaveCount(0);
  await hand.press(page.getByRole('link', { name: say.open, exact: true }).first());
  await expect(page.getByRole('heading', { level: 1, name: say.discipline })).toBeVisible();
  await expect(page.getByText(say.before)).toBeVisible();
  await hand.press(page.getByRole('button', { name: say.take }));
  const request = page.getByRole('dialog');
  const plan = request.getByRole('radio', { name: say.plan });
  if (byKeyboard) {
    // Tab stops at the first radio of the group, and the space bar selects it.
    const first = request.getByRole('radio').first();
    await hand.reach(first);
    await hand.key('Space');
    await expect(first).toBeChecked();
  } else {
    await hand.press(plan);
  }
  await hand.press(request.getByRole('button', { name: say.send }));
  await expect(page.getByText(say.sent).first()).toBeVisible();
  await expect(page.getByText(say.marked)).toBeVisible();
  const waiting = page.getByRole('listitem').getByRole('link', { name: say.waiting });
  await expect.poll(() => waiting.count()).toBeGreaterThanOrEqual(2);
  // Choosing the account is a press too.
  return { presses: hand.presses + 1, seconds: (performance.now() - begun) / 1000 };
}
