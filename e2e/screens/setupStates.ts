// The set-up: companies and their domains.
import type { OwnCompanyFragment } from '../../client/generated.ts';
import { expect } from '../journey.ts';
import { answer } from './answers.ts';
import { admin, type ScreenState } from './screenState.ts';

const company = (given: Partial<OwnCompanyFragment>): OwnCompanyFragment => ({
  __typename: 'CompanyRecord',
  key: 'acmeworks',
  name: 'Acme Works',
  approvalTag: 'acmeworksapproved',
  hasBadge: true,
  badgeTone: 'info',
  domains: ['acme.example', 'акме.рф'],
  isGiven: false,
  people: 41,
  services: 12,
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...given,
});

const companies = [
  company({}),
  company({
    key: 'gegeimsinternational',
    name: 'Общество с ограниченной ответственностью «Достопримечательности»',
    approvalTag: 'достопримечательностиapproved',
    domains: ['ochen-dlinnoe-imya-domena-kompanii.example'],
    badgeTone: 'warning',
    isGiven: true,
    people: 0,
    services: 0,
  }),
  company({ key: 'empty', name: 'Empty', domains: [], hasBadge: false, people: 0, services: 1 }),
];

const setup = {
  title: 'setup',
  as: admin,
  path: '/admin/setup',
  before: ({ page }) => answer(page, { OwnCompanies: { companies } }),
} satisfies Partial<ScreenState>;

export const setupStates: ScreenState[] = [
  {
    ...setup,
    name: 'set-up, companies',
    show: async ({ page, t }) => {
      await expect(page.getByText('acme.example, акме.рф')).toBeVisible();
      await expect(page.getByText(t('setup:companies.mark'), { exact: true })).toBeVisible();
    },
  },
  {
    ...setup,
    name: 'set-up, a company is changed',
    show: async ({ page, t }) => {
      const change = t('setup:companies.changeOf', { company: 'Acme Works' });
      await page.getByRole('button', { name: change }).click();
      await page.getByLabel(t('setup:companies.domains')).fill('acme.example');
      const warning = t('setup:companies.domainsGo', { domains: 'акме.рф' });
      await expect(page.getByText(warning)).toBeVisible();
    },
  },
];
