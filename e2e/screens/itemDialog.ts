// The dialogs about one service.
import { expect } from '../journey.ts';
import { admin, ownItem, type Screen } from './screenState.ts';

/** A dialog about the service that the admin knows. */
export const about = (dialog: string) => ({
  title: 'dashboard',
  as: admin,
  path: `/dashboard?search=Midjourney&dialog=${dialog}&item=${ownItem}`,
});

export const dialog = async ({ page }: Screen) => {
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('article').first()).toBeAttached();
};
