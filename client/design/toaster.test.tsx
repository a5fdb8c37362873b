import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { startTestWords } from '../testing/texts.ts';
import { notify, type NoticeOptions } from './notify.ts';
import { Toaster } from './Toaster.tsx';

/** The time that a message takes to leave the screen. */
const leavingMs = 400;

beforeEach(() => jest.useFakeTimers());
afterEach(async () => {
  await act(async () => {
    notify.dismiss();
    await jest.advanceTimersByTimeAsync(leavingMs);
  });
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const list = () => document.querySelector('[data-sonner-toaster]')!;

async function show(options: NoticeOptions = {}) {
  const words = await startTestWords('ru');
  render(
    <I18nextProvider i18n={words}>
      <Toaster />
    </I18nextProvider>,
  );
  act(() => notify.error('Не удалось', { id: 'one', ...options }));
  await wait(20);
  expect(screen.getByText('Не удалось')).toBeInTheDocument();
}
const isShown = () => screen.queryByText('Не удалось') !== null;

test.each([
  ['short', 3000],
  ['usual', 5000],
  ['long', 7000],
] as const)('a %s message stays for %i ms', async (duration, ms) => {
  await show({ duration });
  await wait(ms - 100);
  expect(isShown()).toBe(true);
  await wait(100 + leavingMs);
  expect(isShown()).toBe(false);
});

test('time stands still under the pointer', async () => {
  await show();
  fireEvent.mouseEnter(list());
  fireEvent.mouseMove(list());
  await wait(60_000);
  expect(isShown()).toBe(true);
  fireEvent.mouseLeave(list());
  await wait(5000 + leavingMs);
  expect(isShown()).toBe(false);
});

test('Alt+T brings the keyboard to the messages, and time stands still there', async () => {
  await show({ action: { label: 'Повторить', run: () => undefined } });
  fireEvent.keyDown(document, { altKey: true, code: 'KeyT', key: 'е' });
  expect(document.activeElement?.closest('[data-sonner-toaster]')).not.toBeNull();
  act(() => screen.getByRole('button', { name: 'Повторить' }).focus());
  await wait(60_000);
  expect(isShown()).toBe(true);
});

test('time stands still while the keyboard is in a message, and begins again when it has left', async () => {
  await show({ action: { label: 'Повторить', run: () => undefined } });
  act(() => screen.getByRole('button', { name: 'Повторить' }).focus());
  await wait(60_000);
  expect(isShown()).toBe(true);
  expect(screen.getByRole('button', { name: 'Повторить' })).toHaveFocus();
  act(() => screen.getByRole('button', { name: 'Повторить' }).blur());
  await wait(4900);
  expect(isShown()).toBe(true);
  await wait(100 + leavingMs);
  expect(isShown()).toBe(false);
});

test('when a message goes with the keyboard in it, the time of the others goes on', async () => {
  await show({ action: { label: 'Повторить', run: () => undefined } });
  act(() => notify.info('Новость'));
  await wait(20);
  const button = screen.getByRole('button', { name: 'Повторить' });
  act(() => button.focus());
  fireEvent.click(button);
  // The first has left the page before the other begins.
  await wait(250);
  await wait(5000 + leavingMs);
  expect(isShown()).toBe(false);
  expect(screen.queryByText('Новость')).toBeNull();
});

test('time stands still in a hidden tab', async () => {
  await show();
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await wait(60_000);
  expect(isShown()).toBe(true);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await wait(5000 + leavingMs);
  expect(isShown()).toBe(false);
});
