// The catalogue: what a search, the wizard, the filters and the reader's progress can look like.
import { expect } from '../journey.ts';
import { answer, changeBoot } from './answers.ts';
import { admin, member, type Screen, type ScreenState } from './screenState.ts';

const search = ({ page, t }: Screen) => page.getByRole('combobox', { name: t('search.label') });

const results = async ({ page }: Screen) => {
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('[data-stale]')).toHaveCount(0);
};

const catalogue = { title: 'dashboard', as: member, path: '/dashboard' } as const;

const wizard = ({ page, t }: Screen) => page.getByRole('region', { name: t('wizard.label') });

/** The tasks of the subcategory that the address names: on a phone they wait in a sheet. */
const tasks = async (screen: Screen) => {
  await results(screen);
  const shown = screen.page.locator('[data-part=tasks]');
  const opener = wizard(screen).getByRole('button', { name: '›' });
  await expect(shown.or(opener)).toBeVisible();
  if (await opener.isVisible()) await opener.click();
  await expect(shown).toBeVisible();
  return shown;
};

const progress =
  (value: number, hasWrittenUseCase: boolean, hasLikedUseCase: boolean) =>
  ({ page }: Screen) =>
    changeBoot(page, ({ user }) => {
      if (!user) throw new Error('Nobody is signed in');
      const complete = value === 100;
      user.progress = { value, hasWrittenUseCase, hasLikedUseCase, complete };
    });

export const catalogueStates: ScreenState[] = [
  { ...catalogue, name: 'dashboard', show: results },
  {
    ...catalogue,
    name: 'dashboard, second page, sorted by title, approved only',
    path: '/dashboard?sortBy=title&verified=1&page=2',
    show: async (screen) => {
      await results(screen);
      await expect(
        screen.page.getByRole('button', { name: screen.t('filters.set', { count: 1 }) }),
      ).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, filters open',
    path: '/dashboard?tags=music&used=1',
    show: async (screen) => {
      const { page, t } = screen;
      await results(screen);
      await page.getByRole('button', { name: t('filters.set', { count: 2 }) }).click();
      await expect(page.getByRole('group', { name: t('tags.label') })).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, found',
    path: '/dashboard?search=voice',
    show: results,
  },
  {
    ...catalogue,
    name: 'dashboard, corrected search',
    path: '/dashboard?search=Midjorney',
    show: async (screen) => {
      const { page, t } = screen;
      await results(screen);
      await expect(
        page.getByRole('button', { name: t('searchExactly', { query: 'Midjorney' }) }),
      ).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, nothing found',
    path: '/dashboard?search=qqzzxxqqzz&verified=1',
    show: async ({ page, t }) => {
      await expect(page.getByRole('button', { name: t('resetAll') })).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, reasons, and what is near',
    path: '/dashboard?search=клонировать голос',
    show: async (screen) => {
      const { page, t } = screen;
      await results(screen);
      await expect(page.locator('[data-part=found-by]').first()).toBeVisible();
      await expect(page.getByRole('feed', { name: t('near') })).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, not sure',
    path: '/dashboard?search=расписание автобусов',
    show: async (screen) => {
      await results(screen);
      await expect(screen.page.getByText(screen.t('unsure'))).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, like another service',
    path: '/dashboard?search=аналог Midjourney',
    show: async (screen) => {
      await results(screen);
      await expect(
        screen.page.getByText(screen.t('likeName', { name: 'Midjourney' })),
      ).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, suggestions',
    show: async (screen) => {
      const { page } = screen;
      await results(screen);
      // In one go: between two letters the suggestions for the first might come, and go again with the place in them.
      await search(screen).fill('im');
      await expect(page.getByRole('option').first()).toBeVisible();
      await search(screen).press('ArrowDown');
      await expect(page.getByRole('option', { selected: true })).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, wizard, category',
    show: async (screen) => {
      await results(screen);
      await wizard(screen).getByRole('button').first().click();
      await expect(screen.page.locator('[data-part=subcategories]')).toBeVisible();
      await results(screen);
    },
  },
  {
    ...catalogue,
    name: 'dashboard, wizard, subcategory',
    path: '/dashboard?cat=create&sub=images',
    show: async (screen) => {
      await tasks(screen);
    },
  },
  {
    ...catalogue,
    name: 'dashboard, wizard, task chosen',
    path: '/dashboard?cat=create&sub=images',
    show: async (screen) => {
      const shown = await tasks(screen);
      await shown.getByRole('button').first().click();
      await expect(screen.page).toHaveURL(/concepts=/);
      await expect(screen.page.getByRole('dialog')).toHaveCount(0);
      await expect(screen.page.locator('[aria-busy=true]')).toHaveCount(0);
      await results(screen);
    },
  },
  {
    ...catalogue,
    name: 'dashboard, progress 10',
    before: progress(10, false, false),
    show: async (screen) => {
      await expect(screen.page.getByText(screen.t('progress.write'))).toBeVisible();
      await results(screen);
    },
  },
  {
    ...catalogue,
    name: 'dashboard, progress 55',
    before: progress(55, true, false),
    show: async (screen) => {
      await expect(screen.page.getByText(screen.t('progress.like'))).toBeVisible();
      await results(screen);
    },
  },
  {
    ...catalogue,
    name: 'dashboard, progress complete',
    before: progress(100, true, true),
    show: async (screen) => {
      await expect(screen.page.getByText(screen.t('progress.complete'))).toBeVisible();
      await results(screen);
    },
  },
  {
    ...catalogue,
    name: 'dashboard, a service that is hidden, for an admin',
    as: admin,
    path: '/dashboard?search=Midjourney',
    before: ({ page }) =>
      answer(page, {
        SearchKnowledge: (real) => {
          const found = real.data?.['searchKnowledge'] as { items: Array<Record<string, unknown>> };
          for (const item of found.items) item['adminVisibility'] = 'hidden';
          return real;
        },
      }),
    show: async (screen) => {
      await search(screen).fill('Midjourney art');
      await search(screen).press('Enter');
      await expect(screen.page.locator('[data-dimmed]').first()).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'dashboard, the end of the list',
    path: '/dashboard?search=Midjourney&page=9',
    show: results,
  },
];
