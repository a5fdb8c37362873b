import { screen, waitFor } from '@testing-library/react';
import { setCurrentUser } from '../browser/currentUser.ts';
import { aUser } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { ProfileSettingsPage } from './ProfileSettingsPage.tsx';

const open = (at: string) => {
  setCurrentUser(aUser());
  const delivery = {
    telegram: 'off',
    mail: 'off',
    canTelegram: false,
    canMail: true,
    language: null,
    timeZone: null,
    quietFrom: null,
    quietUntil: null,
  };
  return renderPage(<ProfileSettingsPage />, {
    at,
    language: 'en',
    settings: { telegramBotName: 'loadout_bot' },
    resolvers: {
      Query: {
        notificationDelivery: () => delivery,
        notificationSettings: () => [],
        mySessions: () => [],
        myApiTokens: () => [],
        myFeedAddress: () => null,
      } as never,
    },
  });
};

test('an address with an anchor leads to its section', async () => {
  await open('/profile/settings#devices');
  const heading = await screen.findByRole('heading', { name: 'Devices' });
  await waitFor(() => expect(heading.parentElement).toHaveFocus());
});

test('who has not connected Telegram does it where it is missing', async () => {
  const { user } = await open('/profile/settings');
  const telegram = await screen.findByRole('combobox', { name: 'In Telegram' });
  expect(telegram).toHaveAccessibleDescription(/Telegram isn't connected/);
  await user.click(screen.getAllByRole('button', { name: 'Connect Telegram' })[0]!);
  expect(await screen.findByRole('dialog', { name: 'Telegram verification' })).toBeInTheDocument();
});
