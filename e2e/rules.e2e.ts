// Data rules edited in the grid with real keys and a real clipboard.
import { askRest } from './apiCalls.ts';
import { address, expect, createSession, test } from './journey.ts';
import { admin, axeFaults, expectFits, member, setWidth } from './screen.ts';

test('decides by keys and clipboard, stores it, and undoes it by Ctrl+Z', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await createSession(page, admin);
  const place = 'company=nexters&tier=free&search=LM%20Studio';
  await page.goto(`${address()}/admin/rules?${place}`);
  const cells = page.getByRole('grid').getByRole('gridcell');
  const decided = async () => {
    const answer = await askRest(page, `${address()}/api/v1/rules?${place}`);
    const body = (await answer.json()) as {
      data: { rules: { verdicts: { decided: string }[] } }[];
    };
    return body.data[0]!.rules.verdicts.map((one) => one.decided).slice(0, 3);
  };
  await cells.nth(0).click();
  await page.keyboard.press('y');
  await expect(cells.nth(0)).toHaveText('да');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+v');
  await expect(cells.nth(2)).toHaveText('да');
  await expect.poll(decided).toEqual(['yes', 'yes', 'yes']);
  await page.keyboard.press('Control+z');
  await expect(cells.nth(2)).toHaveText('нет решения');
  await page.keyboard.press('Control+z');
  await expect(cells.nth(0)).toHaveText('нет решения');
  await expect.poll(decided).toEqual(['undecided', 'undecided', 'undecided']);

  const link = page.getByRole('link', { name: 'CSV' });
  const table = await askRest(page, address() + (await link.getAttribute('href')));
  expect(await table.text()).toContain('LM Studio');
});

test.describe(() => {
  // The decision is refused after the choice was taken back.
  test.use({ expectedMessages: [/status of 403/] });

  test('opens the rules of the own company to an approver by keys until the choice is withdrawn', async ({
    page,
    playwright,
  }) => {
    const boss = await playwright.request.newContext({
      baseURL: address(),
      extraHTTPHeaders: { origin: address() },
    });
    await boss.post('/api/v1/auth/dev-login', { data: { email: admin } });
    await createSession(page, member);
    const me = (await (await askRest(page, `${address()}/api/v1/auth/me`)).json()) as {
      data: { id: string };
    };
    const choose = async (people: string[]) => {
      const answer = await boss.put('/api/v1/companies/nexters/approvers', { data: { people } });
      expect(answer.status(), await answer.text()).toBe(200);
    };
    await choose([me.data.id]);
    try {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${address()}/dashboard`);
      const menu = page.getByRole('button', { name: 'Меню профиля' });
      await expect(menu).toBeVisible();
      await menu.focus();
      await page.keyboard.press('Enter');
      const entry = page.getByRole('menuitem', { name: 'Правила данных' });
      await expect(entry).toBeVisible();
      await entry.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/profile\/rules$/);
      await expect(page.getByRole('grid')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Правила данных' })).toHaveAttribute(
        'aria-current',
        'page',
      );

      await page.goto(`${address()}/profile/rules?tier=free&search=LM%20Studio`);
      const cell = page.getByRole('grid').getByRole('gridcell').first();
      await cell.focus();
      await page.keyboard.press('n');
      await expect(cell).toHaveText('нет');
      await page.keyboard.press('Control+z');
      await expect(cell).toHaveText('нет решения');
      for (const width of [1280, 768, 360] as const) {
        await setWidth(page, width);
        await expectFits(page, `${width} px`);
      }
      expect(await axeFaults(page)).toEqual([]);

      await setWidth(page, 1280);
      await choose([]);
      await cell.focus();
      await page.keyboard.press('y');
      await expect(
        page.getByText('Это могут только администраторы и согласующие вашей компании.').first(),
      ).toBeVisible();
      await expect(cell).toHaveText('нет решения');
      await page.reload();
      await expect(
        page.getByText('Вы не можете менять правила данных своей компании.'),
      ).toBeVisible();
    } finally {
      await choose([]);
      await boss.dispose();
    }
  });
});
