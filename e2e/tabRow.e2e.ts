// On a phone: the current tab of a long row is in sight.
import { address, expect, takeSession, test } from './journey.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('the last tab of the admin panel is in sight when counts have made the row longer', async ({
  page,
}) => {
  await takeSession(page, 'igor.volkov@gdev.example');
  await page.goto(`${address()}/admin/people`);
  const row = page.getByRole('navigation', { name: 'Панель администратора' });
  await expect(row.getByRole('link', { name: /Жалобы\s*\d/ })).toBeAttached();
  await expect(row.getByRole('link', { name: 'Люди' })).toBeInViewport({ ratio: 0.95 });
});
