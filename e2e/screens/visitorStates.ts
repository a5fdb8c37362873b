// The screens before the sign-in.
import { expect } from '../journey.ts';
import { answer, changeBoot, silence } from './answers.ts';
import { member, type Screen, type ScreenState } from './screenState.ts';

const heading =
  (key: string) =>
  async ({ page, t }: Screen) => {
    await expect(page.getByRole('heading', { level: 1, name: t(key) })).toBeVisible();
  };

const withGoogle = ({ page }: Screen) =>
  changeBoot(page, ({ settings }) => {
    settings['googleClientId'] = 'client.apps.example';
  });

/** A clock that can be moved on; it goes on by itself, too. */
const skip = async ({ page }: Screen, ms: number) => page.clock.fastForward(ms);

const callbackThatWaits = async ({ page }: Screen) => {
  await page.clock.install();
  await silence(page, '/api/v1/auth/google/callback');
};

export const visitorStates: ScreenState[] = [
  {
    name: 'login',
    title: 'login',
    path: '/login',
    before: withGoogle,
    show: async ({ page, t }) => {
      await expect(page.getByRole('button', { name: t('guest:login.google') })).toBeEnabled();
      await expect(page.locator('option')).not.toHaveCount(0);
    },
  },
  {
    name: 'login, Google not configured',
    title: 'login',
    path: '/login',
    show: async ({ page, t }) => {
      await expect(page.getByText(t('guest:login.googleOff'))).toBeVisible();
      await expect(page.locator('option')).not.toHaveCount(0);
    },
  },
  {
    name: 'login, going to Google',
    title: 'login',
    path: '/login',
    before: async (screen) => {
      await withGoogle(screen);
      await silence(screen.page, '/api/v1/auth/login');
    },
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('guest:login.google') }).click();
      await expect(page.getByRole('button', { name: t('guest:login.googleBusy') })).toBeVisible();
    },
  },
  {
    name: 'login, back with an error',
    title: 'login',
    path: '/oauth/google/callback?error=access_denied',
    show: async ({ page, t }) => {
      await expect(page.getByRole('alert').first()).toContainText(t('guest:callback.cancelled'));
      await expect(page.locator('[data-sonner-toast]')).toBeVisible();
    },
  },
  {
    name: 'login, in the browser of Telegram',
    title: 'login',
    path: '/login',
    before: ({ page }) =>
      page.addInitScript(() => {
        Object.assign(window, { TelegramWebviewProxy: {} });
      }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('guest:inApp.heading'), { exact: true })).toBeVisible();
    },
  },
  {
    name: 'login, the widget of Telegram does not come',
    title: 'login',
    path: '/login',
    before: async ({ page }) => {
      await page.route('https://telegram.org/**', (route) => route.abort());
      await changeBoot(page, ({ settings }) => {
        settings['telegramBotName'] = 'loadout_bot';
      });
    },
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('guest:login.telegram') }).click();
      await expect(page.getByText(t('guest:login.telegramWidgetFailed'))).toBeVisible();
    },
    expected: /ERR_FAILED|[Tt]elegram/,
  },
  {
    name: 'login, after the session has ended',
    title: 'login',
    path: '/login?from=%2Fdashboard',
    show: heading('guest:login.heading'),
  },
  {
    name: 'privacy policy',
    title: 'privacy',
    path: '/privacy-policy',
    show: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
  {
    name: 'terms of service',
    title: 'terms',
    path: '/terms-of-service',
    show: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
  {
    name: 'splash',
    title: 'splash',
    path: '/login',
    before: ({ page }) =>
      changeBoot(page, ({ settings }) => {
        settings['splashOnly'] = true;
      }),
    show: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    },
  },
  {
    name: 'callback',
    title: 'signingIn',
    path: '/oauth/google/callback?code=abc&state=def',
    before: callbackThatWaits,
    show: heading('guest:callback.heading'),
  },
  {
    name: 'callback that takes long',
    title: 'signingIn',
    path: '/oauth/google/callback?code=abc&state=def',
    before: callbackThatWaits,
    show: async (screen) => {
      await heading('guest:callback.heading')(screen);
      await skip(screen, 16_000);
      const { page, t } = screen;
      await expect(page.getByRole('link', { name: t('guest:callback.again') })).toBeVisible();
    },
  },
  {
    name: 'an address that there is not',
    title: 'notFound',
    path: '/no/such/place',
    show: heading('common:error.notFound'),
  },
];

const account = { name: 'Мария Орлова', email: 'maria.orlova@nexters.com', telegramUsername: null };

const askedByLink: Pick<ScreenState, 'title' | 'path' | 'before' | 'show'> = {
  title: 'signingIn',
  path: '/auth/direct-access?token=abc',
  before: ({ page }) => answer(page, { SignInPreview: { signInPreview: account } }),
  show: async ({ page, t }) => {
    const heading = t('guest:confirm.heading', { name: account.name });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await page.keyboard.press('Tab');
    const proceed = page.getByRole('button', { name: t('guest:confirm.proceed') });
    await expect(proceed).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: t('common:actions.cancel') })).toBeFocused();
  },
};

/** The question before a link signs in. */
export const linkStates: ScreenState[] = [
  { name: 'sign-in link of a visitor', ...askedByLink },
  { name: 'sign-in link while signed in', as: member, ...askedByLink },
];
