import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser, useCurrentUser } from '../../browser/currentUser.ts';
import { idleMs, TelegramPromptSlot } from './TelegramPromptSlot.tsx';
import { setTelegramToken, useTelegramToken } from '../../browser/telegramToken.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { openFakeServer, type FakeServer } from '../../testing/fakeServer.ts';
import { openPage } from '../../testing/openPage.tsx';
import { aUser } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { answerGraphql } from '../../testing/schemaClient.ts';
import { me } from '../../testing/useCases.ts';
import { TelegramArrival } from './TelegramArrival.tsx';
import { TelegramPrompt } from './TelegramPrompt.tsx';
import { TelegramQuestion } from './TelegramQuestion.tsx';

let telegramId: string | null = null;
let invites = 0;
let invite: () => unknown = () => ({});
let server: FakeServer;

beforeEach(() => {
  setCurrentUser(aUser());
  telegramId = null;
  invites = 0;
  invite = () => ({ success: true, link: 'https://t.me/loadout_bot?start=abc', error: null });
  server = openFakeServer({ 'POST /api/v1/auth/logout': () => ({ success: true }) });
});
afterEach(() => server.close());

function Page() {
  return useCurrentUser() ? <TelegramPrompt /> : <p>Вход</p>;
}
const open = () =>
  renderPage(<Page />, {
    resolvers: {
      Query: { me: () => me({ telegramId }) },
      Mutation: {
        generateTelegramInvite: () => {
          invites += 1;
          return invite();
        },
      },
    },
  });
const openVerification = async () => {
  const page = await open();
  await page.user.click(await screen.findByRole('button', { name: 'Подключить Telegram' }));
  await screen.findByRole('dialog', { name: 'Подтверждение Telegram' });
  return page;
};
const check = () => screen.getByRole('button', { name: 'Проверить подключение' });

test('section 2: asks somebody without Telegram to connect it, with a postponement', async () => {
  const { user, unmount } = await open();
  expect(await screen.findByRole('dialog', { name: 'Подключите Telegram' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Позже' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  unmount();
  await open();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('“check” reports no change, and closes the dialog when Telegram is connected', async () => {
  const { user } = await openVerification();
  await user.click(check());
  expect(await screen.findByText(/Telegram пока не подключён/)).toBeInTheDocument();
  telegramId = '77';
  await user.click(check());
  expect(await screen.findByText('Telegram подключён')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('keeps the verification open on an outside press, and offers a retry and a postponement', async () => {
  const usual = invite;
  invite = () => ({ success: false, link: null, error: 'Бот занят' });
  const { user } = await openVerification();
  const words = 'Не удалось создать ссылку на бота. Ответ сервера: Бот занят';
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
  invite = usual;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  const link = await screen.findByRole('link', { name: /^Подключить Telegram/ });
  expect(link).toHaveAttribute('href', 'https://t.me/loadout_bot?start=abc');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(invites).toBe(2);
  await user.keyboard('{Escape}');
  fireEvent.pointerDown(document.body);
  fireEvent.mouseDown(document.body);
  fireEvent.click(document.body);
  const dialog = screen.getByRole('dialog', { name: 'Подтверждение Telegram' });
  expect(within(dialog).queryByRole('button', { name: 'Закрыть' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Позже' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo('/api/v1/auth/logout')).toEqual([]);
});

describe('the question about a Telegram', () => {
  const link = {
    id: '7',
    state: 'asked' as const,
    name: 'Anna',
    username: 'anna_k',
    replaces: false,
    needsFreshSignIn: false,
  };
  function Question() {
    return useCurrentUser() ? <TelegramQuestion /> : null;
  }
  const ask = async (changes: Partial<typeof link> = {}) => {
    setCurrentUser(aUser({ telegramLink: { ...link, ...changes } }));
    const answers: unknown[] = [];
    const page = await renderPage(<Question />, {
      resolvers: {
        Query: {
          me: () => ({
            ...me({}),
            telegramLink: answers.length > 0 ? { ...link, state: 'waiting' } : null,
          }),
        },
        Mutation: {
          answerTelegramLink: (_root: unknown, args: unknown) => {
            answers.push(args);
            return (args as { connect: boolean }).connect ? { ...link, state: 'waiting' } : null;
          },
        },
      },
    });
    return { ...page, answers };
  };

  test('names both accounts and accepts a yes', async () => {
    const { user, answers } = await ask();
    expect(screen.getByRole('status', { name: 'Подключение Telegram' })).toHaveTextContent(
      'Подключить Telegram @anna_k к аккаунту anna@nexters.example?',
    );
    await user.click(screen.getByRole('button', { name: 'Да, это мой Telegram' }));
    expect(await screen.findByText('Ответьте боту в Telegram @anna_k')).toBeInTheDocument();
    expect(answers).toEqual([{ id: '7', connect: true }]);
  });

  test('requires a fresh sign-in to replace the connected account', async () => {
    const { user } = await ask({ replaces: true, needsFreshSignIn: true });
    expect(screen.getByText(/Прежний Telegram будет отключён/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Да, это мой Telegram' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Войти заново' }));
    await waitFor(() => expect(server.callsTo('/api/v1/auth/logout')).toHaveLength(1));
  });
});

describe('arrival', () => {
  let server: FakeServer | undefined;
  const left: string[] = [];

  afterEach(() => {
    server?.close();
    setTelegramToken(null);
    left.length = 0;
  });

  function Page() {
    const token = useTelegramToken();
    return token ? <TelegramArrival token={token} leave={(url) => left.push(url)} /> : null;
  }
  const arrive = async (changes: Parameters<typeof aUser>[0] = {}) => {
    setCurrentUser(aUser(changes));
    setTelegramToken('tt');
    return renderPage(<Page />, {
      at: '/dashboard?search=a',
      settings: { telegramBotName: 'loadout_bot' },
      resolvers: {
        Mutation: { generateTelegramInvite: () => ({ success: true, link: 'https://t.me/x' }) },
      },
    });
  };
  const confirm = () => screen.getByRole('button', { name: 'Подтвердить через Google' });

  test('the bot’s link asks a signed-in person on the current page', async () => {
    server = openFakeServer({
      'POST /graphql': answerGraphql({ Query: { likedKnowledge: () => [] } }),
    });
    const { place } = await openPage('/login?telegramToken=tt&from=%2Fprofile%2Fknowledge', {
      user: aUser(),
    });
    await waitFor(() => expect(place()).toBe('/profile/knowledge'));
    expect(await screen.findByRole('status', { name: 'Подключение Telegram' })).toHaveTextContent(
      'Подключить ваш Telegram к аккаунту anna@nexters.example?',
    );
  });

  test('keeps the token during a sign-in with Google, which then asks', async () => {
    server = openFakeServer({
      'POST /api/v1/auth/login': () => ({ success: true, url: 'https://accounts.example/a' }),
    });
    const { user } = await arrive();
    await user.click(confirm());
    await waitFor(() => expect(left).toEqual(['https://accounts.example/a']));
    expect(server.callsTo('/api/v1/auth/login')[0]?.body).toEqual({
      provider: 'google',
      redirectTo: '/dashboard?search=a',
      telegramToken: 'tt',
    });
  });

  test('an admin connects from the page', async () => {
    const { user } = await arrive({ isAdmin: true });
    await user.click(screen.getByRole('button', { name: 'Подключить Telegram' }));
    expect(
      await screen.findByRole('dialog', { name: 'Подтверждение Telegram' }),
    ).toBeInTheDocument();
  });
});

describe('place of the prompt', () => {
  const bot = { telegramBotName: 'loadout_bot' };
  const name = 'Подключите Telegram';

  // Loads the lazy file first, since fake timers would not wait for it.
  beforeAll(() => import('./TelegramPrompt.tsx'));
  beforeEach(() => {
    localStorage.clear();
    setCurrentUser(aUser());
  });
  afterEach(() => void jest.useRealTimers());

  interface Opening {
    settings?: Record<string, unknown>;
    isDialogOpen?: boolean;
  }
  async function open({ settings = bot, isDialogOpen = false }: Opening = {}) {
    const page = (isOpen: boolean) => (
      <>
        <input aria-label="Поиск" />
        <button>Сервис</button>
        <Dialog open={isOpen} onClose={() => undefined} title="Мои кейсы">
          текст
        </Dialog>
        <TelegramPromptSlot />
      </>
    );
    const rendered = await renderPage(page(isDialogOpen), { settings });
    jest.useFakeTimers();
    return rendered;
  }
  const wait = async (ms: number) => {
    await act(async () => {
      await jest.advanceTimersByTimeAsync(ms);
    });
    // The prompt's file, and the frame in which the dialog opens.
    await act(async () => {
      await jest.advanceTimersByTimeAsync(50);
    });
  };
  const prompt = () => screen.queryByRole('dialog', { name });

  const setRealTimeout = setTimeout;
  /** Waits for the prompt: its file loads in real time in spite of fake timers. */
  async function untilPrompted(): Promise<void> {
    for (let turn = 0; turn < 500 && !prompt(); turn += 1) {
      // Sequential, since each turn may load it.
      await act(async () => {
        await new Promise((resolve) => setRealTimeout(resolve, 1));
        await jest.advanceTimersByTimeAsync(16);
      });
    }
  }

  test('waits for the first useful act of a newcomer', async () => {
    await open();
    await wait(60_000);
    expect(prompt()).toBeNull();
    act(() => recordContribution());
    await wait(idleMs);
    await untilPrompted();
    expect(prompt()).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Позже' })).toBeInTheDocument();
  });

  const asked = {
    id: '5',
    state: 'asked',
    name: 'Аня',
    username: null,
    replaces: false,
    needsFreshSignIn: false,
  } as const;

  test.each([
    ['no bot is set up', {}, {}],
    ['Telegram is connected', bot, { telegramId: '77' }],
    ['a Telegram already waits for an answer', bot, { telegramLink: asked }],
  ])('never appears where %s', async (_, settings, person) => {
    setCurrentUser(aUser(person));
    await open({ settings });
    act(() => recordContribution());
    await wait(60_000);
    expect(prompt()).toBeNull();
  });
});
