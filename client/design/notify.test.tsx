import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { renderPage } from '../testing/render.tsx';
import { startTestWords } from '../testing/texts.ts';
import { Toaster } from './Toaster.tsx';
import { useNoticeHistory } from './noticeHistory.ts';
import { notify } from './notify.ts';

function Kept() {
  const notices = useNoticeHistory();
  return (
    <ol aria-label="Kept">
      {notices.map((notice) => (
        <li key={notice.id}>{notice.title}</li>
      ))}
    </ol>
  );
}
const kept = () =>
  [...screen.getByRole('list', { name: 'Kept' }).children].map((li) => li.textContent);

test('the region stands before the first message', async () => {
  await renderPage(<p />);
  const region = document.querySelector('section[aria-live=polite]');
  expect(region).toHaveAccessibleName(/Сообщения/);
});

test('a message that replaces one takes its description and its button away', async () => {
  await renderPage(<p />);
  const action = { label: 'Отменить', run: jest.fn() };
  act(() => notify.success('Готово', { id: 'one', description: 'Название', action }));
  await screen.findByRole('button', { name: 'Отменить' });
  act(() => notify.info('Решение отменено', { id: 'one' }));
  expect(await screen.findByText('Решение отменено')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Отменить' })).not.toBeInTheDocument();
  expect(screen.queryByText('Название')).not.toBeInTheDocument();
});

test('the last twenty are kept, latest first', async () => {
  await renderPage(<Kept />);
  act(() => {
    for (let count = 1; count <= 21; count += 1) notify.info(`Новость ${count}`);
  });
  expect(kept()).toHaveLength(20);
  expect(kept()[0]).toBe('Новость 21');
  expect(kept()[19]).toBe('Новость 2');
});

describe('notices about the same thing', () => {
  afterEach(() => jest.useRealTimers());

  test('what comes of an undo stays to be read, however soon it comes', async () => {
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

    // While it stands, the next of its id takes its place; one that was closed is not spoken to.
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
