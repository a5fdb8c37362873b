// Settings of notifications outside the page: stored values, proposals of the browser, sent values, and refusals.
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser, type CurrentUser } from '../browser/currentUser.ts';
import { aUser } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { ProfileSettingsPage } from './ProfileSettingsPage.tsx';
import { NotificationDelivery } from '../features/notifications/NotificationDelivery.tsx';
import { Feeds } from '../features/feeds/Feeds.tsx';

describe('the page of settings', () => {
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

  test('connects Telegram at the setting that needs it', async () => {
    const { user } = await open('/profile/settings');
    const telegram = await screen.findByRole('combobox', { name: 'In Telegram' });
    expect(telegram).toHaveAccessibleDescription(/Telegram isn’t connected/);
    await user.click(screen.getAllByRole('button', { name: 'Connect Telegram' })[0]!);
    expect(
      await screen.findByRole('dialog', { name: 'Telegram verification' }),
    ).toBeInTheDocument();
  });
});

describe('notifications outside the page', () => {
  const never = {
    telegram: 'answers',
    mail: 'off',
    canTelegram: true,
    canMail: false,
    language: null,
    timeZone: null,
    quietFrom: null,
    quietUntil: null,
  };

  async function open(
    stored: Partial<Record<keyof typeof never, unknown>> = {},
    { refuses = false, user = {} as Partial<CurrentUser> } = {},
  ) {
    setCurrentUser(aUser(user));
    const sent: Record<string, unknown>[] = [];
    const rendered = await renderPage(<NotificationDelivery />, {
      language: 'en',
      resolvers: {
        Query: { notificationDelivery: () => ({ ...never, ...stored }) },
        Mutation: {
          setNotificationDelivery: (_root: unknown, given: Record<string, unknown>) => {
            if (refuses) throw new GraphQLError('No');
            sent.push({ ...given });
            return { ...never, ...stored, ...given };
          },
        },
      },
    });
    await screen.findByRole('combobox', { name: 'In Telegram' });
    return { ...rendered, sent };
  }
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

  test('proposes the browser’s zone and the page’s language, and sends nothing before saving', async () => {
    const { user, sent } = await open({}, { user: { email: null } });
    expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue(zone);
    expect(screen.getByRole('combobox', { name: 'Language of messages' })).toHaveValue('en');
    const mail = screen.getByRole('combobox', { name: 'By email' });
    expect(mail).toBeDisabled();
    expect(mail).toHaveAccessibleDescription(/no email address/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'In Telegram' }), 'daily');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo');
    await user.click(screen.getByRole('switch', { name: /Quiet hours/ }));
    expect(screen.getByLabelText('From')).toHaveValue('22:00');
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      telegram: 'daily',
      mail: 'off',
      language: 'en',
      timeZone: 'Asia/Tokyo',
      quietFrom: '22:00',
      quietUntil: '08:00',
    });
    await screen.findByText('Saved');
  });

  test('shows stored values, also an alias of a zone; clearing both ends disables quiet hours', async () => {
    const { user, sent } = await open({
      canTelegram: false,
      canMail: true,
      mail: 'weekly',
      language: 'ru',
      timeZone: 'Asia/Calcutta',
      quietFrom: '23:00',
      quietUntil: '07:30',
    });
    expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Calcutta');
    expect(screen.getByRole('combobox', { name: 'In Telegram' })).toBeDisabled();
    expect(screen.getByLabelText('Until')).toHaveValue('07:30');
    await user.click(screen.getByRole('switch', { name: /Quiet hours/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      mail: 'weekly',
      language: 'ru',
      quietFrom: null,
      quietUntil: null,
    });
  });

  test('shows a refusal and keeps the input', async () => {
    const { user } = await open({}, { refuses: true });
    await user.selectOptions(screen.getByRole('combobox', { name: 'In Telegram' }), 'off');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Couldn’t save your choice');
    expect(screen.getByRole('combobox', { name: 'In Telegram' })).toHaveValue('off');
  });
});

describe('the feeds', () => {
  test('creates the address and shows it once with its feeds, renews and removes it', async () => {
    const createdAt = '2026-11-20T00:00:00.000Z';
    let made = 0;
    const resolvers = {
      Query: { myFeedAddress: () => (made ? { address: null, createdAt } : null) },
      Mutation: {
        renewFeedAddress: () => {
          made += 1;
          return { address: `https://loadout.example/feeds/secret${made}`, createdAt };
        },
        removeFeedAddress: () => {
          made = 0;
          return { success: true };
        },
      },
    };
    const { user } = await renderPage(<Feeds />, { resolvers });
    await user.click(await screen.findByRole('button', { name: 'Создать адрес' }));
    expect(
      await screen.findByText('https://loadout.example/feeds/secret1/used.atom?lang=ru'),
    ).toBeInTheDocument();
    expect(screen.getByText(/secret1\/tag\.atom\?lang=ru&tag=$/)).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Ленты' })).toHaveFocus();
    expect(screen.getByText(/^Адрес создан 20.ноября 2026/)).toBeInTheDocument();
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
    const answer = async (name: string) =>
      user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
    await press('Заменить адрес');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      /Прежний адрес сразу перестанет/,
    );
    await answer('Отмена');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(made).toBe(1);
    await press('Заменить адрес');
    await answer('Заменить адрес');
    expect(await screen.findByText(/secret2\/new\.atom/)).toBeInTheDocument();
    expect(screen.queryByText(/secret1/)).not.toBeInTheDocument();
    await press('Убрать адрес');
    expect(made).toBe(2);
    await answer('Убрать адрес');
    expect(await screen.findByRole('button', { name: 'Создать адрес' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/secret2/)).not.toBeInTheDocument());
  });
});
