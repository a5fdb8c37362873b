import { screen } from '@testing-library/react';
import { expectErrors } from '../testing/expectedErrors.ts';
import { renderPage } from '../testing/render.tsx';
import { RouteFailure } from './RouteFailure.tsx';
import type { Language } from '../i18n/languages.ts';

function Broken(): never {
  throw new Error('the screen is broken');
}

const open = (language: Language) => {
  expectErrors(/the screen is broken/, /React Router caught/, /^Error [0-9a-f]{8}$/, /%o/);
  return renderPage(<p />, {
    language,
    at: '/broken',
    routes: [{ path: '/broken', element: <Broken />, ErrorBoundary: RouteFailure }],
  });
};

test('in English the sentence stays, and the reader’s own line stands under it', async () => {
  await open('en');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^Что-то пошло не такSomething went wrong/);
  expect(screen.getByText('Что-то пошло не так')).toHaveAttribute('lang', 'ru');
});
