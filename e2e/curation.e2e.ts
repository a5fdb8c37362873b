// Curation by an admin, on its own server: add by address, edit with undo, revert, merge and split, rename a tag, fix a report.
import type { Page } from '@playwright/test';
import { askGraphql } from './apiCalls.ts';
import { control, bookmarkIdAt, synchronise } from './bookmarks.ts';
import { closeByEscape } from './focus.ts';
import {
  expect,
  messageWith,
  disableEventSource,
  createSession,
  test,
  watchConsole,
  fullAddress,
} from './journey.ts';
import { startDemo, type Running } from './server.ts';

test.describe('catalogue', () => {
  const admin = 'igor.volkov@gdev.example';
  let product: Running;
  test.beforeAll(async () => {
    product = await startDemo({});
  });
  test.afterAll(() => product.stop());

  const ask = <Data>(page: Page, query: string, variables?: object): Promise<Data> =>
    askGraphql<Data>(page, product.url, query, variables);

  /** Adds an item over the API and returns its id. */
  async function newService(page: Page, sourceUrl: string, titleEn: string): Promise<string> {
    const { added } = await ask<{ added: { item: { id: string } } }>(
      page,
      `mutation ($sourceUrl: String!, $titleEn: String) {
      added: addKnowledge(sourceUrl: $sourceUrl, titleEn: $titleEn, descriptionEn: "Draws maps") { item { id } }
    }`,
      { sourceUrl, titleEn },
    );
    return added.item.id;
  }

  const expectNoScroll = async (page: Page) => {
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  };

  test.describe('in English', () => {
    test.use({ locale: 'en-US' });

    test('adds a service by its address with keys only, on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 800 });
      await createSession(page, admin, product.url);
      await page.goto(`${product.url}/admin/services`);
      const address = page.getByRole('textbox', { name: 'URL' });
      await address.focus();
      await page.keyboard.type('added-tool.invalid');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Couldn’t read the page.')).toBeVisible();
      await expectNoScroll(page);
      const title = page.getByRole('textbox', { name: 'Title in English' });
      await title.focus();
      await page.keyboard.type('Added tool');
      await page.keyboard.press('Enter');
      await expect(messageWith(page, 'Service added')).toBeVisible();
      await expect(async () => {
        await page.goto(`${product.url}/dashboard?search=Added+tool`);
        await expect(page.getByRole('link', { name: 'Added tool' }).first()).toBeVisible({
          timeout: 5_000,
        });
      }).toPass();
    });

    test('edits a service in place, with undo', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await createSession(page, admin, product.url);
      const id = await newService(page, 'https://edited.invalid/', 'Edited tool');
      await page.goto(`${product.url}/services/${id}`);
      const button = page.getByRole('button', { name: 'Edit', exact: true });
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title in English').fill('Better tool');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Better tool' })).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(messageWith(page, 'Change undone')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Edited tool' })).toBeVisible();
    });

    test('shows changes in the history, and restores them', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await createSession(page, admin, product.url);
      const id = await newService(page, 'https://history.invalid/', 'Map tool');
      await ask(
        page,
        'mutation ($id: ID!) { editKnowledge(id: $id, descriptionEn: "Draws castles") { changeId } }',
        { id },
      );
      await page.goto(`${product.url}/services/${id}`);
      await page.getByRole('button', { name: 'History' }).click();
      const dialog = page.getByRole('dialog', { name: 'History: Map tool' });
      await expect(dialog.locator('del')).toHaveText(/maps$/);
      await expect(dialog.locator('ins')).toHaveText(/castles$/);
      await dialog.getByRole('button', { name: 'Restore' }).click();
      await expect(messageWith(page, 'Restored')).toBeVisible();
      // The entry of the revert stands above it, with the texts swapped.
      await expect(dialog.locator('del').first()).toHaveText(/castles$/);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
      await expect(page.getByText('Draws maps').first()).toBeVisible();
      const visibility = page.getByRole('button', { name: 'Visibility', exact: true });
      await visibility.click();
      await expect(page.getByRole('dialog').getByRole('switch')).toBeVisible();
      await closeByEscape(page);
      await expect(visibility).toBeFocused();
    });
  });

  test('merges two services, redirects the old address, and separates them by undo', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await createSession(page, admin, product.url);
    const kept = await newService(page, 'https://twin-one.invalid/', 'Twin tool');
    const other = await newService(page, 'https://twin-two.invalid/', 'Twin tool');
    await page.goto(`${product.url}/admin/services`);
    await page.getByRole('button', { name: 'Сравнить и объединить: Twin tool' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Объединить два сервиса' });
    await dialog
      .getByRole('radio', { name: /twin-one\.invalid/ })
      .first()
      .check();
    await dialog.getByRole('button', { name: 'Объединить' }).click();
    await expect(messageWith(page, 'Сервисы объединены')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.goto(`${product.url}/services/${other}`);
    await expect(page).toHaveURL(`${product.url}/services/${kept}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Twin tool' })).toBeVisible();
    await page.goto(`${product.url}/admin/services`);
    await page.getByRole('button', { name: 'Отменить объединение: Twin tool' }).click();
    await expect(messageWith(page, 'Объединение отменено')).toBeVisible();
    await page.goto(`${product.url}/services/${other}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Twin tool' })).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/services/${other}`);
  });

  test('renames a tag with keys on a phone, with undo', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await createSession(page, admin, product.url);
    await page.goto(`${product.url}/admin/tags`);
    await page.getByRole('searchbox', { name: 'Найти тег' }).fill('music');
    const change = page.getByRole('button', { name: 'Изменить тег: music', exact: true });
    await change.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Тег: music' });
    await dialog.getByLabel('Название по-русски').fill('звукозапись');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const row = page.getByRole('listitem').filter({ has: change });
    await expect(row).toContainText('звукозапись');
    await expectNoScroll(page);
    await page.getByRole('button', { name: 'Отменить', exact: true }).click();
    await expect(row).not.toContainText('звукозапись');
  });

  test.describe('a complaint', () => {
    test.use({ follows: true });

    test('is fixed with one press, notifies its reporter, and is reopened by undo', async ({
      page,
      browser,
    }) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const desk = await context.newPage();
      await disableEventSource(desk);
      await createSession(desk, admin, product.url);
      await newService(desk, 'https://reported-old.invalid/', 'Reported tool');

      await createSession(page, 'anna.krylova@nexters.example', product.url);
      const followed = page.waitForResponse('**/api/v1/notifications/stream');
      await page.goto(`${product.url}/dashboard?search=Reported+tool`);
      await followed;
      const card = page.getByRole('article').filter({ hasText: 'Reported tool' });
      await card.getByRole('button', { name: /Ещё действия/ }).click();
      await page.getByRole('menuitem', { name: 'Пожаловаться' }).click();
      const dialog = page.getByRole('dialog', { name: 'Пожаловаться' });
      await dialog.getByRole('radio', { name: 'Ссылка не работает' }).check();
      await dialog.getByRole('textbox').fill('Теперь https://reported-old.invalid/new');
      await dialog.getByRole('button', { name: 'Отправить' }).click();
      await expect(messageWith(page, 'Жалоба отправлена. Спасибо!')).toBeVisible();

      /** The next state that the reporter is notified of; the notification arrives without a reload. */
      const isTold = async (state: string) => {
        await page.getByRole('button', { name: 'Уведомления, непрочитанных: 1' }).click();
        const told = page.getByRole('dialog', { name: 'Уведомления' });
        await expect(told.getByRole('listitem').first()).toContainText(
          `Ваша жалоба на «Reported tool»: ${state}`,
        );
        await closeByEscape(page);
        await expect(told).toHaveCount(0);
      };
      await watchConsole(desk, [], async () => {
        await desk.goto(`${product.url}/admin/complaints?status=new`);
        const row = desk.getByRole('row').filter({ hasText: 'Reported tool' });
        const details = desk
          .getByRole('row')
          .filter({ hasText: 'https://reported-old.invalid/new' });
        await expect(details).toBeVisible();
        await details.getByRole('button', { name: 'Заменить адрес: Reported tool' }).click();
        await expect(row).toHaveCount(0);
        const undo = desk.getByRole('button', { name: 'Отменить', exact: true });
        // A hovered message does not close.
        await undo.hover();
        await isTold('решена');
        await undo.click();
        await expect(details).toBeVisible();
        await isTold('открыта снова');
      });
      await page.goto(`${product.url}/profile/requests`);
      const report = page.getByRole('listitem').filter({ hasText: 'Reported tool' });
      await expect(report).toContainText('Новая');
      await expect(report).not.toContainText('Адрес заменён');
      await context.close();
    });
  });
});

test.describe('inconsistencies', () => {
  test('an admin resolves a title that changed in Raindrop', async ({ page }) => {
    const id = await bookmarkIdAt(0);
    await createSession(page, 'igor.volkov@gdev.example', fullAddress());
    await page.goto(`${fullAddress()}/admin/inconsistencies`);
    await synchronise(page);

    await control('edit', { id, changes: { title: 'Whiteboard for two teams' } });
    await synchronise(page);
    await expect(page.getByText(/Whiteboard/).first()).toBeVisible();
    await page
      .getByRole('button', { name: /Взять из Raindrop/ })
      .first()
      .click();
    await expect(page.getByText('Готово').first()).toBeVisible();
    await page.goto(`${fullAddress()}/dashboard?search=Whiteboard`);
    // The bookmark is English; the page shows the Russian translation until one switches.
    await page.getByRole('button', { name: /^EN/ }).click();
    await expect(
      page.getByRole('link', { name: /Whiteboard for two teams/ }).first(),
    ).toBeVisible();
  });

  test('shows every task in one line when there is room', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await createSession(page, 'igor.volkov@gdev.example', fullAddress());
    await page.goto(`${fullAddress()}/dashboard?dialog=edit&item=5`);
    for (const name of [/Задачи по-русски/, /Задачи по-английски/]) {
      const tasks = page.getByRole('textbox', { name });
      await expect(tasks).toHaveValue(/\n/);
      const lines = await tasks.evaluate((area: HTMLTextAreaElement) => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
        const height = area.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
        return {
          shown: Math.round(height / parseFloat(lineHeight)),
          written: area.value.split('\n').length,
        };
      });
      expect(lines.shown).toBe(lines.written);
    }
  });
});
