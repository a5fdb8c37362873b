import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { QueryResult, type QueryResultProps } from './QueryResult.tsx';

const show = (given: Pick<QueryResultProps, 'found' | 'error' | 'onRetry'>) =>
  renderPage(
    <QueryResult
      failure="It could not be loaded"
      skeleton={<span data-testid="skeleton" />}
      empty={<p>Nothing here</p>}
      {...given}
    />,
    { language: 'en' },
  );
const seen = () => ({
  failure: screen.queryByRole('alert') !== null,
  skeleton: screen.queryByTestId('skeleton') !== null,
  empty: screen.queryByText('Nothing here') !== null,
});
const nothing = { failure: false, skeleton: false, empty: false };

test.each<[string, Pick<QueryResultProps, 'found' | 'error'>, Partial<typeof nothing>]>([
  ['nothing has come', { found: null, error: undefined }, { skeleton: true }],
  ['there is nothing', { found: [], error: undefined }, { empty: true }],
  ['there is something', { found: [1], error: undefined }, {}],
  ['it failed', { found: undefined, error: new Error('no') }, { failure: true }],
  ['it failed anew', { found: [], error: new Error('no') }, { failure: true }],
])('%s: one of the three is shown, or none', async (_name, given, wanted) => {
  await show(given);
  expect(seen()).toEqual({ ...nothing, ...wanted });
});

test('an error offers another try, and a try that fails is no error of its own', async () => {
  const info = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  const onRetry = jest.fn(() => Promise.reject(new Error('still no')));
  const { user } = await show({ found: null, error: new Error('no'), onRetry });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(info).toHaveBeenCalledTimes(1);
  info.mockRestore();
});
