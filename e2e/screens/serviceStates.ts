// The page of a service.
import { expect } from '../journey.ts';
import { answer } from './answers.ts';
import { admin, member, ownItem, type Screen, type ScreenState } from './screenState.ts';

const service = { title: 'service', path: `/services/${ownItem}`, named: 'Claude' } as const;

/** The last part of the page is there. */
const whole = async ({ page, t }: Screen) => {
  await expect(page.getByRole('region', { name: t('service:facts.title') })).toBeVisible();
};

const compare = { title: 'compare', as: member } as const;

export const serviceStates: ScreenState[] = [
  {
    ...compare,
    name: 'compare, three services',
    path: '/compare?ids=1,4,2',
    show: async ({ page }) => {
      await expect(page.getByRole('columnheader', { name: 'Claude' })).toBeVisible();
    },
  },
  {
    ...compare,
    name: 'compare, one alone, and some that are not there',
    path: '/compare?ids=1,999999,999998',
    show: async ({ page, t }) => {
      await expect(
        page.getByRole('link', { name: t('service:compare.fromCatalogue') }),
      ).toBeVisible();
    },
  },
  {
    ...compare,
    title: 'dashboard',
    name: 'compare, two picked',
    path: '/dashboard',
    show: async ({ page, t }) => {
      const pick = page.getByRole('button', { name: t('compare.pick', { title: '' }) });
      await pick.nth(0).click();
      await pick.nth(1).click();
      await expect(page.getByRole('region', { name: t('compare.bar') })).toBeVisible();
    },
  },
  { ...service, name: 'service', as: member, show: whole },
  { ...service, name: 'service, of an admin', as: admin, show: whole },
  {
    ...service,
    name: 'service, writing',
    as: member,
    show: async (screen) => {
      const { page, t } = screen;
      await whole(screen);
      await page.getByRole('button', { name: t('service:cases.write') }).click();
      await expect(page.getByRole('textbox')).toBeVisible();
    },
  },
  {
    title: 'service',
    path: '/services/999999',
    name: 'service, gone',
    as: member,
    expected: /status of 404/,
    show: async ({ page, t }) => {
      await expect(page.getByRole('heading', { name: t('service:gone') })).toBeVisible();
    },
  },
  {
    title: 'service',
    path: '/services/999999',
    name: 'service, failed',
    as: member,
    before: ({ page }) => answer(page, { ServicePage: 'refused' }),
    show: async ({ page }) => {
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
];
