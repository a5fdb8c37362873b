// When something is slow, broken, missing or over: a screen still says what is the matter and what one can do.
import { expect } from '../journey.ts';
import { answer } from './answers.ts';
import { admin, member, type Screen, type ScreenState } from './screenState.ts';
import { skeletonsShown } from './still.ts';

/** Types into the search, so that the page itself asks the server. */
const ask = async ({ page, t }: Screen, text = 'voice') => {
  await expect(page.getByRole('article').first()).toBeVisible();
  const field = page.getByRole('combobox', { name: t('search.label') });
  await field.fill(text);
  await field.press('Enter');
};

const catalogue = { title: 'dashboard', as: member, path: '/dashboard' } as const;

type Found = Record<string, unknown> & { items: Array<Record<string, unknown>> };
const foundOf = (real: { data?: Record<string, unknown> | null }): Found =>
  real.data?.['searchKnowledge'] as Found;

const nothing = { total: 0, pageCount: 0, correctedTo: null, items: [], near: [], matches: [] };
const emptyCatalogue = {
  searchKnowledge: { ...nothing, __typename: 'KnowledgePage' },
};

/** The catalogue opened from inside: it asks for its first page itself. */
const arrive = async ({ page, t }: Screen) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: t('common:homeLink') }).click();
  await expect(page).toHaveURL(/\/dashboard/);
};

export const troubleStates: ScreenState[] = [
  {
    ...catalogue,
    name: 'dashboard, first load',
    path: '/profile/requests',
    before: ({ page }) => answer(page, { SearchKnowledge: 'never' }),
    show: async (screen) => {
      await arrive(screen);
      await expect(screen.page.locator('section[aria-busy=true]')).toBeVisible();
      await skeletonsShown(screen.page);
    },
  },
  {
    ...catalogue,
    name: 'dashboard, the next answer is awaited',
    show: async (screen) => {
      const { page } = screen;
      await expect(page.getByRole('article').first()).toBeVisible();
      await answer(page, { SearchKnowledge: 'never' });
      await ask(screen);
      await expect(page.locator('[data-stale]')).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, slow connection',
    path: '/profile/requests',
    before: async ({ page }) => {
      await page.clock.install();
      await answer(page, { SearchKnowledge: 'never' });
    },
    show: async (screen) => {
      await arrive(screen);
      await expect(screen.page.locator('section[aria-busy=true]')).toBeVisible();
      await screen.page.clock.fastForward(5_000);
      await expect(screen.page.getByText(screen.t('common:state.slow'))).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, not loaded',
    before: ({ page }) => answer(page, { SearchKnowledge: 'refused' }),
    path: '/profile/requests',
    show: async (screen) => {
      await arrive(screen);
      await expect(screen.page.getByRole('alert')).toContainText(screen.t('loadFailed'));
    },
  },
  {
    ...catalogue,
    name: 'dashboard, an answer with parts missing',
    path: '/profile/requests',
    before: ({ page }) =>
      answer(page, {
        SearchKnowledge: (real) => {
          for (const item of foundOf(real).items) {
            item['imageUrl'] = null;
            item['descriptionRu'] = null;
            item['titleRu'] = null;
          }
          return {
            ...real,
            errors: [{ message: 'No pictures', path: ['searchKnowledge', 'items', 0, 'imageUrl'] }],
          };
        },
      }),
    show: async (screen) => {
      await arrive(screen);
      await expect(
        screen.page.getByRole('article').or(screen.page.getByRole('alert')).first(),
      ).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, offline',
    show: async (screen) => {
      const { page, t } = screen;
      await expect(page.getByRole('article').first()).toBeVisible();
      // A part that has not come yet would fail with an alert of its own.
      const wizard = page.getByRole('region', { name: t('wizard.label') });
      await expect(wizard.getByRole('button').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await expect(page.getByText(t('common:state.offline'))).toBeVisible();
      await ask(screen);
      await expect(page.getByRole('alert')).toContainText(t('loadFailed'));
    },
    expected: /ERR_INTERNET_DISCONNECTED|No usable answer/,
  },
  {
    ...catalogue,
    name: 'dashboard, empty catalogue',
    path: '/profile/requests',
    before: ({ page }) => answer(page, { SearchKnowledge: emptyCatalogue }),
    show: async (screen) => {
      await arrive(screen);
      await expect(screen.page.getByText(screen.t('emptyCatalogue'))).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, empty catalogue, for an admin',
    as: admin,
    path: '/profile/requests',
    before: ({ page }) => answer(page, { SearchKnowledge: emptyCatalogue }),
    show: async (screen) => {
      await arrive(screen);
      await expect(screen.page.getByText(screen.t('emptyCatalogueAdmin'))).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, a like that was not saved',
    before: ({ page }) => answer(page, { LikeKnowledge: 'refused', UnlikeKnowledge: 'refused' }),
    show: async (screen) => {
      const { page, t } = screen;
      const like = page.getByRole('article').locator('[data-like=unused]').first();
      await like.click();
      await expect(page.getByText(t('likeError')).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText(t('notSaved')).first()).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, not an admin',
    path: '/admin',
    show: async ({ page, t }) => {
      await expect(page.getByText(t('common:error.accessDenied')).first()).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, a new version',
    before: async ({ page }) => {
      await page.clock.install();
      await page.route('**/api/v1/health', (route) =>
        route.fulfill({ json: { success: true, build: 'another' } }),
      );
    },
    show: async ({ page, t }) => {
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.clock.fastForward('06:00');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByText(t('common:state.newVersion'))).toBeVisible();
    },
  },
  {
    name: 'a part of the screen has failed',
    title: 'profileUseCases',
    as: admin,
    path: '/profile/use-cases',
    before: ({ page }) =>
      answer(page, {
        MyUseCases: (real) => {
          const cases = real.data?.['myUseCases'] as Array<Record<string, unknown>>;
          for (const one of cases) one['descriptionRu'] = { broken: true };
          return real;
        },
      }),
    show: async ({ page }) => {
      await expect(page.getByText('Что-то пошло не так')).toBeVisible();
    },
    expected: /./,
  },
  {
    name: 'the session has ended',
    title: 'login',
    as: member,
    path: '/profile/requests',
    before: ({ page }) =>
      answer(page, {
        MyAccessRequests: { myAccessRequests: [] },
        MyComplaints: { myComplaints: [] },
        MyProposals: { myProposals: [] },
        MyWatchedSearches: { myWatchedSearches: [] },
      }),
    show: async (screen) => {
      const { page, t } = screen;
      // With nothing under way any more, the next step is the first that is refused.
      await expect(page.getByText(t('requests.noAccess'))).toBeVisible();
      await expect(page.getByText(t('requests.noReports'))).toBeVisible();
      await expect(page.getByText(t('requests.noProposals'))).toBeVisible();
      await page.context().clearCookies({ name: 'sid' });
      await page.getByRole('link', { name: t('common:homeLink') }).click();
      await expect(page).toHaveURL(/\/login\?from=/);
      await expect(page.getByText(t('common:error.sessionEnded')).first()).toBeVisible();
    },
    expected: /401|Sign in first/,
  },
];
