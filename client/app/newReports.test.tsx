import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ApolloProvider } from '@apollo/client/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { anAdmin, aUser } from '../testing/people.ts';
import { createTestClient } from '../testing/schemaClient.ts';
import { useNewReports } from './useNewReports.ts';

let asked = 0;
let answer: () => { count: number };

function Count() {
  return <output>{useNewReports()}</output>;
}
const show = async () => {
  const client = createTestClient({
    Query: {
      complaintsCount: () => {
        asked += 1;
        return answer();
      },
    },
  });
  await act(async () => {
    render(
      <ApolloProvider client={client}>
        <Count />
      </ApolloProvider>,
    );
    await jest.advanceTimersByTimeAsync(10);
  });
};
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const shown = () => screen.getByRole('status').textContent;
const hide = (hidden: boolean) => jest.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);

beforeEach(() => {
  jest.useFakeTimers();
  asked = 0;
  answer = () => ({ count: 3 });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('admins are told the number, every 30 seconds anew', async () => {
  keepCurrentUser(anAdmin());
  await show();
  expect(shown()).toBe('3');
  answer = () => ({ count: 5 });
  await wait(29_000);
  expect(asked).toBe(1);
  await wait(1500);
  expect(shown()).toBe('5');
  expect(asked).toBe(2);
});

test('nobody is asked while the tab is not seen', async () => {
  keepCurrentUser(anAdmin());
  await show();
  hide(true);
  await wait(95_000);
  expect(asked).toBe(1);
});

test('a failure makes it 0', async () => {
  keepCurrentUser(anAdmin());
  await show();
  answer = () => {
    throw new Error('down');
  };
  await wait(30_500);
  expect(shown()).toBe('0');
});

test('users never ask', async () => {
  keepCurrentUser(aUser());
  await show();
  await wait(60_000);
  expect(shown()).toBe('0');
  expect(asked).toBe(0);
});
