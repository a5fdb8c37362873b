// The card of a service: ribbons on the tile, experts over each other, one line of badges and one of partners,
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
    const several = cards.filter({ has: page.locator('[data-part=partners]') }).first();
    await several.scrollIntoViewIfNeeded();
    const tile = await boxOf(several.locator('[data-part=tile]'));
    const ribbons = await boxOf(several.locator('[data-part=ribbons]'));
    expect(ribbons.y).toBeGreaterThan(tile.y);
    expect(ribbons.y).toBeLessThan(tile.y + tile.height);
    expect(ribbons.x).toBeLessThan(tile.x + tile.width);
    // Centred on the tile; as wide as it at most, also with three of them and with a long name.
    for (const one of await cards.locator('[data-part=tile]:has([data-part=ribbons])').all()) {
      await one.scrollIntoViewIfNeeded();
      const initials = await boxOf(one.locator('[data-part=ribbons]'));
      expect(initials.width).toBeLessThanOrEqual((await boxOf(one)).width + 0.5);
    }

    for (const names of await cards.locator('[data-part=partners]').all()) {
      await names.scrollIntoViewIfNeeded();
      expect((await boxOf(names)).height, await names.innerText()).toBeLessThanOrEqual(20);
    }
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
