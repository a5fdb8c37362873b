// Whether a page is in the catalogue.
import { expect } from '../journey.ts';
import { answer } from './answers.ts';
import { member, type Screen, type ScreenState } from './screenState.ts';

const check = { title: 'check', as: member } as const;
const at = (address: string) => `/check?url=${encodeURIComponent(address)}`;

const region = async ({ page }: Screen, name: string) => {
  await expect(page.getByRole('region', { name })).toBeVisible();
};

export const checkStates: ScreenState[] = [
  {
    ...check,
    name: 'check, known',
    path: at('http://adobe.com/products/photoshop.html?utm_source=mail'),
    show: async (screen) => {
      await region(screen, 'Adobe Photoshop');
      await region(screen, screen.t('service:check.near'));
    },
  },
  {
    ...check,
    name: 'check, unknown',
    path: at('https://www.adobe.com/products/illustrator.html'),
    show: (screen) => region(screen, screen.t('service:check.near')),
  },
  {
    ...check,
    name: 'check, by hand',
    path: '/check',
    show: (screen) => region(screen, screen.t('service:check.bookmark')),
  },
  {
    ...check,
    name: 'check, no address',
    path: at('about:blank'),
    expected: /status of 400/,
    show: async ({ page, t }) => {
      await expect(page.getByText(t('service:check.noAddress'))).toBeVisible();
    },
  },
  {
    ...check,
    name: 'check, failed',
    path: at('https://claude.ai'),
    before: ({ page }) => answer(page, { CheckAddress: 'refused' }),
    show: async ({ page }) => {
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
];
