// The page of a service.
import { expect } from '../journey.ts';
import { answer } from './answers.ts';
import { admin, member, ownItem, type Screen, type ScreenState } from './screenState.ts';

const service = { title: 'service', path: `/services/${ownItem}`, named: 'Claude' } as const;

/** The last part of the page is there. */
const whole = async ({ page, t }: Screen) => {
  await expect(page.getByRole('region', { name: t('service:facts.title') })).toBeVisible();
};

export const serviceStates: ScreenState[] = [
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
