// What admins do: a difference between the bookmarks and the catalogue is found, shown and decided.
import { control, someBookmark, synchronise } from './bookmarks.ts';
import { expect, takeSession, test, wholeAddress } from './journey.ts';

test('a title that changed in the bookmarks service is decided by an admin', async ({ page }) => {
  const id = await someBookmark(0);
  await takeSession(page, 'igor.volkov@gdev.example', wholeAddress());
  await page.goto(`${wholeAddress()}/admin/inconsistencies`);
  await synchronise(page);

  await control('edit', { id, changes: { title: 'Whiteboard for two teams' } });
  await synchronise(page);
  await expect(page.getByText(/Whiteboard/).first()).toBeVisible();
  await page
    .getByRole('button', { name: /Взять из Raindrop/ })
    .first()
    .click();
  await expect(page.getByText('Готово').first()).toBeVisible();
  await page.goto(`${wholeAddress()}/dashboard?search=Whiteboard`);
  // The bookmark is English; the page shows the Russian translation until one switches.
  await page.getByRole('button', { name: /^EN/ }).click();
  await expect(page.getByRole('link', { name: /Whiteboard for two teams/ }).first()).toBeVisible();
});

test('a non-admin who opens the admin panel lands on the dashboard with a toast', async ({
  page,
}) => {
  await takeSession(page, 'anna.krylova@nexters.example', wholeAddress());
  await page.goto(`${wholeAddress()}/admin`);
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText(/только для администраторов/).first()).toBeVisible();
});

test('where there is room, every task of a service stands in one line of its field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await takeSession(page, 'igor.volkov@gdev.example', wholeAddress());
  await page.goto(`${wholeAddress()}/dashboard?dialog=edit&item=5`);
  for (const name of [/Для чего он, по-русски/, /Для чего он, по-английски/]) {
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
