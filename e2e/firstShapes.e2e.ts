// The picture of the first moment has the measures of the page that takes its place.
import type { Locator, Page } from '@playwright/test';
import { address, expect, openWithData, ownFonts, takeSession, test } from './journey.ts';

const widths = [360, 768, 1280];
const states = [
  { who: 'a newcomer', email: 'anna.krylova@nexters.example', isComplete: false },
  { who: 'somebody who has done it all', email: 'igor.volkov@gdev.example', isComplete: true },
];

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not to be seen`);
  return box;
};

/** The progress of the person in the page's HTML is made complete or not. */
const givePage = (page: Page, isComplete: boolean) =>
  page.route(/\/dashboard$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /"progress":\{"value":\d[^}]*\}/,
      `"progress":${JSON.stringify({
        value: isComplete ? 100 : 10,
        hasWrittenUseCase: isComplete,
        hasLikedUseCase: isComplete,
        complete: isComplete,
      })}`,
    );
    await route.fulfill({ response, body });
  });

for (const { who, email, isComplete } of states) {
  for (const language of ['ru', 'en']) {
    test(`the progress of ${who} stands where its picture stood, as tall (${language})`, async ({
      page,
    }) => {
      await takeSession(page, email);
      await page.context().addCookies([{ name: 'language', value: language, url: address() }]);
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await givePage(page, isComplete);
        await page.route(/\/assets\/.*\.js$/, () => undefined);
        await openWithData(page, '/dashboard', { waitUntil: 'commit' });
        await expect(page.locator('.first-card').first()).toBeVisible();
        await ownFonts(page);
        const picture = await boxOf(page.locator('.first-progress:not(.first-setup)'));
        const pictureOfCard = await boxOf(page.locator('.first-card').first());
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await givePage(page, isComplete);
        await openWithData(page, '/dashboard');
        const words = isComplete ? /Отлично|Great/ : /Ваш прогресс|Your progress/;
        const progress = page.locator('#main strong', { hasText: words }).locator('..');
        const where = `at ${width} px`;
        // Fonts and what the wizard asks for may come after the first card.
        await expect(async () => {
          const real = await boxOf(progress);
          const cardNow = await boxOf(page.getByRole('article').first());
          expect(Math.abs(picture.height - real.height), `height ${where}`).toBeLessThan(1.5);
          expect(Math.abs(picture.y - real.y), `place ${where}`).toBeLessThan(1.5);
          expect(Math.abs(pictureOfCard.y - cardNow.y), `first card ${where}`).toBeLessThan(1.5);
        }).toPass();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  }
}

for (const language of ['ru', 'en']) {
  test(`the name of a service and what it is for stand where their picture stood, word for word (${language})`, async ({
    page,
  }) => {
    await takeSession(page, 'anna.krylova@nexters.example');
    await page.context().addCookies([{ name: 'language', value: language, url: address() }]);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.route(/\/assets\/.*\.js$/, () => undefined);
      await openWithData(page, '/services/1', { waitUntil: 'commit' });
      const pictured = page.locator('.first-service');
      await expect(pictured.locator('.first-may')).toBeVisible();
      await ownFonts(page);
      const name = await boxOf(pictured.locator('h1'));
      const line = await boxOf(pictured.locator('p'));
      const words = await pictured.locator('p').textContent();
      const may = await boxOf(pictured.locator('.first-may'));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await openWithData(page, '/services/1');
      const head = page.locator('#main [data-part=name]');
      await expect(head.locator('p')).toHaveText(words ?? '');
      await expect(async () => {
        for (const [pictureOf, real] of [
          [name, await boxOf(head.locator('h1'))],
          [line, await boxOf(head.locator('p'))],
        ] as const) {
          expect(Math.abs(pictureOf.y - real.y), `place at ${width} px`).toBeLessThan(1.5);
          expect(Math.abs(pictureOf.x - real.x), `edge at ${width} px`).toBeLessThan(1.5);
          expect(Math.abs(pictureOf.height - real.height)).toBeLessThan(1.5);
        }
        const mayNow = await boxOf(page.locator('#main [data-part=may]'));
        expect(Math.abs(may.y - mayNow.y)).toBeLessThan(1.5);
      }).toPass();
    }
  });
}
