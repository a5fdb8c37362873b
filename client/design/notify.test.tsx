import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { renderPage } from '../testing/render.tsx';
import { startTestWords } from '../testing/texts.ts';
import { Toaster } from './Toaster.tsx';
import { type NoticeOptions, notify } from './notify.ts';

describe('messages', () => {
  test('a replacement removes description and button of the former message', async () => {
    await renderPage(<p />);
    const action = { label: 'Отменить', run: jest.fn() };
    act(() => notify.success('Готово', { id: 'one', description: 'Название', action }));
    await screen.findByRole('button', { name: 'Отменить' });
    act(() => notify.info('Решение отменено', { id: 'one' }));
    expect(await screen.findByText('Решение отменено')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Отменить' })).not.toBeInTheDocument();
    expect(screen.queryByText('Название')).not.toBeInTheDocument();
  });

  describe('notices about the same thing', () => {
    afterEach(() => jest.useRealTimers());

    test('shows the result of an undo for its full time', async () => {
      const words = await startTestWords('en');
      render(
        <I18nextProvider i18n={words}>
          <Toaster />
        </I18nextProvider>,
      );
      await screen.findByRole('region');
      jest.useFakeTimers();
      const undo = () => notify.success('Change undone', { id: 'edit-7', duration: 'long' });
      act(() => notify.success('Saved', { id: 'edit-7', action: { label: 'Undo', run: undo } }));
      await act(() => jest.advanceTimersByTimeAsync(500));
      act(() => screen.getByRole('button', { name: 'Undo' }).click());
      await act(() => jest.advanceTimersByTimeAsync(1000));
      expect(screen.getByText('Change undone')).toBeInTheDocument();
      expect(screen.queryByText('Saved')).not.toBeInTheDocument();

      // A visible message is replaced by the next one with its id; a closed one is not.
      act(() => notify.success('Saved once more', { id: 'edit-7' }));
      await act(() => jest.advanceTimersByTimeAsync(1000));
      expect(screen.queryByText('Change undone')).not.toBeInTheDocument();
      act(() => notify.dismiss('edit-7'));
      act(() => notify.info('Saved at last', { id: 'edit-7' }));
      act(() => notify.dismiss('another'));
      await act(() => jest.advanceTimersByTimeAsync(1000));
      expect(screen.getByText('Saved at last')).toBeInTheDocument();
      act(() => notify.info('Saved twice', { id: 'edit-7' }));
      await act(() => jest.advanceTimersByTimeAsync(1000));
      expect(screen.queryByText('Saved at last')).not.toBeInTheDocument();
    });
  });
});

describe('the time they stay', () => {
  /** Time in which a message leaves the screen, in ms. */
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
  ] as const)('shows a %s message for %i ms', async (duration, ms) => {
    await show({ duration });
    await wait(ms - 100);
    expect(isShown()).toBe(true);
    await wait(100 + leavingMs);
    expect(isShown()).toBe(false);
  });

  test('pauses while the focus is in a message', async () => {
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

  test('resumes the others when the focused message disappears', async () => {
    await show({ action: { label: 'Повторить', run: () => undefined } });
    act(() => notify.info('Новость'));
    await wait(20);
    const button = screen.getByRole('button', { name: 'Повторить' });
    act(() => button.focus());
    fireEvent.click(button);
    // The first message is gone before the second one's time begins.
    await wait(250);
    await wait(5000 + leavingMs);
    expect(isShown()).toBe(false);
    expect(screen.queryByText('Новость')).toBeNull();
  });
});
