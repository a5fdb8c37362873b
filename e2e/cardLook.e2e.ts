// The card of a service: a ribbon below the picture, experts over each other, one line of badges and one of partners,
// whatever stands there.
import type { Locator } from '@playwright/test';
import { expect, ownFonts, signIn, test } from './journey.ts';

const boxOf = async (part: Locator) => (await part.boundingBox())!;

for (const width of [360, 768, 1280]) {
  test(`at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(12);
    await ownFonts(page);
    // The ribbon is the reader's own company's: below the picture, none of which it hides, and as wide as it.
    const approved = cards.locator('[data-part=tile]:has([data-part=ribbon])');
    expect(await approved.count()).toBeGreaterThan(0);
    for (const tile of await approved.all()) {
      await tile.scrollIntoViewIfNeeded();
      const picture = await boxOf(tile.locator(':scope > :first-child'));
      const ribbon = await boxOf(tile.locator('[data-part=ribbon]'));
      expect(ribbon.y).toBeGreaterThanOrEqual(picture.y + picture.height - 0.5);
      expect(ribbon.x).toBe(picture.x);
      expect(ribbon.width).toBe(picture.width);
    }

    // The others are a number on one line, which opens their names.
    const others = cards.locator('[data-part=partners]').first();
    await others.scrollIntoViewIfNeeded();
    expect((await boxOf(others)).height).toBeLessThanOrEqual(28.5);
    await others.getByRole('button').press('Enter');
    await expect(others.getByRole('button')).toHaveAttribute('aria-expanded', 'true');
    await expect(others).toHaveText(/Одобрено для/);
    await others.getByRole('button').press('Enter');

    for (const card of await cards.all()) {
      const badges = card.locator('[data-part=badges]');
      if ((await badges.locator(':scope > *').count()) === 0) continue;
      await card.scrollIntoViewIfNeeded();
      expect((await boxOf(badges)).height, await card.innerText()).toBeLessThanOrEqual(26);
    }

    // What may go in stands on that line too, uncut; it makes no card higher.
    const marks = cards.locator('[data-part=data]');
    expect(await marks.count()).toBeGreaterThan(0);
    for (const mark of await marks.all()) {
      await mark.scrollIntoViewIfNeeded();
      const line = mark.locator('..');
      for (const part of [line, mark.locator('[data-part=data-word]')]) {
        const cut = await part.evaluate((one) => one.scrollWidth - one.clientWidth);
        expect(cut, await line.innerText()).toBeLessThanOrEqual(0);
      }
      const name = line.locator('..');
      const marked = await boxOf(name);
      await mark.evaluate((one) => (one as HTMLElement).style.setProperty('display', 'none'));
      expect((await boxOf(name)).height).toBe(marked.height);
      await mark.evaluate((one) => (one as HTMLElement).style.removeProperty('display'));
    }

    const group = cards.getByRole('img', { name: /^Эксперты/ }).first();
    await group.scrollIntoViewIfNeeded();
    const [one, other] = await group.locator(':scope > span').all();
    const left = await boxOf(one!);
    expect((await boxOf(other!)).x).toBeLessThan(left.x + left.width);
  });
}
