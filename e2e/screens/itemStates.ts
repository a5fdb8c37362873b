// What opens over a screen: menus, and the dialogs about one service.
import { expect } from '../journey.ts';
import { answer, changeBoot } from './answers.ts';
import { admin, member, ownItem, type Screen, type ScreenState } from './screenState.ts';

const catalogue = { title: 'dashboard', as: admin, path: '/dashboard' } as const;

/** A dialog about the service that the admin knows. */
const about = (dialog: string) => ({
  title: 'dashboard',
  as: admin,
  path: `/dashboard?search=Midjourney&dialog=${dialog}&item=${ownItem}`,
});

const dialog = async ({ page }: Screen) => {
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('article').first()).toBeAttached();
};

const accountMenu = async ({ page, t }: Screen) => {
  await page.getByRole('button', { name: new RegExp(`^${t('common:account.menu')}`) }).click();
  await expect(page.getByRole('menu')).toBeVisible();
};

const text = 'Собираем доску настроений для нового биома за час вместо двух дней.';
const newText = ({ page, t }: Screen) =>
  page.getByRole('dialog').getByRole('textbox', { name: t('useCases.newLabel') });

const write = async (screen: Screen) => {
  await dialog(screen);
  await newText(screen).fill(text);
};
const save = async (screen: Screen) => {
  await write(screen);
  await screen.page.getByRole('button', { name: screen.t('useCases.save') }).click();
};

const analysis = (improvedCases: Array<{ type: string; reason: string; text: string }>) => ({
  analyzeUseCase: {
    __typename: 'UseCaseAnalysis',
    source: 'model',
    improvedCases: improvedCases.map((one) => ({ ...one, __typename: 'ImprovedCase' })),
  },
});

const withBot = ({ page }: Screen) =>
  changeBoot(page, ({ user, settings }) => {
    settings['telegramBotName'] = 'loadout_bot';
    if (user) user['telegramId'] = null;
  });

const invite = (link: string | null, error: string | null) => ({
  generateTelegramInvite: { __typename: 'TelegramInvite', success: link !== null, link, error },
});

/** A like, whose dialog is left again: the first useful act. */
const act = async ({ page, t }: Screen) => {
  await answer(page, {
    LikeKnowledge: { likeKnowledge: { __typename: 'LikeInfo', isLiked: true, likesCount: 9 } },
  });
  await page.getByRole('article').locator('button[aria-pressed=false]').first().click();
  await expect(page.getByRole('dialog', { name: t('useCases.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: t('telegram.promptTitle') })).toBeVisible();
};

const openVerification = async (screen: Screen) => {
  const { page, t } = screen;
  await act(screen);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('telegram.connect') })
    .click();
  await expect(page.getByRole('dialog', { name: t('telegram.title') })).toBeVisible();
};

export const itemStates: ScreenState[] = [
  { ...catalogue, name: 'account menu, of an admin', show: accountMenu },
  {
    ...catalogue,
    name: 'account menu, new reports',
    before: ({ page }) =>
      answer(page, {
        NewReportsCount: { complaintsCount: { __typename: 'ComplaintsCount', count: 12 } },
      }),
    show: async (screen) => {
      const { page, t } = screen;
      await page
        .getByRole('button', { name: t('common:account.menuWithReports', { count: 12 }) })
        .click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'notifications, none',
    show: async (screen) => {
      await accountMenu(screen);
      const { page, t } = screen;
      await page.getByRole('menuitem', { name: t('common:account.notifications') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'notifications',
    as: member,
    path: '/admin',
    show: async (screen) => {
      const { page, t } = screen;
      await expect(page.getByText(t('common:error.accessDenied')).first()).toBeVisible();
      await accountMenu(screen);
      await page.getByRole('menuitem', { name: t('common:account.notifications') }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
    },
  },
  {
    ...catalogue,
    name: 'keyboard shortcuts',
    show: async ({ page }) => {
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.keyboard.press('Shift+Slash');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'menu of a service',
    path: '/dashboard?search=Midjourney',
    show: async ({ page, t }) => {
      const start = t('menu.label', { title: '' });
      await page.getByRole('button', { name: start }).first().click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  { ...about('useCases'), name: 'use cases', show: dialog },
  {
    ...about('useCases'),
    name: 'use cases, analysing',
    before: ({ page }) =>
      answer(page, {
        AnalyzeUseCase: 'never',
        UseCaseProgress: {
          useCaseProgress: {
            __typename: 'UseCaseProgress',
            step: 'analysing_text',
            position: 1,
            total: 4,
          },
        },
      }),
    show: async (screen) => {
      await save(screen);
      const { page, t } = screen;
      await expect(page.getByText(t('useCases.steps.analysing_text')).first()).toBeVisible();
      await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, better texts',
    before: ({ page }) =>
      answer(page, {
        AnalyzeUseCase: analysis([
          {
            type: 'improved',
            reason: 'Стало видно, кто это сделал и сколько времени сберёг.',
            text: 'Художник по окружению собрал доску настроений для нового биома за час вместо двух дней.',
          },
          {
            type: 'split',
            reason: 'Вторая мысль заслуживает отдельного примера.',
            text: 'Арт-директор выбрал стиль биома на первой же встрече по этой доске.',
          },
        ]),
      }),
    show: async (screen) => {
      await save(screen);
      const { page, t } = screen;
      const legend = t('useCases.suggestions.legend');
      await expect(page.getByRole('group', { name: legend })).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, a question',
    before: ({ page }) =>
      answer(page, {
        AnalyzeUseCase: analysis([
          { type: 'needs_clarification', reason: 'Кто собирал доску и для какой игры?', text },
        ]),
      }),
    show: async (screen) => {
      await save(screen);
      const { page, t } = screen;
      await expect(page.getByText(t('useCases.suggestions.clarify'))).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, the analysis failed',
    before: ({ page }) => answer(page, { AnalyzeUseCase: 'refused' }),
    show: async (screen) => {
      await save(screen);
      const { page, t } = screen;
      await expect(page.getByText(t('useCases.analysisFailed'))).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, unsaved text',
    show: async (screen) => {
      await write(screen);
      await screen.page.keyboard.press('Escape');
      await expect(screen.page.getByText(screen.t('common:state.unsaved'))).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, one is changed',
    show: async (screen) => {
      await dialog(screen);
      const { page, t } = screen;
      const field = page.getByRole('textbox', { name: t('useCases.editLabel') }).first();
      await field.pressSequentially(' !');
      await expect(page.getByText(t('useCases.keys'))).toBeVisible();
    },
  },
  { ...about('report'), name: 'report', show: dialog },
  {
    ...about('report'),
    name: 'report, not sent',
    before: ({ page }) => answer(page, { ReportItem: 'refused' }),
    show: async (screen) => {
      await dialog(screen);
      const { page, t } = screen;
      await page.getByRole('radio', { name: t('report.types.broken_link') }).check({ force: true });
      await page.getByRole('textbox', { name: t('report.comment') }).fill('а'.repeat(1900));
      await page.getByRole('button', { name: t('report.send') }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  { ...about('access'), name: 'access request', show: dialog },
  {
    ...about('access'),
    name: 'access request, filled in',
    show: async (screen) => {
      await dialog(screen);
      const { page, t } = screen;
      await page.getByRole('radio', { name: t('access.plans.pro') }).check({ force: true });
      await page.getByRole('textbox').last().fill('Ревью кода в команде сервера');
      await expect(page.getByRole('button', { name: t('access.send') })).toBeEnabled();
    },
  },
  {
    ...catalogue,
    name: 'stop using a service with use cases',
    // Nothing is there at first: the first page comes with the HTML, where no answer can be changed.
    path: '/dashboard?search=qqqq',
    before: ({ page }) =>
      answer(page, {
        SearchKnowledge: (real) => {
          const found = real.data?.['searchKnowledge'] as { items: Array<Record<string, unknown>> };
          for (const item of found.items)
            Object.assign(item, { isLiked: true, ownUseCasesCount: 2 });
          return real;
        },
      }),
    show: async ({ page, t }) => {
      const field = page.getByRole('combobox', { name: t('search.label') });
      await field.fill('Midjourney');
      await field.press('Enter');
      await page.getByRole('article').getByRole('button', { pressed: true }).first().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { ...about('experts'), name: 'experts', show: dialog },
  {
    ...about('experts'),
    name: 'experts, none',
    before: ({ page }) => answer(page, { ItemExperts: { itemExperts: [] } }),
    show: async (screen) => {
      await dialog(screen);
      await expect(screen.page.getByText(screen.t('people.none'))).toBeVisible();
    },
  },
  {
    ...about('admin'),
    name: 'visibility and notes',
    show: async (screen) => {
      await dialog(screen);
      await expect(
        screen.page.getByRole('switch', { name: screen.t('admin.controls.visible') }),
      ).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'Telegram prompt',
    before: withBot,
    show: act,
  },
  {
    ...catalogue,
    name: 'Telegram verification',
    before: async (screen) => {
      await withBot(screen);
      await answer(screen.page, {
        GenerateTelegramInvite: invite('https://t.me/loadout_bot?start=abc', null),
      });
    },
    show: async (screen) => {
      await openVerification(screen);
      const { page, t } = screen;
      await expect(
        page.getByRole('dialog').getByRole('link', { name: t('telegram.connect') }),
      ).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'Telegram verification without a link',
    before: async (screen) => {
      await withBot(screen);
      await answer(screen.page, { GenerateTelegramInvite: invite(null, null) });
    },
    show: async (screen) => {
      await openVerification(screen);
      await expect(screen.page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
];
