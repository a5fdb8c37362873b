// The set-up: companies and their domains.
import type { OwnCompanyFragment } from '../../client/features/companies/generated.ts';
import type { SetupNowQuery } from '../../client/generated.ts';
import type { UnnamedTagsQuery } from '../../client/features/curation/generated.ts';
import { expect } from '../journey.ts';
import { answer } from './answers.ts';
import { admin, type ScreenState } from './screenState.ts';

type Step = SetupNowQuery['setup']['steps'][number];

const company = (given: Partial<OwnCompanyFragment>): OwnCompanyFragment => ({
  __typename: 'CompanyRecord',
  key: 'acmeworks',
  name: 'Acme Works',
  approvalTag: 'acmeworksapproved',
  hasBadge: true,
  badgeTone: 'info',
  managedAccountsOnly: true,
  unicodeDomains: ['acme.example', 'акме.рф'],
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
    unicodeDomains: ['ochen-dlinnoe-imya-domena-kompanii.example'],
    badgeTone: 'warning',
    managedAccountsOnly: null,
    isGiven: true,
    people: 0,
    services: 0,
  }),
  company({
    key: 'empty',
    name: 'Empty',
    unicodeDomains: [],
    hasBadge: false,
    people: 0,
    services: 1,
  }),
];

const step = (part: Step['part'], state: Step['state'], given: Partial<Step> = {}): Step => ({
  __typename: 'SetupStep',
  part,
  state,
  fault: null,
  isEssential: false,
  settings: [],
  returnAddress: null,
  count: null,
  at: null,
  ...given,
});

const setting = (name: string, example: string) =>
  ({ __typename: 'SetupSetting', name, example, isSecret: false }) as const;

const setupNow: SetupNowQuery['setup'] = {
  __typename: 'Setup',
  isReady: false,
  steps: [
    step('signIn', 'missing', {
      fault: 'notSetUp',
      isEssential: true,
      settings: [setting('GOOGLE_CLIENT_ID', '1234567890-abc.apps.googleusercontent.com')],
      returnAddress: 'https://loadout.example.com/oauth/google/callback',
    }),
    step('companies', 'attention', { fault: 'givenCompanies', isEssential: true, count: 3 }),
    step('bookmarks', 'failing', { fault: 'refused', isEssential: true, count: 410 }),
    step('admins', 'done', { isEssential: true, count: 2 }),
    step('mail', 'untried'),
    step('backups', 'attention', { fault: 'oldBackup', at: '2026-11-01T10:00:00.000Z' }),
  ],
};

const setup = {
  title: 'setup',
  as: admin,
  path: '/admin/setup',
  before: ({ page }) =>
    answer(page, {
      OwnCompanies: { companies },
      SetupNow: { setup: setupNow },
      TrySetupPart: {
        trySetup: {
          __typename: 'SetupTry',
          part: 'bookmarks',
          isDone: false,
          hasAskedOutside: true,
          fault: 'refused',
          found: [],
          count: null,
          at: null,
        },
      },
    }),
} satisfies Partial<ScreenState>;

type UnnamedRow = UnnamedTagsQuery['unnamedTags']['rows'][number];

const proposed = (name: string, source: 'thesaurus' | 'model') =>
  ({ __typename: 'ProposedTagName', name, source }) as const;

/** As many as a real export has: known to the search, said by the model, and unknown by turns. */
const unnamed = Array.from({ length: 36 }, (_, index): UnnamedRow => {
  const originalName =
    index === 2 ? 'оченьдлинноеназваниетегабезпробелов-and-then-some' : `shelf-${index + 1}`;
  return {
    __typename: 'UnnamedTag',
    tag: {
      __typename: 'Tag',
      id: String(index + 1),
      originalName,
      nameRu: originalName,
      nameEn: originalName,
      count: index * 7,
    },
    proposedRu: index % 3 === 0 ? proposed('озвучка персонажей', 'thesaurus') : null,
    proposedEn: index % 3 === 1 ? null : proposed('character voices', 'thesaurus'),
  };
});

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
    name: 'set-up, a part is tried',
    show: async ({ page, t }) => {
      const part = t('setup:steps.parts.bookmarks');
      await page.getByText(t('setup:steps.lines')).first().click();
      await page.getByRole('button', { name: t('setup:steps.tryOf', { part }) }).click();
      await expect(page.getByText(t('setup:steps.next.bookmarks'))).toBeVisible();
      // The press has scrolled: what the header then covers is no fault of a part.
      await page.evaluate(() => window.scrollTo(0, 0));
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
  {
    name: 'services, many tags are named',
    title: 'services',
    as: admin,
    path: '/admin/services',
    before: ({ page }) =>
      answer(page, {
        UnnamedTags: {
          unnamedTags: { __typename: 'UnnamedTags', rows: unnamed, total: unnamed.length },
        },
        NameTags: {
          nameTags: {
            __typename: 'TagNaming',
            changeId: null,
            rows: [
              {
                __typename: 'TagNamingRow',
                id: '1',
                outcome: 'changedMeanwhile',
                tag: unnamed[0]!.tag,
              },
            ],
          },
        },
      }),
    show: async ({ page, t }) => {
      const title = t('setup:tagNames.title', { count: unnamed.length });
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await page.locator('#tag-names-save').click();
      await expect(page.getByRole('alert')).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
];
