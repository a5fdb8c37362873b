import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { startTestWords } from '../testing/words.ts';
import { Announcer } from './Announcer.tsx';
import { Notices } from './Notices.tsx';
import { notify } from './notify.ts';

afterEach(() => jest.useRealTimers());

test('a message before its place has come is said by the region that stands there already', async () => {
  jest.useFakeTimers();
  const words = await startTestWords('ru');
  render(
    <I18nextProvider i18n={words}>
      <Announcer />
      <Notices />
    </I18nextProvider>,
  );
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  act(() => notify.success('Запрос отправлен', { description: 'Ответ придёт письмом' }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(region).toHaveTextContent('Запрос отправлен. Ответ придёт письмом');
});
