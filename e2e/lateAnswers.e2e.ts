// What comes late moves nothing from under the pointer: the controls of an open dialog stay where they are.
import type { Locator, Page } from '@playwright/test';
import { address, expect, takeSession, test } from './journey.ts';
import { admin, ownItem } from './screen.ts';
import { stopRequests } from './stops.ts';

/** Keeps the answers of an operation back until they are let go. */
async function holdBack(page: Page, operation: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const free = new Promise<void>((done) => {
    letGo = done;
  });
  await stopRequests(page, {
    pattern: { urlPattern: '*/graphql' },
    take: async ({ request }, hand) => {
      if (!request.postData?.includes(`"operationName":"${operation}"`)) return false;
      await free;
      await hand.pass();
      return true;
    },
  });
  return letGo;
}

/** A dialog that opens comes from a little below, and moves for a moment even where little motion is wanted. */
async function hasComeIn(dialog: Locator): Promise<void> {
  await expect(dialog).toHaveAttribute('data-enter');
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  );
}

const placeOf = async (control: Locator) => {
  await expect(control).toBeVisible();
  return control.boundingBox();
};

test('own use cases that come late do not move the field and its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await takeSession(page, admin);
  const letGo = await holdBack(page, 'MyUseCasesForItem');
  await page.goto(`${address()}/dashboard?search=Midjourney&dialog=useCases&item=${ownItem}`);
  const dialog = page.getByRole('dialog');
  const check = dialog.getByRole('button', { name: /Проверить/ }).first();
  await hasComeIn(dialog);
  const before = await placeOf(check);
  letGo();
  await expect(dialog.getByRole('textbox')).not.toHaveCount(1);
  expect(await placeOf(check)).toEqual(before);
});
