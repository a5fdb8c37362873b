// What admins decide of the data that may go into services.
import { expect } from '../journey.ts';
import { admin, ownItem, type ScreenState } from './screenState.ts';

const rules = { title: 'rules', as: admin, path: '/admin/rules?search=code' } as const;

export const ruleStates: ScreenState[] = [
  {
    ...rules,
    name: 'data rules',
    show: async ({ page, t }) => {
      const isWide = (page.viewportSize()?.width ?? 0) >= 1024;
      // The way to the screen is a list too, and seen while the desk is not.
      const services = page.getByRole('list', { name: t('rules:services') });
      await expect(isWide ? page.getByRole('grid') : services).toBeVisible();
    },
  },
  {
    ...rules,
    name: 'data rules, a cell on a condition',
    path: '/admin/rules?search=Cursor',
    show: async ({ page, t }) => {
      if ((page.viewportSize()?.width ?? 0) >= 1024) {
        // Data of the staff are the fifth class.
        await page.getByRole('gridcell').nth(4).click();
        await page.keyboard.press('Enter');
      } else
        await page
          .getByRole('list', { name: t('rules:services') })
          .getByRole('button', { name: t('service:rules.class.staff_data') })
          .first()
          .click();
      await page.getByRole('radio', { name: t('rules:verdict.yes_if'), exact: true }).check();
      await expect(page.getByLabel(t('rules:cell.conditionEn'))).toBeVisible();
    },
  },
  {
    ...rules,
    name: 'data rules, a whole rule',
    path: '/admin/rules?search=Cursor',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('rules:wholeOf', { title: 'Cursor' }) }).click();
      const dialog = page.getByRole('dialog');
      for (const name of ['form.facts', 'history.title'] as const)
        await dialog
          .getByText(t(`rules:${name}`), { exact: true })
          .first()
          .click();
      await expect(dialog.getByText(t('rules:history.empty'))).toBeVisible();
    },
  },
  {
    ...rules,
    name: 'data rules, a table with faults',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('rules:table.bringIn') }).click();
      const table = 'id,source_code\n1,perhaps\nx,no\n';
      await page
        .getByLabel(t('rules:table.file'))
        .setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    ...rules,
    name: 'data rules, nothing found',
    path: '/admin/rules?search=zzzz',
    show: async ({ page, t }) => {
      await expect(page.getByText(t('rules:empty'))).toBeVisible();
    },
  },
  {
    title: 'service',
    named: 'Claude',
    as: admin,
    name: 'service, its data rules',
    path: `/services/${ownItem}?dialog=rules&item=${ownItem}`,
    show: async ({ page, t }) => {
      await expect(page.getByRole('dialog').getByLabel(t('rules:tier'))).toBeVisible();
    },
  },
];
