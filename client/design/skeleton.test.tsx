import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { Delayed, Skeleton, skeletonDelayMs } from './Skeleton.tsx';
import { slowAfterMs } from './useIsSlow.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a skeleton is not seen before 150 ms, but keeps its place', () => {
  expect(skeletonDelayMs).toBe(150);
  render(
    <Delayed>
      <Skeleton data-testid="bar" />
    </Delayed>,
  );
  const bar = screen.getByTestId('bar');
  act(() => jest.advanceTimersByTime(149));
  expect(bar).not.toBeVisible();
  act(() => jest.advanceTimersByTime(1));
  expect(bar).toBeVisible();
});

test.each([
  ['ru', 'Медленное соединение, ещё загружаем…'],
  ['en', 'Slow connection, still loading…'],
] as const)(
  'what is slow says so in %s after four seconds, unless the screen does',
  async (language, words) => {
    expect(slowAfterMs).toBe(4000);
    await renderPage(
      <>
        <Delayed>
          <Skeleton />
        </Delayed>
        <Delayed isSaidElsewhere>
          <Skeleton />
        </Delayed>
      </>,
      { language },
    );
    act(() => jest.advanceTimersByTime(slowAfterMs - 1));
    expect(screen.queryByText(words)).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByText(words)).toBeVisible();
  },
);
