// Incident, pilot and subscription of a service: the decision, and what others see of it.
import type { BrowserContext, Page } from '@playwright/test';
import {
  address,
  createSession,
  disableEventSource,
  expect,
  expectRendered,
  messageWith,
  test,
  watchConsole,
} from './journey.ts';
import { admin, axeFaults, expectFits, member, setWidth } from './screen.ts';

const colleague = 'pavel.zimin@gdev.example';

/** A page of another person, in a browser context of its own. */
async function pageOf(email: string, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await disableEventSource(page);
  await createSession(page, email);
  return page;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(address() + path);
  await expectRendered(page);
}

test('an incident suspends every permission until its end, also after an undo of the end', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ locale: 'ru-RU' });
  const reader = await pageOf(member, context);
  const words = 'Смените пароли и не загружайте файлы.';
  /** Checks what a member of another company sees of Gamma. */
  const expectIncident = async (isOpen: boolean) => {
    await watchConsole(reader, [], async () => {
      const count = isOpen ? 1 : 0;
      await open(reader, '/services/61');
      const may = reader.getByRole('region', { name: 'Что можно в Nexters' });
      const material = may.locator('dl > div').filter({ hasText: 'открытые материалы' });
      await expect(material.locator('dd')).toHaveText([isOpen ? 'на проверке' : 'да']);
      await expect(reader.getByText(words)).toHaveCount(count);
      await open(reader, '/dashboard?search=Gamma');
      const card = reader.getByRole('article').first();
      await expect(card).toContainText(isOpen ? 'На проверке' : 'С условиями');
      await expect(card.getByText('Утечка данных')).toHaveCount(count);
      await open(reader, '/check?url=https%3A%2F%2Fgamma.app');
      await expect(reader.getByRole('region', { name: 'Gamma' })).toBeVisible();
      await expect(reader.getByText(words)).toHaveCount(count);
      await open(reader, '/compare?ids=61,38');
      const incident = reader.getByRole('row', { name: /^Инцидент/ });
      await expect(reader.getByRole('row', { name: /^Статус/ })).toBeVisible();
      await expect(incident).toHaveCount(count);
      await open(reader, '/dashboard?search=Gamma&allowed=public_material');
      await expect(reader.getByRole('article').filter({ hasText: 'Gamma' })).toHaveCount(1 - count);
    });
  };
  await setWidth(page, 360);
  await createSession(page, admin);
  await open(page, '/services/61');
  await page.getByRole('button', { name: 'Сообщить об инциденте' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Утечка данных' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Что делать, по-русски' }).fill(words);
  await expectFits(page, 'dialog');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Начать инцидент' }).click();
  await expect(messageWith(page, 'Инцидент начат')).toBeVisible();
  await expectIncident(true);
  await page.getByRole('button', { name: 'Завершить инцидент' }).click();
  const ended = messageWith(page, 'Инцидент завершён');
  await expect(ended).toBeVisible();
  // A hovered message does not close.
  await ended.hover();
  await expectIncident(false);
  await ended.getByRole('button', { name: 'Отменить' }).click();
  await expect(messageWith(page, 'Инцидент снова открыт')).toBeVisible();
  await expectIncident(true);
  await page.getByRole('button', { name: 'Завершить инцидент' }).click();
  await expect(ended).toBeVisible();
  await expectIncident(false);
  await context.close();
});

test('a pilot is started, joined from an access request, and decided', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ locale: 'ru-RU' });
  const tester = await pageOf(colleague, context);
  await createSession(page, admin);
  await open(page, '/services/40');
  await page.getByRole('button', { name: 'Изменить стадию' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Пилот/ }).check({ force: true });
  const soon = new Date(Date.now() + 10 * 24 * 3600_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Последний день пилота').fill(soon);
  const question = 'Хватает ли его для сводок по отзывам?';
  await dialog.getByRole('textbox', { name: /вопрос ответит пилот\? По-русски/ }).fill(question);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(messageWith(page, 'Стадия изменена')).toBeVisible();
  await expect(page.getByText(/^Пилот\s·\sс\s/)).toBeVisible();

  await watchConsole(tester, [], async () => {
    await open(tester, '/services/40');
    await tester.getByRole('button', { name: 'Запросить доступ' }).click();
    const request = tester.getByRole('dialog');
    await request.getByRole('checkbox', { name: 'Нужен тестовый период' }).check({ force: true });
    await expect(request.getByText(question)).toBeVisible();
    await request.getByRole('button', { name: 'Участвовать в пилоте' }).click();
    await expect(messageWith(tester, 'Вы участвуете в пилоте')).toBeVisible();
    await expect(request.getByRole('button', { name: 'Выйти из пилота' })).toBeVisible();
  });
  await page.reload();
  await expect(page.getByText(/1\sучастник/)).toBeVisible();
  await page.getByRole('button', { name: 'Изменить стадию' }).click();
  await dialog.getByRole('radio', { name: /^Внедрён/ }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Причина, по-русски' }).fill('Сводки верны.');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText(/^Внедрён\s·\sс\s/)).toBeVisible();
  await tester.reload();
  await expect(tester.getByText('Сводки верны.')).toBeVisible();
  await open(tester, '/dashboard?search=NotebookLM');
  await expect(tester.getByRole('article').first()).toContainText('Внедрён');
  await context.close();
});

test.describe('a subscription', () => {
  // The browser logs the refusal of a wrong number.
  test.use({ expectedMessages: [/status of 400/] });

  test('is added by keyboard, shows its cost, is changed and removed', async ({ page }) => {
    await setWidth(page, 1280);
    await createSession(page, admin);
    await open(page, '/services/40');
    await page.getByRole('button', { name: 'Добавить подписку' }).press('Enter');
    const dialog = page.getByRole('dialog');
    for (const [label, value] of [
      [/^Тариф/, 'Team'],
      [/^Мест куплено/, '12'],
      [/^Цена за место/, '20,50'],
      [/^Валюта/, 'EUR'],
    ] as const)
      await dialog.getByRole('textbox', { name: label }).fill(value);
    await page.keyboard.press('Enter');
    await expect(messageWith(page, 'Подписка сохранена')).toBeVisible();
    await expect(page.getByText('Занято мест: 0 из 12')).toBeVisible();
    await open(page, '/admin/subscriptions');
    const table = page.getByRole('table');
    const row = table.getByRole('row').filter({ hasText: 'NotebookLM' });
    await expect(row).toContainText(/246,00\sEUR/);
    await row.getByRole('button', { name: /^Изменить подписку/ }).press('Enter');
    await dialog.getByRole('textbox', { name: /^Мест куплено/ }).fill('200000');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await expect(dialog.getByText('Укажите число от 0 до 100 000.')).toBeVisible();
    await dialog.getByRole('textbox', { name: /^Мест куплено/ }).fill('10');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await expect(row).toContainText(/205,00\sEUR/);
    await row.getByRole('button', { name: /^Удалить подписку/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await expect(messageWith(page, 'Подписка удалена')).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});
