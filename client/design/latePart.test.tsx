import { jest } from '@jest/globals';
import { useState, type ReactElement } from 'react';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { expectErrors } from '../testing/expectedErrors.ts';
import { startTestWords } from '../testing/words.ts';
import { lateDialog, type LateDialogProps } from './lateDialog.tsx';
import { laterMs, latePart, quietPart } from './latePart.tsx';

let isThere: boolean;
let asked: number;
const loader =
  <Part,>(part: Part) =>
  () => {
    asked += 1;
    return isThere
      ? Promise.resolve(part)
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'));
  };

beforeEach(() => {
  isThere = false;
  asked = 0;
  expectErrors(/^Error [0-9a-f]{8}$/);
});
afterEach(() => void jest.useRealTimers());

const show = async (ui: ReactElement) => {
  const words = await startTestWords('ru');
  await act(async () => {
    render(<I18nextProvider i18n={words}>{ui}</I18nextProvider>);
  });
};
const failed = () => screen.findByRole('alert');
const retry = () => screen.getByRole('button', { name: 'Повторить' });
const connect = () => act(async () => void window.dispatchEvent(new Event('online')));

const Word = ({ word }: { word: string }) => <p>{word}</p>;

describe('a part of the page', () => {
  const open = () => {
    const Part = latePart(loader(Word), <p>Сейчас будет</p>);
    return show(
      <>
        <textarea aria-label="Кейс" />
        <Part word="Мастер" />
      </>,
    );
  };

  test('that does not come says so in its place; the page and what was typed stay', async () => {
    await open();
    expect(await failed()).toHaveTextContent(/Что-то пошло не так.*не загрузилась/);
    const user = userEvent.setup();
    const field = screen.getByRole('textbox', { name: 'Кейс' });
    await user.type(field, 'Собрал ролик');
    await user.click(retry());
    await waitFor(() => expect(asked).toBe(2));
    isThere = true;
    await user.click(await screen.findByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Мастер')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field).toHaveValue('Собрал ролик');
  });

  test('keeps its place until then', async () => {
    const Part = latePart(() => new Promise<typeof Word>(() => undefined), <p>Сейчас будет</p>);
    await show(<Part word="Мастер" />);
    expect(screen.getByText('Сейчас будет')).toBeInTheDocument();
  });

  test('comes by itself with the connection', async () => {
    await open();
    await failed();
    isThere = true;
    await connect();
    expect(await screen.findByText('Мастер')).toBeInTheDocument();
  });

  test('offers the reload only when a retry did not help', async () => {
    await open();
    await failed();
    expect(screen.queryByRole('button', { name: 'Обновить страницу' })).toBeNull();
    await userEvent.setup().click(retry());
    expect(await screen.findByRole('button', { name: 'Обновить страницу' })).toBeInTheDocument();
  });
});

describe('a dialog', () => {
  const Opened = ({ open = true, onClose }: LateDialogProps) =>
    open ? (
      <div role="dialog" aria-label="Отчёт">
        <button type="button" onClick={onClose}>
          Готово
        </button>
      </div>
    ) : null;
  const open = async () => {
    const Late = lateDialog(loader(Opened));
    function Page() {
      const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
      return (
        <>
          <input aria-label="Поиск" />
          <button type="button" onClick={() => setState('open')}>
            Открыть
          </button>
          {state === 'never' ? null : (
            <Late open={state === 'open'} onClose={() => setState('closed')} />
          )}
        </>
      );
    }
    await show(<Page />);
    return { user: userEvent.setup(), opener: screen.getByRole('button', { name: 'Открыть' }) };
  };

  test('that does not come says so over the page, which stays usable, and comes with the retry', async () => {
    const { user, opener } = await open();
    await user.click(opener);
    await failed();
    expect(retry()).toHaveFocus();
    await user.type(screen.getByRole('textbox', { name: 'Поиск' }), 'видео');
    expect(screen.getByRole('textbox', { name: 'Поиск' })).toHaveValue('видео');
    isThere = true;
    await user.click(retry());
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is left with Escape, which gives the focus back, and is asked for anew when it is opened again', async () => {
    const { user, opener } = await open();
    await user.click(opener);
    await failed();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(opener).toHaveFocus();
    isThere = true;
    await user.click(opener);
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  });

  test('does not come over somebody who writes, when the connection is back', async () => {
    const { user, opener } = await open();
    await user.click(opener);
    await failed();
    isThere = true;
    await user.click(screen.getByRole('textbox', { name: 'Поиск' }));
    await connect();
    expect(asked).toBe(1);
    await user.click(opener);
    await connect();
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  });
});

test('what nobody asked for stays silent, and comes later, in a quiet moment', async () => {
  jest.useFakeTimers();
  const Part = quietPart(loader(Word));
  await show(
    <>
      <input aria-label="Поиск" />
      <Part word="Цитата" />
    </>,
  );
  expect(asked).toBe(1);
  expect(screen.queryByRole('alert')).toBeNull();
  isThere = true;
  act(() => screen.getByRole('textbox').focus());
  await act(() => jest.advanceTimersByTimeAsync(laterMs));
  expect(screen.queryByText('Цитата')).toBeNull();
  act(() => screen.getByRole('textbox').blur());
  await act(() => jest.advanceTimersByTimeAsync(laterMs));
  expect(screen.getByText('Цитата')).toBeInTheDocument();
});
