import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../testing/render.tsx';
import { QuoteBanner } from './QuoteBanner.tsx';
import { quoteOfTheDay } from './useQuoteRotation.ts';
import { quotes } from './quotes.ts';

const now = new Date('2026-11-21T10:00:00Z');
const first = quoteOfTheDay(quotes.length, now);
const quote = (later: number) => quotes[(first + later) % quotes.length]!;
const shown = () => screen.getByRole('figure');
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  jest.useFakeTimers({ now });
});
afterEach(() => {
  jest.useRealTimers();
});

test('the next quote comes after ten seconds, with half a second of fading', async () => {
  await renderPage(<QuoteBanner />);
  expect(shown()).toHaveTextContent(quote(0).ru.text);
  await wait(9900);
  expect(shown()).not.toHaveAttribute('data-fading');
  await wait(200);
  expect(shown()).toHaveAttribute('data-fading');
  expect(shown()).toHaveTextContent(quote(0).ru.text);
  await wait(500);
  expect(shown()).toHaveTextContent(quote(1).ru.text);
  expect(shown()).not.toHaveAttribute('data-fading');
});

test('stopped, it stays', async () => {
  await renderPage(<QuoteBanner />, { language: 'en' });
  fireEvent.click(screen.getByRole('button', { name: 'Pause the quotes' }));
  await wait(25_000);
  expect(shown()).toHaveTextContent(quote(0).en.text);
  fireEvent.click(screen.getByRole('button', { name: 'Resume the quotes' }));
  await wait(10_600);
  expect(shown()).toHaveTextContent(quote(1).en.text);
});

test('it waits under the pointer', async () => {
  await renderPage(<QuoteBanner />);
  fireEvent.mouseEnter(screen.getByRole('region', { name: 'Цитаты' }));
  await wait(25_000);
  expect(shown()).toHaveTextContent(quote(0).ru.text);
});
