// What opens over a screen: menus, and the dialogs about one service.
import { leaveByEscape } from '../focus.ts';
import { expect } from '../journey.ts';
import { answer, changeBoot } from './answers.ts';
import { about, dialog } from './itemDialog.ts';
import { admin, member, type Screen, type ScreenState } from './screenState.ts';
import { useCaseStates } from './useCaseStates.ts';

const catalogue = { title: 'dashboard', as: admin, path: '/dashboard' } as const;

const accountMenu = async ({ page, t }: Screen) => {
  await page.getByRole('button', { name: new RegExp(`^${t('common:account.menu')}`) }).click();
  await expect(page.getByRole('menu')).toBeVisible();
};

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
  await page.getByRole('article').locator('[data-like=unused]').first().click();
  await expect(page.getByRole('dialog', { name: t('useCases.title') })).toBeVisible();
  await leaveByEscape(page);
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

const openNotifications = async (screen: Screen) => {
  const { page, t } = screen;
  await accountMenu(screen);
  await page.getByRole('menuitem', { name: t('common:account.notifications') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const told = (notifications: readonly object[]) => ({
  notifications: { __typename: 'NotificationPage', notifications, total: notifications.length },
});

/** Told by a job, some time after the product was started. */
const reviewDue = {
  __typename: 'Notification',
  id: '1',
  seq: 1,
  kind: 'review_due',
  at: '2026-11-01T09:00:00.000Z',
  isRead: true,
  count: 1,
  status: null,
  title: null,
  knowledgeItem: { __typename: 'KnowledgeItem', id: '5', titleRu: null, titleEn: 'GitHub Copilot' },
};

/** Of a service that was hidden since. */
const goneReport = {
  ...reviewDue,
  id: '2',
  seq: 2,
  kind: 'report_moved',
  status: 'resolved',
  knowledgeItem: null,
};

export const itemStates: ScreenState[] = [
  { ...catalogue, name: 'account menu, of an admin', show: accountMenu },
  {
    ...catalogue,
    name: 'account menu, new reports',
    before: async ({ page }) => {
      await page.clock.install();
      await answer(page, {
        NewReportsCount: { complaintsCount: { __typename: 'ComplaintsCount', count: 12 } },
      });
    },
    show: async ({ page, t }) => {
      // The first count comes with the page, the next one is asked for every 30 seconds.
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.clock.runFor(30_500);
      await page
        .getByRole('button', { name: t('common:account.menuWithReports', { count: 12 }) })
        .click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    ...catalogue,
    name: 'notifications, none',
    before: ({ page }) => answer(page, { Notifications: told([]) }),
    show: async (screen) => {
      await openNotifications(screen);
      await expect(screen.page.getByRole('dialog').getByRole('listitem')).toHaveCount(0);
    },
  },
  {
    ...catalogue,
    name: 'notifications',
    as: member,
    path: '/admin',
    before: ({ page }) => answer(page, { Notifications: told([goneReport, reviewDue]) }),
    show: async (screen) => {
      const { page, t } = screen;
      await expect(page.getByText(t('common:error.accessDenied')).first()).toBeVisible();
      await openNotifications(screen);
      const rows = page.getByRole('dialog').getByRole('listitem');
      // The third is the message of this tab.
      await expect(rows).toHaveCount(3);
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
  ...useCaseStates,
  { ...about('report'), name: 'report', show: dialog },
  {
    ...about('report'),
    name: 'report, not sent',
    before: ({ page }) => answer(page, { ReportItem: 'refused' }),
    show: async (screen) => {
      await dialog(screen);
      const { page, t } = screen;
      await page.getByRole('radio', { name: t('report.types.broken_link') }).check();
      await page.getByRole('textbox', { name: t('report.comment') }).fill('а'.repeat(1900));
      await page.getByRole('button', { name: t('report.send') }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    ...about('access'),
    name: 'access request',
    show: async (screen) => {
      await dialog(screen);
      await expect(screen.page.getByRole('textbox').last()).toBeVisible();
    },
  },
  {
    ...about('access'),
    name: 'access request, filled in',
    show: async (screen) => {
      await dialog(screen);
      const { page, t } = screen;
      await page.getByRole('radio', { name: t('access.plans.pro') }).check();
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
