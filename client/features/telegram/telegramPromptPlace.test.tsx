import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { keepCurrentUser } from '../../browser/currentUser.ts';
import { quietMs } from '../../browser/quietMoment.ts';
import { noteUsefulAct } from '../../browser/usefulAct.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { aUser } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { TelegramPromptPlace } from './TelegramPromptPlace.tsx';

const bot = { telegramBotName: 'loadout_bot' };
const name = 'Подключите Telegram';

// Its file is loaded for real, and no clock that stands waits for it.
beforeAll(() => import('./TelegramPrompt.tsx'));
beforeEach(() => {
  localStorage.clear();
  keepCurrentUser(aUser());
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
      <TelegramPromptPlace />
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
  // The prompt's own file, and the frame in which the dialog comes up.
  await act(async () => {
    await jest.advanceTimersByTimeAsync(50);
  });
};
const prompt = () => screen.queryByRole('dialog', { name });

const setRealTimeout = setTimeout;
/** Until the question is there: its file comes by the true clock, whatever the false one says. */
async function untilPrompted(): Promise<void> {
  for (let turn = 0; turn < 500 && !prompt(); turn += 1) {
    // One turn after the other: each may bring it.
    await act(async () => {
      await new Promise((resolve) => setRealTimeout(resolve, 1));
      await jest.advanceTimersByTimeAsync(16);
    });
  }
}

test('a newcomer is left alone until the first useful act', async () => {
  await open();
  await wait(60_000);
  expect(prompt()).toBeNull();
  act(() => noteUsefulAct());
  await wait(quietMs);
  await untilPrompted();
  expect(prompt()).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Позже' })).toBeInTheDocument();
});

test('a field in use is not interrupted: the question waits until it is left', async () => {
  await open();
  act(() => screen.getByRole('textbox').focus());
  act(() => noteUsefulAct());
  await wait(60_000);
  expect(prompt()).toBeNull();
  act(() => screen.getByRole('textbox').blur());
  await wait(quietMs);
  await untilPrompted();
  expect(prompt()).toBeInTheDocument();
});

test('it does not come over another dialog', async () => {
  await open({ isDialogOpen: true });
  act(() => noteUsefulAct());
  await wait(60_000);
  expect(screen.getByRole('dialog', { name: 'Мои кейсы' })).toBeInTheDocument();
  expect(prompt()).toBeNull();
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
])('it never comes where %s', async (_, settings, person) => {
  keepCurrentUser(aUser(person));
  await open({ settings });
  act(() => noteUsefulAct());
  await wait(60_000);
  expect(prompt()).toBeNull();
});
