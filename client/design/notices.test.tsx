import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { startTestWords } from '../testing/words.ts';
import { Toaster } from './Toaster.tsx';
import { notify } from './notify.ts';

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
